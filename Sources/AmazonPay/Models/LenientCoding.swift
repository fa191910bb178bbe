import FerryCore
import FerryHTTP

/// An object whose typed members are listed once, for decoding and for encoding.
protocol LenientCodable: Codable {
  var additional: [String: UntypedJSON] { get set }
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

extension LenientObject {
  /// A time in any form that Amazon Pay uses: both ISO 8601 forms, and whole milliseconds since 1970.
  mutating func moment(_ name: FieldName) -> Moment? { value(name, as: ReadTime.self)?.moment }

  private struct ReadTime: Decodable {
    let moment: Moment

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let text = try? container.decode(String.self) else {
        moment = Moment(milliseconds: try container.decode(Int64.self))
        return
      }
      guard let moment = AmazonPayTimestamp.moment(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "No time.")
      }
      self.moment = moment
    }
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

extension ObjectWriter {
  mutating func write(_ moment: Moment?, _ name: FieldName) throws {
    try write(moment.map(AmazonPayTimestamp.text), name)
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
