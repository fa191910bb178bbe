/// The text of files whose encoding is not stated, or stated wrongly.
package enum FileText: Hashable, Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian, windows1252, windows31J

  /// The text of a file in UTF-8, without a byte order mark. What is no character becomes U+FFFD.
  ///
  /// A byte order mark decides, as in the Encoding Standard of WHATWG; else the charset; else the zero bytes of UTF-16. Everything
  /// else is UTF-8 if it is valid, and in the usual encoding if it is not.
  /// - Parameters:
  ///   - charset: As the answer's `Content-Type` names it; nil if it names none, or a person has downloaded the file.
  ///   - usual: The encoding of such files; nil if nobody knows.
  package static func utf8(of bytes: [UInt8], charset: String? = nil, usual: FileText? = nil) -> [UInt8] {
    let mark = [(utf8, [0xEF, 0xBB, 0xBF]), (utf16LittleEndian, [0xFF, 0xFE]), (utf16BigEndian, [0xFE, 0xFF])]
      .first { bytes.starts(with: $0.1) }
    if let mark { return mark.0.utf8(of: bytes.dropFirst(mark.1.count)) }
    if let encoding = charset.flatMap(Self.init(charset:)) ?? Self(zerosOf: bytes), encoding != .utf8 {
      return encoding.utf8(of: bytes[...])
    }
    guard let usual, String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    return usual.utf8(of: bytes[...])
  }

  /// Names of the IANA registry, and those of Java, which Amazon's answers have.
  private init?(charset: String) {
    switch charset.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "utf-16", "utf-16le": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    case "windows-1252", "cp1252", "iso-8859-1": self = .windows1252
    case "windows-31j", "cp932", "ms932", "shift_jis", "sjis": self = .windows31J
    default: return nil
    }
  }

  /// Names of columns are ASCII: in UTF-16 every second byte is zero.
  private init?(zerosOf bytes: [UInt8]) {
    guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return nil }
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (false, true, false, true): self = .utf16LittleEndian
    case (true, false, true, false): self = .utf16BigEndian
    default: return nil
    }
  }

  private func utf8(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .utf8: Array(bytes)
    case .windows31J: Array(CP932.decode(bytes).text.utf8)
    case .windows1252: Array(String(String.UnicodeScalarView(bytes.map(Self.scalar1252))).utf8)
    case .utf16LittleEndian: Self.utf8(ofUnits: bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: Self.utf8(ofUnits: bytes) { UInt16($0) << 8 | UInt16($1) }
    }
  }

  private static func utf8(ofUnits bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The characters from 0x80 to 0x9F ("windows-1252", IANA). The rest is Latin 1.
  private static let special = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  private static func scalar1252(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? special[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
