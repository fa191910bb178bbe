import FerryHTTP

/// Bodies of requests in `application/x-www-form-urlencoded;charset=windows-31j`, and the reading of single names and
/// values.
enum FormEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Writes fields in their order, as Java's `URLEncoder` does: every byte of a character of two bytes is escaped, and a
  /// space is a plus.
  /// - Parameter fields: ASCII names, and values in Windows-31J.
  static func body(_ fields: [(name: String, value: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value) in fields {
      if !body.isEmpty { body.append(UInt8(ascii: "&")) }
      append(Array(name.utf8), to: &body)
      body.append(UInt8(ascii: "="))
      append(value, to: &body)
    }
    return body
  }

  /// - Parameter text: In Windows-31J.
  private static func append(_ text: [UInt8], to body: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "*"),
        UInt8(ascii: "_"):
        body.append(byte)
      case UInt8(ascii: " "): body.append(UInt8(ascii: "+"))
      default:
        escape(byte, &body)
        // The second byte of a character can look like a letter.
        if CP932.isFirstOfTwo(byte), index < text.count {
          escape(text[index], &body)
          index += 1
        }
      }
    }
  }

  private static func escape(_ byte: UInt8, _ body: inout [UInt8]) {
    body.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  /// The bytes of a name or value, before they are decoded as Windows-31J. A plus is a space. A percent sign without two
  /// hexadecimal digits stands for itself.
  static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        if digits.count == 2 {
          bytes.append(UInt8(digits[0] << 4 | digits[1]))
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
