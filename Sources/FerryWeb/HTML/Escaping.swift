/// Escaping for element content and for attribute values in double or single quotes.
enum Escaping {
  /// One bit for each of `"`, `&`, `'`, `<` and `>`, all of them below 64. In UTF-8 none of them is part of a longer
  /// character, so looking at bytes is enough.
  private static let special: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E

  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 64, special >> UInt64(byte) & 1 == 1 else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      reference(to: byte).withUTF8Buffer { bytes.append(contentsOf: $0) }
      start = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func reference(to byte: UInt8) -> StaticString {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: "&#39;"
    }
  }
}
