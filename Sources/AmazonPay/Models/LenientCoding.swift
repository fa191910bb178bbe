import FerryCore
import FerryHTTP

/// An object whose typed members are listed once, for decoding and for encoding.
protocol LenientCodable: Codable {
  /// Members without a typed property.
  var additional: [String: UntypedJSON] { get set }
  /// An object without members.
  init()
  /// Reads or writes all typed members.
  /// - Throws: `DecodingError` for a required member, `EncodingError`.
  mutating func code(_ members: inout MemberCoder) throws
}

extension LenientCodable {
  public init(from decoder: any Decoder) throws {
    self.init()
    var members = MemberCoder(reader: try LenientObject(decoder))
    try code(&members)
    additional = members.reader?.additional ?? [:]
  }

  public func encode(to encoder: any Encoder) throws {
    var members = MemberCoder(writer: try ObjectWriter(encoder, additional: additional))
    var copy = self
    try copy.code(&members)
  }
}

/// Reads properties from the members of a JSON object, or writes them as members.
struct MemberCoder {
  fileprivate var reader: LenientObject?
  fileprivate var writer: ObjectWriter?

  mutating func member<Value: Codable>(_ property: inout Value?, _ name: FieldName) throws {
    if reader != nil { property = reader?.value(name) }
    try writer?.write(property, name)
  }

  mutating func member(_ property: inout Moment?, _ name: FieldName) throws {
    if reader != nil { property = reader?.moment(name) }
    try writer?.write(property, name)
  }

  /// A text of a buyer or an address. An empty one counts as missing.
  mutating func text(_ property: inout String?, _ name: FieldName) throws {
    try member(&property, name)
    if property?.allSatisfy(\.isWhitespace) == true { property = nil }
  }

  /// An empty list is not written.
  mutating func list<Value: Codable>(_ property: inout [Value], _ name: FieldName) throws {
    property = reader?.values(name) ?? property
    try writer?.write(list: property, name)
  }

  /// A member that the object cannot do without.
  mutating func required<Value: Codable>(_ property: inout Value, _ name: FieldName) throws {
    property = try reader?.required(name) ?? property
    try writer?.write(property, name)
  }
}

extension LenientObject {
  /// A time in any form that Amazon Pay uses: both ISO 8601 forms, and whole milliseconds or seconds since 1970.
  mutating func moment(_ name: FieldName) -> Moment? { value(name, as: ReadTime.self)?.moment }

  private struct ReadTime: Decodable {
    let moment: Moment

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let text = try? container.decode(String.self) else {
        let number = try container.decode(Int64.self)
        // Amazon's samples of disputes count seconds. As milliseconds, such a number is a time before 1973.
        moment = Moment(milliseconds: number.magnitude < 100_000_000_000 ? number * 1000 : number)
        return
      }
      guard let moment = AmazonPayTimestamp.moment(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "No time.")
      }
      self.moment = moment
    }
  }
}

extension ObjectWriter {
  mutating func write(_ moment: Moment?, _ name: FieldName) throws {
    try write(moment.map(AmazonPayTimestamp.text), name)
  }
}
