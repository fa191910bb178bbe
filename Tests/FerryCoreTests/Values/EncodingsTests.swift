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

  @Test("The two characters that differ from base64 are - and _")
  func alphabet() {
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
  }

  @Test("Bytes of every length and value survive a round trip")
  func roundTrip() {
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  @Test("Invalid text is refused", arguments: ["Zg==", "Zm9v+", "Zm 9", "Z", "Zm9vZ", "Zh", "Zm9", "é"])
  func refused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}

@Suite("Hexadecimal text")
struct HexadecimalTests {
  @Test("Every byte is written with two digits, in lower case")
  func text() {
    #expect(Hexadecimal.text([0x00, 0x0A, 0x9F, 0xFF]) == "000a9fff")
    #expect(Hexadecimal.text([]).isEmpty)
  }
}

@Suite("Names of this machine")
struct LoopbackTests {
  @Test(
    "Loopback names and addresses are this machine's",
    arguments: ["localhost", "shop.localhost", "127.0.0.1", "127.255.0.9", "::1", "[::1]", "::ffff:127.0.0.1"])
  func loopback(host: String) {
    #expect(Loopback.isHost(host))
  }

  @Test(
    "Similar names and addresses are not",
    arguments: [
      "", "localhost.shop.example", "notlocalhost", "127.0.0.1.example", "127.0.0", "127.0.0.256", "127.+0.0.1",
      "128.0.0.1",
      "::2", "::ffff:10.0.0.1", "0.0.0.0",
    ])
  func others(host: String) {
    #expect(!Loopback.isHost(host))
  }
}
