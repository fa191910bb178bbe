import FerryCore
import FerryTesting
import Testing

@Suite("Base64url")
struct Base64URLTests {
  @Test(
    "Follows the vectors of RFC 4648 §10, without their padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(plain: String, text: String) {
    #expect(Base64URL.encode(plain.utf8) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test("Uses the alphabet that is safe in URLs")
  func alphabet() {
    #expect(Base64URL.encode([0xFB, 0xEF, 0xBE]) == "----")
    #expect(Base64URL.encode([0xFF, 0xFF, 0xFF]) == "____")
    #expect(Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
  }

  @Test("What is encoded is decoded", arguments: 0...67)
  func roundTrip(count: Int) {
    let bytes = SequentialRandomness(seed: UInt64(count)).bytes(count)
    #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
  }

  @Test(
    "Refuses other alphabets, padding, white space, impossible lengths and loose bits",
    arguments: ["Zg==", "Zm8=", "+///", "Zm9v\n", " Zm9v", "Zm 9v", "A", "AAAAA", "Zh", "Zm9", "é", "Ｚｇ"])
  func refused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
