import Crypto
import FerryHTTP
import Foundation
import Testing

@Suite("Windows-31J")
struct CP932Tests {
  private func encoded(_ text: String) throws -> String {
    try CP932.encode(text).map { String(format: "%02X", $0) }.joined()
  }

  /// The character of two bytes; nil if they are none.
  private func pair(_ first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
    let decoded = CP932.decode([first, second])
    return decoded.malformedCount == 0 && decoded.text.unicodeScalars.count == 1
      ? decoded.text.unicodeScalars.first : nil
  }

  /// All characters of two bytes with their code, in the order of the codes.
  private func pairs() -> [(code: Int, scalar: Unicode.Scalar)] {
    (0x8100...0xFFFF).compactMap { code in
      pair(UInt8(code >> 8), UInt8(code & 0xFF)).map { (code, $0) }
    }
  }

  private func hash(_ lines: [String]) -> String {
    SHA256.hash(data: Data(lines.joined().utf8)).map { String(format: "%02x", $0) }.joined()
  }

  /// The hash comes from Python's codec cp932, and `Scripts/windows31j.py` prints it.
  @Test("The table has the 7,724 pairs of Microsoft's code page 932")
  func table() {
    let lines = pairs().filter { !(0xE000...0xF8FF).contains($0.scalar.value) }
      .map { String(format: "%04X %04X\n", $0.code, $0.scalar.value) }
    #expect(lines.count == 7_724)
    #expect(hash(lines) == "6bb10191e19033e9d9c5ab0d8047e298ddd6bb03c19e4379ff65db135cb03a05")
  }

  /// The hash comes from Java 17, which encodes as `windows-31j`, and from the C library, which encodes as CP932.
  @Test("Each of the 7,326 characters has the code that Java and Windows give it")
  func codes() throws {
    let characters = Set(pairs().map(\.scalar.value)).filter { !(0xE000...0xF8FF).contains($0) }.sorted()
    let lines = try characters.map { value in
      let scalar = try #require(Unicode.Scalar(value))
      return try String(format: "%04X ", value) + encoded(String(Character(scalar))) + "\n"
    }
    #expect(lines.count == 7_326)
    #expect(hash(lines) == "6ae73cb6389557434608fe1867000964aff65ab2211989b60959efa5e2ca407a")
  }

