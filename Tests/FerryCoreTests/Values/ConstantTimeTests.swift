import FerryCore
import Testing

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

  @Test("Texts are compared by their bytes, not by what they look like")
  func texts() {
    #expect(equalInConstantTime("kagi-鍵", "kagi-鍵"))
    #expect(!equalInConstantTime("kagi", "kagj"))
    #expect(!equalInConstantTime("é", "e\u{301}"))
  }
}
