/// A position in JSON text (RFC 8259), for readers that check more than decoders do. After a failure it is where reading
/// stopped.
package struct JSONCursor: Sendable {
  package struct Malformed: Error {
    package init() {}
  }

  /// UTF-8. The caller checks that first: strings have replacement characters for invalid bytes.
  package let bytes: [UInt8]
  package var index = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil at the end.
  package var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  package mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  /// Skips the next byte if it is the expected one, and returns true then.
  package mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  /// The text of a string without escapes.
  /// - Throws: `Malformed`, also for a lone surrogate.
  package mutating func string() throws(Malformed) -> String {
    guard take(UInt8(ascii: "\"")) else { throw Malformed() }
    var units: [UInt8] = []
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units.append(contentsOf: String(try escaped()).utf8)
      case 0..<0x20: throw Malformed()
      default: units.append(byte)
      }
    }
    throw Malformed()
  }

  private mutating func escaped() throws(Malformed) -> Unicode.Scalar {
    guard let byte else { throw Malformed() }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // A character beyond U+FFFF comes as two halves, the high one first.
      guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw Malformed() }
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
      else { throw Malformed() }
      return scalar
    default: throw Malformed()
    }
  }

  private mutating func hexadecimal() throws(Malformed) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Malformed() }
    index += 4
    return unit
  }
}
