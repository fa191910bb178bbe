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
