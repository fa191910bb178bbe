/// A text with few allowed values. Decoding another text fails with an error that lists the allowed ones.
public protocol ClosedValue: RawRepresentable<String>, CaseIterable, Codable {}

extension ClosedValue {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      Self.init(rawValue:), else: "Write one of \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
}

extension Decoder {
  /// The value that a text or a number stands for.
  /// - Throws: `DecodingError` with the advice if there is none.
  func value<Encoded: Decodable, Value>(
    _ read: (Encoded) -> Value?, else advice: @autoclosure () -> String
  ) throws -> Value {
    let container = try singleValueContainer()
    guard let value = read(try container.decode(Encoded.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: advice())
    }
    return value
  }
}
