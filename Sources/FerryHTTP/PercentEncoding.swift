/// Percent-encoding by bytes (RFC 3986 §2.1), and its strict reverse.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes everything but unreserved characters.
  package static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        escape(byte, to: &bytes)
      }
    }
  }

  package static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  package static func encode(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    FieldRules.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
  }

  package enum Malformed: Error { case percentSign, notUTF8, nul }

  /// Reads one name or value of `application/x-www-form-urlencoded`, where a plus stands for a space.
  package static func decodeForm(_ encoded: some Collection<UInt8>) throws(Malformed) -> String {
    guard let bytes = formBytes(encoded, keepsBadSigns: false) else { throw .percentSign }
    guard !bytes.contains(0) else { throw .nul }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  /// The bytes of one name or value of a form, where a plus stands for a space.
  /// - Parameter keepsBadSigns: True if a percent sign without two hexadecimal digits stands for itself; otherwise the result
  ///   is nil.
  package static func formBytes(_ encoded: some Collection<UInt8>, keepsBadSigns: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else if keepsBadSigns {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    return bytes
  }
}