  @Test("A single byte is ASCII or a half-width katakana, and returns from the character")
  func singles() throws {
    #expect(CP932.decode(0x00...0x7F).text == String(decoding: 0...0x7F, as: UTF8.self))
    #expect(CP932.decode(0xA1...0xDF).text.unicodeScalars.map(\.value) == Array(0xFF61...0xFF9F))
    #expect(CP932.decode([0x5C, 0x7E]).text == "\\~")
    let others: [UInt8] = [0x80, 0xA0, 0xFD, 0xFE, 0xFF]
    #expect(CP932.decode(others).text.unicodeScalars.map(\.value) == [0x80, 0xF8F0, 0xF8F1, 0xF8F2, 0xF8F3])
    for byte in Array(0...0x80) + Array(0xA0...0xDF) + [0xFD, 0xFE, 0xFF] as [UInt8] {
      #expect(try CP932.encode(CP932.decode([byte]).text) == [byte])
      #expect(!CP932.isFirstOfTwo(byte))
    }
    for byte in Array(0x81...0x9F) + Array(0xE0...0xFC) as [UInt8] { #expect(CP932.isFirstOfTwo(byte)) }
  }

  @Test("The user-defined range has 1,880 characters, in the order of the private use area")
  func userDefined() throws {
    let found = pairs().filter { (0xE000...0xF8FF).contains($0.scalar.value) }
    #expect(found.map(\.scalar.value) == Array(0xE000...0xE757))
    #expect(found.first?.code == 0xF040)
    #expect(found.last?.code == 0xF9FC)
    for (code, scalar) in found { #expect(try encoded(String(Character(scalar))) == String(format: "%04X", code)) }
    #expect(throws: UnmappableCharacter.self) { try CP932.encode("\u{E758}") }
  }

  @Test(
    "Microsoft's characters for those of JIS",
    arguments: [
      (0x8160, 0xFF5E), (0x8161, 0x2225), (0x817C, 0xFF0D), (0x8191, 0xFFE0), (0x8192, 0xFFE1), (0x81CA, 0xFFE2),
      (0x815C, 0x2015), (0x815F, 0xFF3C),
    ] as [(UInt16, UInt32)])
  func microsoft(_ code: UInt16, _ value: UInt32) throws {
    #expect(pair(UInt8(code >> 8), UInt8(code & 0xFF))?.value == value)
    let scalar = try #require(Unicode.Scalar(value))
    #expect(try encoded(String(Character(scalar))) == String(format: "%04X", code))
  }

  @Test(
    "Eight characters of other systems are written as Microsoft's",
    arguments: [
      ("\u{301C}", "8160"), ("\u{2016}", "8161"), ("\u{2212}", "817C"), ("\u{A2}", "8191"), ("\u{A3}", "8192"),
      ("\u{A5}", "818F"), ("\u{AC}", "81CA"), ("\u{2014}", "815C"),
    ])
  func lenient(_ character: String, _ code: String) throws { #expect(try encoded(character) == code) }

  @Test(
    "A kana whose sound mark is a character of its own is written as the composed kana",
    arguments: [
      ("か\u{3099}", "が"), ("は\u{309A}", "ぱ"), ("ほ\u{3099}", "ぼ"), ("タ\u{3099}", "ダ"), ("ウ\u{3099}", "ヴ"),
      ("ヽ\u{3099}", "ヾ"), ("き\u{3099}んさ\u{3099}﨑", "ぎんざ﨑"),
    ])
  func decomposed(_ text: String, _ composed: String) throws {
    #expect(text.unicodeScalars.count > composed.unicodeScalars.count)
    let bytes = try CP932.encode(text)
    #expect(Array(CP932.decode(bytes).text.unicodeScalars) == Array(composed.unicodeScalars))
  }

  @Test(
    "A character with several codes gets one of them",
    arguments: [
      ("髙", "FBFC"), ("﨑", "FAB1"), ("ⅰ", "FA40"), ("∵", "81E6"), ("≒", "81E0"), ("￢", "81CA"), ("㈱", "878A"),
      ("№", "8782"), ("℡", "8784"), ("Ⅰ", "8754"), ("Ⅹ", "875D"), ("①", "8740"), ("￤", "FA55"),
    ])
  func duplicates(_ character: String, _ code: String) throws { #expect(try encoded(character) == code) }

  @Test(
    "A character that the encoding does not have is refused, with its place",
    arguments: [
      ("💳", 1, "U+1F4B3"), ("ご購入💳", 4, "U+1F4B3"), ("𠮷野", 1, "U+20BB7"), ("あ\u{3099}", 1, "U+3099"),
      ("a\u{301C}b\u{301D}é", 5, "U+00E9"), ("う\u{3099}", 1, "U+3094"), ("👨‍👩‍👧x", 1, "U+1F468"),
      ("x\u{FFFD}", 2, "U+FFFD"),
      ("\u{81}", 1, "U+0081"),
    ])
  func refused(_ text: String, _ position: Int, _ name: String) {
    let error = #expect(throws: UnmappableCharacter.self) { try CP932.encode(text) }
    #expect(error?.position == position)
    #expect(error?.description == "Character \(position) (\(name)) does not exist in Windows-31J.")
  }

  @Test(
    "A byte that begins no character becomes U+FFFD, and decoding continues with the next byte",
    arguments: [
      ([0x81], "\u{FFFD}", 1), ([0x81, 0x39], "\u{FFFD}9", 1), ([0xFC, 0x4C], "\u{FFFD}L", 1),
      ([0x87, 0x5E], "\u{FFFD}^", 1), ([0x85, 0x40], "\u{FFFD}@", 1), ([0x85, 0x82, 0xA0], "\u{FFFD}あ", 1),
      ([0x81, 0x7F], "\u{FFFD}\u{7F}", 1), ([0x81, 0xFD], "\u{FFFD}\u{F8F1}", 1), ([0x41, 0x81, 0x81], "A＝", 0),
      ([0x85, 0x85], "\u{FFFD}\u{FFFD}", 2),
    ] as [([UInt8], String, Int)])
  func malformed(_ bytes: [UInt8], _ text: String, _ count: Int) {
    let decoded = CP932.decode(bytes)
    #expect(decoded.text == text)
    #expect(decoded.malformedCount == count)
  }
}
