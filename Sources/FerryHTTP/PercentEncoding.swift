/// Percent-encoding by bytes (RFC 3986 §2.1), and its strict reverse.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes everything but unreserved characters.
  package static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
  }

  package static func encode(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }

  package enum Malformed: Error { case percentSign, notUTF8, nul }

  /// Reads one name or value of `application/x-www-form-urlencoded`, where a plus stands for a space.
  package static func decodeForm(_ encoded: some Collection<UInt8>) throws(Malformed) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      let byte = encoded[index]
      index = encoded.index(after: index)
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let pair = encoded[index...].prefix(2)
        let digits = pair.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { throw .percentSign }
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        index = encoded.index(index, offsetBy: 2)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { throw .nul }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}
