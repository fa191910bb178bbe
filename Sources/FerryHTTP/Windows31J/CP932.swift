/// Windows-31J: Shift_JIS with the extensions of NEC and IBM and a range for user-defined characters, as Microsoft (code
/// page 932) and Java encode it. It is not Foundation's `shiftJIS`, which differs between platforms.
package enum CP932 {
  /// Encodes a text.
  ///
  /// A character with several codes gets the one that Windows and Java choose. Eight characters that other systems write
  /// for one of Microsoft's get its code: U+301C (wave dash), U+2016, U+2212 (minus), U+00A2, U+00A3, U+00A5 (yen), U+00AC
  /// and U+2014. A kana whose sound mark is a character of its own (U+3099, U+309A) gets the code of the composed kana.
  /// - Throws: `UnmappableCharacter` for the first character that has no code, such as an emoji.
  package static func encode(_ text: String) throws(UnmappableCharacter) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for (index, character) in text.enumerated() {
      for scalar in composed(character).map({ [$0] }) ?? Array(character.unicodeScalars) {
        guard let code = code(of: scalar) else { throw UnmappableCharacter(scalar: scalar, position: index + 1) }
        if code > 0xFF { bytes.append(UInt8(code >> 8)) }
        bytes.append(UInt8(truncatingIfNeeded: code))
      }
    }
    return bytes
  }

  /// Decodes bytes. Each byte that begins no character becomes U+FFFD, and decoding continues with the next byte.
  package static func decode(_ bytes: some Collection<UInt8>) -> Decoded {
    var scalars = String.UnicodeScalarView()
    var malformedCount = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let first = bytes[index]
      index = bytes.index(after: index)
      if let scalar = single(first) {
        scalars.append(scalar)
      } else if index < bytes.endIndex, let scalar = double(first, bytes[index]) {
        scalars.append(scalar)
        index = bytes.index(after: index)
      } else {
        scalars.append("\u{FFFD}")
        malformedCount += 1
      }
    }
    return Decoded(text: String(scalars), malformedCount: malformedCount)
  }

  /// Returns true for a byte that begins a character of two bytes. The second one can look like an ASCII letter.
  package static func isFirstOfTwo(_ byte: UInt8) -> Bool { single(byte) == nil }

  package struct Decoded: Hashable, Sendable {
    package let text: String
    /// The number of bytes that became U+FFFD.
    package let malformedCount: Int
  }
}

/// A character that Windows-31J does not have. It names the character and its place, and nothing around it.
package struct UnmappableCharacter: Error, Hashable, Sendable, CustomStringConvertible {
  package let scalar: Unicode.Scalar
  /// The number of the character in the text as a reader counts; the first one is 1.
  package let position: Int

  package var description: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "Character \(position) (U+\(padded)) does not exist in Windows-31J."
  }
}

extension CP932 {
  /// The kana in one scalar that is canonically equivalent to a kana with its sound mark; nil for any other character.
  /// Other characters stay as they are, because normalization would replace some that Windows-31J has.
  private static func composed(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    guard scalars.count == 2, let kana = scalars.first, let mark = scalars.last?.value, mark == 0x3099 || mark == 0x309A
    else { return nil }
    // The composed kana follows its base at the first or second place. Only ヴ stands apart.
    return [1, 2, 0x4E].compactMap { Unicode.Scalar(kana.value + $0) }.first { Character($0) == character }
  }

  /// One byte, or two bytes with the first one above; nil if there is none.
  private static func code(of scalar: Unicode.Scalar) -> UInt16? {
    switch scalar.value {
    case 0...0x80: UInt16(scalar.value)
    case 0xFF61...0xFF9F: UInt16(scalar.value - 0xFF61 + 0xA1)
    case 0xF8F0: 0xA0
    case 0xF8F1...0xF8F3: UInt16(scalar.value - 0xF8F1 + 0xFD)
    case 0xE000...0xE757: userDefined(scalar.value - 0xE000)
    case 0x301C: 0x8160
    case 0x2016: 0x8161
    case 0x2212: 0x817C
    case 0x00A2: 0x8191
    case 0x00A3: 0x8192
    case 0x00A5: 0x818F
    case 0x00AC: 0x81CA
    case 0x2014: 0x815C
    default: Tables.shared.code(of: scalar)
    }
  }

  /// The character of a byte that stands alone; nil for the first byte of two.
  private static func single(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case 0...0x80: Unicode.Scalar(byte)
    case 0xA0: "\u{F8F0}"
    case 0xA1...0xDF: Unicode.Scalar(0xFF61 + UInt32(byte - 0xA1))
    case 0xFD...0xFF: Unicode.Scalar(0xF8F1 + UInt32(byte - 0xFD))
    default: nil
    }
  }

  /// The character of two bytes; nil if they are none.
  private static func double(_ first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
    guard let cell = Tables.cell(second) else { return nil }
    if (0xF0...0xF9).contains(first) {
      return Unicode.Scalar(0xE000 + UInt32(first - 0xF0) * UInt32(Tables.cells) + UInt32(cell))
    }
    return Tables.shared.scalar(first, cell: cell)
  }

  /// - Parameter number: From 0 to 1,879.
  private static func userDefined(_ number: UInt32) -> UInt16 {
    let (row, cell) = number.quotientAndRemainder(dividingBy: UInt32(Tables.cells))
    return UInt16(0xF0 + row) << 8 | UInt16(Tables.second(Int(cell)))
  }
}
