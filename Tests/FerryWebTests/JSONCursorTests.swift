import Testing

@testable import FerryWeb

@Suite("A place in JSON")
struct JSONCursorTests {
  private func cursor(_ text: String) -> JSONCursor { JSONCursor(Array(text.utf8)) }

  @Test("The four blanks of JSON are skipped, and no others")
  func blanks() {
    var cursor = cursor(" \t\r\n\u{B}x")
    cursor.skipBlanks()
    #expect(cursor.index == 4)
    #expect(cursor.byte == 0x0B)
  }

  @Test("A byte is skipped if it is the expected one; the end has none")
  func skip() {
    var cursor = cursor("{")
    let skipped = [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "{")].map { cursor.skip($0) }
    #expect(skipped == [false, true, false])
    #expect(cursor.index == 1)
    #expect(cursor.byte == nil)
  }

  @Test(
    "A string is read with its escapes resolved, and no further than its end",
    arguments: [
      ("\"\"", ""), (#""plain""#, "plain"), (#""山田""#, "山田"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u5C71""#, "Aé山"),
      (#""\ud83d\ude00""#, "😀"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    ])
  func string(json: String, text: String) throws {
    var cursor = cursor(json + ", \"next\"")
    let read = try cursor.string()
    #expect(read == text)
    #expect(cursor.index == json.utf8.count)
  }

  @Test(
    "Text that is not a string is refused, and the cursor stays where reading stopped",
    arguments: [
      ("", 0), ("x", 0), ("\"", 1), (#""abc"#, 4), ("\"a\nb\"", 3), (#""\"#, 2), (#""\x""#, 3), (#""\u12""#, 3),
      (#""\u+123""#, 3), (#""\u-123""#, 3), (#""\u12g4""#, 3), (#""\ud800""#, 7), (#""\ud800\n""#, 8),
      (#""\ud800\u0041""#, 13), (#""\ud800\ud800""#, 13), (#""\udc00\ud800""#, 7),
    ])
  func noString(json: String, stop: Int) {
    var cursor = cursor(json)
    let read = try? cursor.string()
    #expect(read == nil)
    #expect(cursor.index == stop)
  }
}
