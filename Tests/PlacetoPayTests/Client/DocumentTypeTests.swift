import PlacetoPay
import Testing

@Suite("Documents of identity")
struct DocumentTypeTests {
  static let examples: [(DocumentType, good: String, bad: String)] = [
    (.passport, "AB_123456", "AB-1"), (.tax, "1234", "123"), (.license, "A1B2", "áéíó"),
    (.bzssn, "123456789", "12345678"),
    (.brn, "12345", "1234"), (.cpf, "12345678901", "123.456.789-01"), (.clrut, "12.345.678-K", "12345678"),
    (.cc, "1040035000", "01040035"), (.ce, "E12345", "ABCDEF1234"), (.ti, "99010112345", "1234"),
    (.nit, "900123456", "900123456-1"), (.rut, "9001234", "0900123"), (.crcpf, "112340567", "012340567"),
    (.cpj, "3101123456", "310112345"), (.dimex, "12345678901", "1234567890"), (.didi, "123456789012", "0123456789012"),
    (.ci, "0912345678", "091234567"), (.ruc, "0912345678001", "0912345678"), (.hndni, "0801199912345", "0801-1999"),
    (.hndr, "A1", ""), (.rtn, "08011999123456", "0801199912345"), (.cip, "PE1234567", "X1234567"),
    (.paruc, "8-123-456", "8_123"), (.dni, "12345678", "1234567"), (.peruc, "20123456789", "30123456789"),
    (.ein, "12-3456789", "02-3456789"), (.uyci, "1234567-8", "12345678"), (.uyrut, "123456789012", "12345678901"),
  ]

  @Test("A number has its type's form", arguments: examples)
  func form(_ type: DocumentType, good: String, bad: String) {
    #expect(type.accepts(good))
    #expect(!type.accepts(bad))
    #expect(!type.accepts(good + "\n"))
    #expect(type.rawValue.count <= 6)
  }

  @Test("Every type has an example")
  func complete() {
    #expect(Set(Self.examples.map(\.0)) == Set(DocumentType.allCases))
  }

  @Test("Digits of other scripts are no digits")
  func otherDigits() { #expect(!DocumentType.dni.accepts("１２３４５６７８")) }
}
