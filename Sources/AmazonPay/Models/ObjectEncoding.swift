import FerryCore

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
