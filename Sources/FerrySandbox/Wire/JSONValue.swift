/// A JSON value as written: members in their order, numbers as literals.
///
/// The providers' documents fix the order of members, send explicit nulls, and accept amounts as numbers. A codable
/// type keeps none of the three.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The literal as written, so that no amount is converted to floating point.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue {
  /// The member of an object; of repeated names, the last one. Nil for a missing member and for other kinds of values.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// A whole number that fits 64 bits.
  package var integer: Int64? { if case .number(let literal) = self { Int64(literal) } else { nil } }

  /// A whole number, written as a number or as text.
  package var wholeNumber: Int64? { integer ?? text.flatMap { Int64($0) } }

  package var isNull: Bool { self == .null }

  /// The value itself, or nil for JSON null. The literal `nil` would be JSON null here.
  package var unlessNull: JSONValue? { isNull ? .none : self }

  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  package init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }

  package init(_ integer: Int64) { self = .number(String(integer)) }

  package init(_ integer: Int) { self = .number(String(integer)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(name: $0, value: $1) })
  }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self.init(value) }
}

extension JSONValue: Codable {
  /// Decodes the value from its text inside another document, because a codable container would lose order and numbers.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try JSONValue(parsing: Array(try container.decode(String.self).utf8))
    } catch let error as JSONSyntaxError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: bytes, as: UTF8.self))
  }
}

extension JSONValue {
  /// The value as JSON without spaces (RFC 8259), in UTF-8.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(1024)
    append(to: &output)
    return output
  }

  private func append(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let literal): output.append(contentsOf: literal.utf8)
    case .string(let text): Self.append(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.append(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.append(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.append(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0..<0x20:
        output.append(contentsOf: "\\u00".utf8)
        output.append(hexadecimalDigits[Int(byte >> 4)])
        output.append(hexadecimalDigits[Int(byte & 0xF)])
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension JSONValue {
  /// JSON for people, two spaces for each level.
  package var pretty: String { pretty(indent: "") }

  private func pretty(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { member in
        let name = String(decoding: JSONValue.string(member.name).bytes, as: UTF8.self)
        return "\(inner)\(name): \(member.value.pretty(indent: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      return "[\n\(elements.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }
}
