#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The members of a JSON object (RFC 8259) whose values are text; values of other kinds are read over.
///
/// It is stricter than decoders are, for what is checked here is believed elsewhere: a name that stands twice, of which each
/// program would choose another, is refused, and so are half surrogates, bytes that are no characters, and depth without end.
struct TextMembers {
  struct Unreadable: Error {}

  private static let depthLimit = 16

  private(set) var members: [String: String] = [:]

  private let bytes: [UInt8]
  private var index = 0

  /// - Parameter ignoringCase: Whether names that differ by case only are the same name. They are kept in lower case then.
  /// - Throws: `Unreadable`.
  init(_ bytes: [UInt8], ignoringCase: Bool = false) throws(Unreadable) {
    self.bytes = bytes
    guard String(bytes: bytes, encoding: .utf8) != nil else { throw Unreadable() }
    blanks()
    try object { (reader: inout TextMembers, name) throws(Unreadable) in
      let name = ignoringCase ? name.lowercased() : name
      guard reader.byte == UInt8(ascii: "\"") else { return try reader.value(depth: 1) }
      reader.members[name] = try reader.text()
    } named: {
      ignoringCase ? $0.lowercased() : $0
    }
    blanks()
    guard index == bytes.count else { throw Unreadable() }
  }

  subscript(_ name: String) -> String? { members[name] }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func blanks() {
    while let byte, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { index += 1 }
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  private mutating func object(
    _ member: (inout TextMembers, String) throws(Unreadable) -> Void, named spelling: (String) -> String = { $0 }
  ) throws(Unreadable) {
    guard take(UInt8(ascii: "{")) else { throw Unreadable() }
    var names: Set<String> = []
    blanks()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      blanks()
      let name = try text()
      guard names.insert(spelling(name)).inserted else { throw Unreadable() }
      blanks()
      guard take(UInt8(ascii: ":")) else { throw Unreadable() }
      blanks()
      try member(&self, name)
      blanks()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw Unreadable() }
  }

  /// Reads over a value.
  private mutating func value(depth: Int) throws(Unreadable) {
    guard depth < Self.depthLimit else { throw Unreadable() }
    blanks()
    switch byte {
    case UInt8(ascii: "{"):
      try object { (reader: inout TextMembers, _) throws(Unreadable) in try reader.value(depth: depth + 1) }
    case UInt8(ascii: "["):
      index += 1
      blanks()
      if take(UInt8(ascii: "]")) { return }
      repeat {
        try value(depth: depth + 1)
        blanks()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw Unreadable() }
    case UInt8(ascii: "\""): _ = try text()
    default: try word()
    }
  }

  /// A number, or one of the three words. Nobody needs its value.
  private mutating func word() throws(Unreadable) {
    let start = index
    while let byte, Self.isWordByte(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) || Double(word) != nil && Self.beginsNumber(bytes[start]) else {
      throw Unreadable()
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45].contains(byte)
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x2D }

  /// The text of a string, its escapes resolved.
  private mutating func text() throws(Unreadable) -> String {
    guard take(UInt8(ascii: "\"")) else { throw Unreadable() }
    var units: [UInt8] = []
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units.append(contentsOf: String(try escaped()).utf8)
      case 0..<0x20: throw Unreadable()
      default: units.append(byte)
      }
    }
    throw Unreadable()
  }

  private mutating func escaped() throws(Unreadable) -> Unicode.Scalar {
    guard let byte else { throw Unreadable() }
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
      guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw Unreadable() }
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
      else { throw Unreadable() }
      return scalar
    default: throw Unreadable()
    }
  }

  private mutating func hexadecimal() throws(Unreadable) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Unreadable() }
    index += 4
    return unit
  }
}
