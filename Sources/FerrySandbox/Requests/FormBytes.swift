/// A form or query as bytes (`application/x-www-form-urlencoded`), read as servers do that accept everything.
package enum FormBytes {
  /// The pairs in their order, without those that have no name. A broken escape stays as it is.
  package static func pairs(_ bytes: some Collection<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
    bytes.split(separator: UInt8(ascii: "&")).compactMap { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = decoded(pair[..<equals])
      return name.isEmpty ? nil : (name, decoded(pair[equals...].dropFirst()))
    }
  }

  private static func decoded(_ encoded: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(encoded)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      let digits = bytes[index...].prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%") where digits.count == 2:
        result.append(UInt8(digits[0] << 4 | digits[1]))
        index += 2
      default: result.append(byte)
      }
    }
    return result
  }
}
