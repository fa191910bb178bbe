import FerryCore
import Testing

@Suite("Hexadecimal text")
struct HexadecimalTests {
  @Test("Every byte is written with two digits, in lower case")
  func text() {
    #expect(Hexadecimal.text([0x00, 0x0A, 0x9F, 0xFF]) == "000a9fff")
    #expect(Hexadecimal.text([]).isEmpty)
  }
}
