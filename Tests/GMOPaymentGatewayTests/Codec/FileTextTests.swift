import FerryHTTP
import Testing

@Suite("Text of files in an encoding that nobody states")
struct FileTextTests {
  private func text(_ bytes: [UInt8], charset: String? = nil, usual: FileText? = nil) -> String {
    String(decoding: FileText.utf8(of: bytes, charset: charset, usual: usual), as: UTF8.self)
  }

  private static let shop: [UInt8] = [0x83, 0x56, 0x83, 0x87, 0x83, 0x62, 0x83, 0x76]
  private static let name: [UInt8] = [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72, 0x20, 0x80]

  @Test("The charset of the answer decides, by the names of IANA and of Java")
  func charsets() {
    for name in ["Windows-31J", "cp932", "MS932", "shift_jis"] { #expect(text(Self.shop, charset: name) == "ショップ") }
    for name in ["Cp1252", "windows-1252", "ISO-8859-1"] { #expect(text(Self.name, charset: name) == "Müller €") }
    #expect(text(Array("ショップ".utf8), charset: "UTF-8", usual: .windows31J) == "ショップ")
    #expect(text([0x30, 0xB7], charset: "UTF-16BE") == "シ" && text([0xB7, 0x30], charset: "UTF-16") == "シ")
  }

  @Test("A byte order mark decides, even where the charset of the answer is wrong, and is no part of the text")
  func marks() {
    #expect(text([0xEF, 0xBB, 0xBF] + Array("Müller".utf8), charset: "Cp1252") == "Müller")
    #expect(text([0xEF, 0xBB, 0xBF] + Self.name, usual: .windows1252).hasPrefix("M\u{FFFD}ller"))
    #expect(text([0xFF, 0xFE, 0xB7, 0x30, 0x41, 0x00]) == "シA")
    #expect(text([0xFE, 0xFF, 0x30, 0xB7, 0x00, 0x41], charset: "windows-31j") == "シA")
  }

  @Test("Without a charset and a mark it is UTF-8 if that is valid, else in the usual encoding")
  func guesses() {
    #expect(text(Array("ショップ".utf8), usual: .windows31J) == "ショップ")
    #expect(text(Self.shop, usual: .windows31J) == "ショップ")
    #expect(text(Self.name, usual: .windows1252) == "Müller €")
    #expect(text(Self.shop, charset: "x-unknown", usual: .windows31J) == "ショップ")
    #expect(FileText.utf8(of: Self.name) == Self.name)
  }

  @Test("UTF-16 without a mark is known by the zero bytes of its first characters")
  func zeros() {
    #expect(text([0x41, 0, 0x42, 0, 0xB7, 0x30]) == "ABシ")
    #expect(text([0, 0x41, 0, 0x42]) == "AB")
    #expect(text(Array("AB".utf8)) == "AB" && text([]) == "" && text([0x41]) == "A")
  }
}
