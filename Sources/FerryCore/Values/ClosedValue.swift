/// A word of which there are few, in JSON too: whoever writes another one is told those that there are.
public protocol ClosedValue: RawRepresentable<String>, CaseIterable, Codable {}

extension ClosedValue {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Write one of \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    self = value
  }
}
