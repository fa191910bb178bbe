/// Escaping for element content and for attribute values in double or single quotes.
enum Escaping {
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var start = text.startIndex
    for index in text.indices {
      guard let reference = reference(to: text[index]) else { continue }
      bytes.append(contentsOf: text[start..<index])
      reference.withUTF8Buffer { bytes.append(contentsOf: $0) }
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  /// Never part of a longer character in UTF-8, so bytes are enough.
  @inline(__always)
  private static func reference(to byte: UInt8) -> StaticString? {
    guard byte <= UInt8(ascii: ">") else { return nil }
    return switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
