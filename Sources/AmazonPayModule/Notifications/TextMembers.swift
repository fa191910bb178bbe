import AmazonPay
import FerryCore

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
  typealias Malformed = JSONCursor.Malformed

  private static let depthLimit = 16

  private(set) var members: [String: String] = [:]

  private var cursor: JSONCursor

  /// - Parameter ignoringCase: Whether names that differ by case only are the same name. They are kept in lower case then.
  /// - Throws: `Malformed`.
  init(_ bytes: [UInt8], ignoringCase: Bool = false) throws(Malformed) {
    cursor = JSONCursor(bytes)
    guard String(bytes: bytes, encoding: .utf8) != nil else { throw Malformed() }
    cursor.skipBlanks()
    try object { (reader: inout TextMembers, name) throws(Malformed) in
      let name = ignoringCase ? name.lowercased() : name
      guard reader.cursor.byte == UInt8(ascii: "\"") else { return try reader.value(depth: 1) }
      reader.members[name] = try reader.cursor.string()
    } named: {
      ignoringCase ? $0.lowercased() : $0
    }
    cursor.skipBlanks()
    guard cursor.byte == nil else { throw Malformed() }
  }

  subscript(_ name: String) -> String? { members[name] }

  private mutating func object(
    _ member: (inout TextMembers, String) throws(Malformed) -> Void, named spelling: (String) -> String = { $0 }
  ) throws(Malformed) {
    guard cursor.take(UInt8(ascii: "{")) else { throw Malformed() }
    var names: Set<String> = []
    cursor.skipBlanks()
    if cursor.take(UInt8(ascii: "}")) { return }
    repeat {
      cursor.skipBlanks()
      let name = try cursor.string()
      guard names.insert(spelling(name)).inserted else { throw Malformed() }
      cursor.skipBlanks()
      guard cursor.take(UInt8(ascii: ":")) else { throw Malformed() }
      cursor.skipBlanks()
      try member(&self, name)
      cursor.skipBlanks()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")) else { throw Malformed() }
  }

  /// Reads over a value.
  private mutating func value(depth: Int) throws(Malformed) {
    guard depth < Self.depthLimit else { throw Malformed() }
    cursor.skipBlanks()
    switch cursor.byte {
    case UInt8(ascii: "{"):
      try object { (reader: inout TextMembers, _) throws(Malformed) in try reader.value(depth: depth + 1) }
    case UInt8(ascii: "["):
      cursor.index += 1
      cursor.skipBlanks()
      if cursor.take(UInt8(ascii: "]")) { return }
      repeat {
        try value(depth: depth + 1)
        cursor.skipBlanks()
      } while cursor.take(UInt8(ascii: ","))
      guard cursor.take(UInt8(ascii: "]")) else { throw Malformed() }
    case UInt8(ascii: "\""): _ = try cursor.string()
    default: try word()
    }
  }

  /// A number, or one of the three words. Nobody needs its value.
  private mutating func word() throws(Malformed) {
    let start = cursor.index
    while let byte = cursor.byte, Self.isWordByte(byte) { cursor.index += 1 }
    let word = String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self)
    guard
      ["true", "false", "null"].contains(word) || Double(word) != nil && Self.beginsNumber(cursor.bytes[start])
    else { throw Malformed() }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45].contains(byte)
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x2D }
}
