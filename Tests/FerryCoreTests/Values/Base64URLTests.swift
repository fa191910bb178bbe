import FerryCore
import Testing

@Suite("Base64url")
struct Base64URLTests {
  @Test(
    "Bytes are written and read as RFC 4648 §10 has them, without padding",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(plain: String, encoded: String) {
    #expect(Base64URL.encode(plain.utf8) == encoded)
    #expect(Base64URL.decode(encoded) == Array(plain.utf8))
  }

  @Test("The two characters that differ from base64 are the URL's")
  func alphabet() {
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
  }

  @Test("Bytes of every length and value come back")
  func roundTrip() {
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test("Other texts are not read", arguments: ["Zg==", "Zm9v+", "Zm 9", "Z", "Zm9vZ", "Zh", "Zm9", "é"])
  func refused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
