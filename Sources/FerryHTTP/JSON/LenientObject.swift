package struct FieldName: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package let intValue: Int? = nil

  package init(stringLiteral value: String) { stringValue = value }
  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

/// A JSON object, read member by member. A member that is missing, null or of an undocumented type is nil: providers
/// change members, and a payment must not fail because of an optional one. Members that were not read, or could not be
/// decoded, are `additional`.
package struct LenientObject {
  private let container: KeyedDecodingContainer<FieldName>
  private var read: Set<String> = []

  package init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: FieldName.self) }

  package mutating func value<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) -> Value? {
    do {
      let value = try container.decodeIfPresent(type, forKey: name)
      read.insert(name.stringValue)
      return value
    } catch {
      return nil
    }
  }

  /// A member that providers write as a text or as a number; a number is exact to 38 digits.
  package mutating func text(_ name: FieldName) -> String? {
    let text = value(name, as: UntypedJSON.self)?.plainText
    if text == nil { read.remove(name.stringValue) }
    return text
  }

  /// The readable elements of an array.
  package mutating func values<Value: Decodable>(_ name: FieldName, as type: Value.Type = Value.self) -> [Value] {
    value(name, as: LenientList<Value>.self)?.elements ?? []
  }

  /// A member that the object cannot do without.
  /// - Throws: `DecodingError`.
  package mutating func required<Value: Decodable>(
    _ name: FieldName, as type: Value.Type = Value.self
  ) throws -> Value {
    read.insert(name.stringValue)
    return try container.decode(type, forKey: name)
  }

  /// A member that may be missing or null, and otherwise has to be readable.
  /// - Throws: `DecodingError`.
  package mutating func readable<Value: Decodable>(
    _ name: FieldName, as type: Value.Type = Value.self
  ) throws -> Value? {
    read.insert(name.stringValue)
    return try container.decodeIfPresent(type, forKey: name)
  }

  /// Marks members as read that another decoder has read.
  package mutating func skip(_ names: Set<String>) { read.formUnion(names) }

  /// All members that were not read.
  package var additional: [String: UntypedJSON] {
    var members: [String: UntypedJSON] = [:]
    for name in container.allKeys where !read.contains(name.stringValue) {
      members[name.stringValue] = try? container.decode(UntypedJSON.self, forKey: name)
    }
    return members
  }
}

/// Writes a JSON object: first `additional`, then the typed members, which replace members of the same name.
package struct ObjectWriter {
  private var container: KeyedEncodingContainer<FieldName>

  package init(_ encoder: any Encoder, additional: [String: UntypedJSON] = [:]) throws {
    container = encoder.container(keyedBy: FieldName.self)
    for (name, value) in additional { try container.encode(value, forKey: FieldName(stringValue: name)) }
  }

  /// Writes a member unless the value is nil.
  package mutating func write(_ value: (some Encodable)?, _ name: FieldName) throws {
    try container.encodeIfPresent(value, forKey: name)
  }

  /// Writes a list unless it is empty.
  package mutating func write(list values: [some Encodable], _ name: FieldName) throws {
    if !values.isEmpty { try container.encode(values, forKey: name) }
  }
}
