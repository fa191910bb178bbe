/// Bytes as text, two digits each.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// In lower case.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    for byte in bytes {
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: output, as: UTF8.self)
  }
}
