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
/// provider may add and change, and a payment must not fail over a field that nobody needs.
struct LenientObject {
  private let container: KeyedDecodingContainer<FieldName>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: FieldName.self)
  }

  func value<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) -> Value? {
    (try? container.decodeIfPresent(type, forKey: name)) ?? nil
  }

  /// The readable elements of an array.
  func values<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) -> [Value] {
    value(name, as: [LenientElement<Value>].self)?.compactMap(\.value) ?? []
  }

  /// A field without which the answer is of no use.
  /// - Throws: `DecodingError`.
  func required<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) throws -> Value {
    try container.decode(type, forKey: name)
  }

  /// Time in any of the forms Amazon Pay uses: both ISO 8601 forms, and whole milliseconds since 1970.
  func moment(_ name: FieldName) -> Moment? {
    if let text = value(name, as: String.self) { return AmazonPayTimestamp.moment(text) }
    return value(name, as: Int64.self).map { Moment(milliseconds: $0) }
  }
}

/// An element of an array that may be null or of another type.
private struct LenientElement<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? decoder.singleValueContainer().decode(Value.self)
  }
}
