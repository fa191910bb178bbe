/// A JSON value as it stands in the text: members in their order, numbers as written.
///
/// The providers' documents fix the order of members, send explicit nulls, and accept amounts as numbers. A codable
/// type keeps none of the three.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The literal as it was written, so that no amount passes through floating point.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: String
    let value: JSONValue
  }
}

extension JSONValue {
  /// The member of an object; the last one where a name is repeated. Nil for a missing member and for another kind.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// A whole number that fits 64 bits.
  var integer: Int64? {
    guard case .number(let literal) = self else { return nil }
    return Int64(literal)
  }

  /// A whole number, written as a number or as text.
  var wholeNumber: Int64? { integer ?? text.flatMap { Int64($0) } }

  var isNull: Bool { self == .null }

  /// The value itself, or nil for JSON null.
  var unlessNull: JSONValue? { isNull ? nil : self }

  init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }

  init(_ integer: Int64) { self = .number(String(integer)) }

  init(_ integer: Int) { self = .number(String(integer)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(name: $0, value: $1) })
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
  init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int64) { self.init(value) }
}

extension JSONValue: Codable {
  /// Travels inside another document as its own text, for a codable container would lose order and numbers.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try JSONValue(parsing: Array(try container.decode(String.self).utf8))
    } catch let error as JSONSyntaxError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: bytes, as: UTF8.self))
  }
}
