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
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  package enum Malformed: Error {
    case percentSign
    case notUTF8
    case nul
  }

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
        guard pair.count == 2, let high = hexValue(pair.first), let low = hexValue(pair.dropFirst().first) else {
          throw .percentSign
        }
        bytes.append(high << 4 | low)
        index = encoded.index(index, offsetBy: 2)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { throw .nul }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  private static func hexValue(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let digit) where (0x30...0x39).contains(digit): digit - 0x30
    case .some(let letter) where (0x41...0x46).contains(letter): letter - 0x41 + 10
    case .some(let letter) where (0x61...0x66).contains(letter): letter - 0x61 + 10
    default: nil
    }
  }
}
