import Testing

@testable import FerrySandbox

@Suite("JSON")
struct JSONValueTests {
  @Test(
    "A text survives a round trip",
    arguments: [
      "null", "true", "[]", "{}", #"{"b":1,"a":[1.50,-0,2e5,"x"],"b":null}"#, #""ご購入 🎁 \"quoted\" \\ \u0001""#,
    ])
  func roundTrip(_ text: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(String(decoding: value.bytes, as: UTF8.self) == text)
  }

  @Test("Escapes are read, pairs of surrogates included")
  func escapes() throws {
    let value = try JSONValue(parsing: Array(#""\u3042\ud83c\udf81\n\/\t""#.utf8))
    #expect(value.text == "あ🎁\n/\t")
  }

  @Test("The last of two members with one name counts")
  func repeatedMembers() throws {
    #expect(try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8))["a"]?.integer == 2)
  }

  @Test("A null counts as nothing where null is the same as a missing member")
  func unlessNull() throws {
    let value = try JSONValue(parsing: Array(#"{"a":null,"b":false}"#.utf8))
    #expect(value["a"] == .null)
    #expect(value["a"]?.unlessNull == Optional<JSONValue>.none)
    #expect(value["b"]?.unlessNull == false)
  }

  @Test(
    "Invalid JSON is refused",
    arguments: [
      "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", ".5", "+1", "1e", "nul", "'a'", "\"a", "\"\\x\"",
      "\"\\ud83c\"", "\"\u{1}\"", "[1] 2", "{a:1}",
    ])
  func refused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test("Bytes that are not UTF-8, and too deep nesting, are refused")
  func hostile() {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [UInt8](repeating: 0x5B, count: 100_000)) }
  }
}
