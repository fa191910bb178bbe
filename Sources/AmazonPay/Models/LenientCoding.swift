import FerryCore

/// An object whose typed members are listed once, for decoding and for encoding.
protocol LenientCodable: Codable {
  /// Members without a typed property.
  var additional: [String: JSONValue] { get set }
  /// An object without members.
  init()
  /// Reads or writes all typed members.
  /// - Throws: `DecodingError` for a required member, `EncodingError`.
  mutating func code(_ members: inout some MemberCoder) throws
}

/// Reads properties from the members of a JSON object, or writes them as members.
protocol MemberCoder {
  mutating func member<Value: Codable>(_ property: inout Value?, _ name: FieldName) throws
  mutating func member(_ property: inout Moment?, _ name: FieldName) throws
  /// An empty list is not written.
  mutating func list<Value: Codable>(_ property: inout [Value], _ name: FieldName) throws
  /// A member that the object cannot do without.
  mutating func required<Value: Codable>(_ property: inout Value, _ name: FieldName) throws
}

extension LenientCodable {
  public init(from decoder: any Decoder) throws {
    self.init()
    var object = try LenientObject(decoder)
    try code(&object)
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    var copy = self
    try copy.code(&object)
  }
}

/// A field's name.
struct FieldName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int? = nil

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A JSON object, read member by member. A member that is missing, null or of an undocumented type is nil: Amazon may
/// change members, and a payment must not fail because of an optional one. Members that were not read, or could not be
/// decoded, are `additional`.
struct LenientObject {
  private let container: KeyedDecodingContainer<FieldName>
  private var read: Set<String> = []

  init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: FieldName.self) }

  mutating func value<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) -> Value? {
    do {
      let value = try container.decodeIfPresent(type, forKey: name)
      read.insert(name.stringValue)
      return value
    } catch {
      return nil
    }
  }

  /// The readable elements of an array.
  mutating func values<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) -> [Value] {
    value(name, as: [LenientElement<Value>].self)?.compactMap(\.value) ?? []
  }

  /// A member that the object cannot do without.
  /// - Throws: `DecodingError`.
  mutating func required<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) throws -> Value {
    read.insert(name.stringValue)
    return try container.decode(type, forKey: name)
  }

  /// A time in any form that Amazon Pay uses: both ISO 8601 forms, and whole milliseconds since 1970.
  mutating func moment(_ name: FieldName) -> Moment? {
    if let text = value(name, as: String.self) {
      guard let moment = AmazonPayTimestamp.moment(text) else {
        read.remove(name.stringValue)
        return nil
      }
      return moment
    }
    return value(name, as: Int64.self).map { Moment(milliseconds: $0) }
  }

  /// Marks members as read that another decoder has read.
  mutating func skip(_ names: Set<String>) { read.formUnion(names) }

  /// All members that were not read.
  var additional: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for name in container.allKeys where !read.contains(name.stringValue) {
      members[name.stringValue] = try? container.decode(JSONValue.self, forKey: name)
    }
    return members
  }
}

extension LenientObject: MemberCoder {
  mutating func member<Value: Codable>(_ property: inout Value?, _ name: FieldName) { property = value(name) }

  mutating func member(_ property: inout Moment?, _ name: FieldName) { property = moment(name) }

  mutating func list<Value: Codable>(_ property: inout [Value], _ name: FieldName) { property = values(name) }

  mutating func required<Value: Codable>(_ property: inout Value, _ name: FieldName) throws {
    property = try required(name)
  }
}

/// An element of an array; nil if it cannot be decoded.
private struct LenientElement<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Value.self) }
}

/// Writes a JSON object: first `additional`, then the typed members, which replace members of the same name.
struct ObjectWriter {
  private var container: KeyedEncodingContainer<FieldName>

  init(_ encoder: any Encoder, additional: [String: JSONValue] = [:]) throws {
    container = encoder.container(keyedBy: FieldName.self)
    for (name, value) in additional { try container.encode(value, forKey: FieldName(stringValue: name)) }
  }

  /// Writes a member unless the value is nil.
  mutating func write(_ value: (some Encodable)?, _ name: FieldName) throws {
    try container.encodeIfPresent(value, forKey: name)
  }

  mutating func write(_ moment: Moment?, _ name: FieldName) throws {
    try container.encodeIfPresent(moment.map(AmazonPayTimestamp.text), forKey: name)
  }

  /// Writes a list unless it is empty.
  mutating func write(list values: [some Encodable], _ name: FieldName) throws {
    if !values.isEmpty { try container.encode(values, forKey: name) }
  }
}

extension ObjectWriter: MemberCoder {
  mutating func member<Value: Codable>(_ property: inout Value?, _ name: FieldName) throws { try write(property, name) }

  mutating func member(_ property: inout Moment?, _ name: FieldName) throws { try write(property, name) }

  mutating func list<Value: Codable>(_ property: inout [Value], _ name: FieldName) throws {
    try write(list: property, name)
  }

  mutating func required<Value: Codable>(_ property: inout Value, _ name: FieldName) throws {
    try write(property, name)
  }
}

/// A value of an enumeration that Amazon may extend at any time. An unknown value is never final.
public enum Open<Known: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  case known(Known)
  /// The text of an unknown value.
  case unknown(String)

  public init(_ text: String) { self = Known(rawValue: text).map { .known($0) } ?? .unknown(text) }

  /// The raw text.
  public var text: String {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let text): text
    }
  }

  /// The text for logs: letters and digits, 60 at most.
  package var printable: String { String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(60)) }

  /// The value; nil if it is unknown.
  public var known: Known? {
    switch self {
    case .known(let value): value
    case .unknown: nil
    }
  }
}

extension Open: Codable {
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Open: CustomStringConvertible {
  public var description: String { text }
}
