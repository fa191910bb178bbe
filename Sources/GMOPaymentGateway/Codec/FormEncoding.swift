import FerryHTTP

/// Bodies of requests in `application/x-www-form-urlencoded;charset=windows-31j`.
enum FormEncoding {
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
        PercentEncoding.escape(byte, to: &body)
        // The second byte of a character can look like a letter.
        if CP932.isFirstOfTwo(byte), index < text.count {
          PercentEncoding.escape(text[index], to: &body)
          index += 1
        }
      }
    }
  }
}
