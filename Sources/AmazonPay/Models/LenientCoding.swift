import FerryCore

/// A field's name.
struct FieldName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int? = nil

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// An answer's object, read field by field. What is missing, null or of another type than documented is nil: the
/// provider may add and change, and a payment must not fail over a field that nobody needs. What was not read, and what
/// could not be, is `additional`.
struct LenientObject {
  private let container: KeyedDecodingContainer<FieldName>
  private var read: Set<String> = []

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: FieldName.self)
  }

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

  /// A field without which the answer is of no use.
  /// - Throws: `DecodingError`.
  mutating func required<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) throws -> Value {
    read.insert(name.stringValue)
    return try container.decode(type, forKey: name)
  }

  /// Time in any of the forms Amazon Pay uses: both ISO 8601 forms, and whole milliseconds since 1970.
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

  /// Counts members as read that something else has read.
  mutating func skip(_ names: Set<String>) { read.formUnion(names) }

  /// All other members, as they came.
  var additional: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for name in container.allKeys where !read.contains(name.stringValue) {
      members[name.stringValue] = try? container.decode(JSONValue.self, forKey: name)
    }
    return members
  }
}

/// An element of an array that may be null or of another type.
private struct LenientElement<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? decoder.singleValueContainer().decode(Value.self)
  }
}

/// An object as it is written: the members that have no type of their own, and over them those that have.
struct ObjectWriter {
  private var container: KeyedEncodingContainer<FieldName>

  init(_ encoder: any Encoder, additional: [String: JSONValue] = [:]) throws {
    container = encoder.container(keyedBy: FieldName.self)
    for (name, value) in additional { try container.encode(value, forKey: FieldName(stringValue: name)) }
  }

  /// Writes a field that has a value.
  mutating func write(_ value: (some Encodable)?, _ name: FieldName) throws {
    try container.encodeIfPresent(value, forKey: name)
  }

  mutating func write(_ moment: Moment?, _ name: FieldName) throws {
    try container.encodeIfPresent(moment.map(AmazonPayTimestamp.text), forKey: name)
  }

  /// Writes a list that is not empty.
  mutating func write(list values: [some Encodable], _ name: FieldName) throws {
    if !values.isEmpty { try container.encode(values, forKey: name) }
  }
}

/// A value out of a list that the provider may lengthen at any time: one that is known, or the text as it came. A text
/// that is not known says nothing final.
public enum Open<Known: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  /// One of the list.
  case known(Known)
  /// None of the list, as it came.
  case unknown(String)

  /// The value of a text.
  public init(_ text: String) {
    self = Known(rawValue: text).map { .known($0) } ?? .unknown(text)
  }

  /// The text as it came.
  public var text: String {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let text): text
    }
  }

  /// The text as far as it can stand in a log: letters and digits, 60 at most.
  package var printable: String {
    String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(60))
  }

  /// The value, if it is known.
  public var known: Known? {
    switch self {
    case .known(let value): value
    case .unknown: nil
    }
  }
}

extension Open: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Open: CustomStringConvertible {
  public var description: String { text }
}
