import FerryCore
import FerryTesting
import Synchronization
import Testing

@Suite("Secret")
struct SecretTests {
  struct Settings {
    let name = "shop"
    let key = Secret("hush-4711")
    let optional: Secret<[UInt8]>? = Secret([0x68, 0x75])
  }

  @Test("Never shows its value, however it is printed")
  func printing() {
    let secret = Secret("hush-4711")
    var dumped = ""
    dump(secret, to: &dumped)
    dump([secret], to: &dumped)
    dump(Settings(), to: &dumped)
    var printed = ""
    print(secret, Settings(), to: &printed)
    debugPrint(secret, Settings(), to: &printed)
    let texts = [
      "\(secret)", secret.description, secret.debugDescription, String(describing: secret), String(reflecting: secret),
      "\([secret])", "\(["key": secret])", String(describing: Optional(secret)), "\(Settings())",
      String(reflecting: Settings()), dumped, printed,
    ]
    for text in texts {
      #expect(text.contains("redacted"))
      #expect(!text.contains("hush"))
      #expect(!text.contains("104"))
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test("Returns its value only by an explicit call")
  func reveal() {
    #expect(Secret("hush-4711").reveal() == "hush-4711")
  }
}

@Suite("Comparison in constant time")
struct ConstantTimeTests {
  @Test("Equal means the same bytes in the same order")
  func bytes() {
    #expect(equalInConstantTime([1, 2, 3] as [UInt8], [1, 2, 3] as [UInt8]))
    #expect(equalInConstantTime([] as [UInt8], [] as [UInt8]))
    #expect(!equalInConstantTime([1, 2, 3] as [UInt8], [1, 2, 4] as [UInt8]))
    #expect(!equalInConstantTime([0, 2, 3] as [UInt8], [1, 2, 3] as [UInt8]))
    #expect(!equalInConstantTime([1, 2] as [UInt8], [1, 2, 3] as [UInt8]))
    #expect(!equalInConstantTime([] as [UInt8], [0] as [UInt8]))
    // Two differences must not cancel each other out.
    #expect(!equalInConstantTime([1, 1] as [UInt8], [0, 0] as [UInt8]))
    #expect(!equalInConstantTime([0xFF, 0xFF] as [UInt8], [0, 0] as [UInt8]))
  }

  @Test("Every flipped bit is a difference", arguments: 0..<64)
  func bits(bit: Int) {
    let token = Array("token-42".utf8)
    var other = token
    other[bit / 8] ^= 1 << (bit % 8)
    #expect(!equalInConstantTime(token, other))
  }

  @Test("Texts are compared by their bytes, not by their appearance")
  func texts() {
    #expect(equalInConstantTime("kagi-鍵", "kagi-鍵"))
    #expect(!equalInConstantTime("kagi", "kagj"))
    #expect(!equalInConstantTime("é", "e\u{301}"))
  }
}

@Suite("Randomness")
struct RandomnessTests {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  @Test("Returns the requested number of bytes, different each time")
  func systemBytes() {
    let randomness = SystemRandomness()
    for count in [0, 1, 7, 8, 9, 33] { #expect(randomness.bytes(count).count == count) }
    #expect(Set((0..<1_000).map { _ in randomness.bytes(16) }).count == 1_000)
  }

  @Test("A token is base64url of its bytes, 22 characters for 16", arguments: [(16, 22), (32, 43), (1, 2)])
  func tokens(bytes: Int, length: Int) {
    let token = SystemRandomness().token(bytes: bytes)
    #expect(token.count == length)
    #expect(Base64URL.decode(token)?.count == bytes)
  }

  @Test("Text has its length and characters of its alphabet only", arguments: [0, 1, 32, 100])
  func text(length: Int) {
    let text = SystemRandomness().text(length, of: Self.letters)
    #expect(text.count == length)
    #expect(text.allSatisfy { Self.letters.contains($0) })
  }

  /// Pearson's chi-squared with k − 1 degrees of freedom stays below k − 1 + 6·√(2(k − 1)) but once in a great many seeds;
  /// taking bytes modulo 26 or 100 without discarding any is far above.
  @Test("Every character is equally likely", arguments: [2, 26, 62, 100, 200, 255, 256])
  func distribution(size: Int) throws {
    let alphabet = try (0..<size).map { Character(try #require(Unicode.Scalar(0x4E00 + $0))) }
    let length = 256 * 400
    let text = SequentialRandomness(seed: 99).text(length, of: alphabet)
    let counts = text.reduce(into: [Character: Int]()) { $0[$1, default: 0] += 1 }
    let expected = Double(length) / Double(size)
    let chiSquared = alphabet.reduce(0.0) { sum, character in
      let difference = Double(counts[character] ?? 0) - expected
      return sum + difference * difference / expected
    }
    let freedom = Double(size - 1)
    #expect(chiSquared < freedom + 6 * (2 * freedom).squareRoot())
  }

  /// Returns the given bytes, then none.
  final class Scripted: Randomness {
    private let rest: Mutex<[UInt8]>
    init(_ bytes: [UInt8]) { rest = Mutex(bytes) }
    func bytes(_ count: Int) -> [UInt8] {
      rest.withLock { rest in
        defer { rest.removeFirst(min(count, rest.count)) }
        return Array(rest.prefix(count))
      }
    }
  }

  @Test("Bytes that would favour the first characters are discarded")
  func rejection() {
    // 256 is 9 · 26 + 22: bytes from 234 on would give "a" to "v" a tenth chance.
    let randomness = Scripted([0, 25, 233, 234, 255, 26])
    #expect(randomness.text(4, of: Self.letters) == "azza")
  }
}
