/// A value of an enumeration that a provider may extend at any time. An unknown value is never final.
public enum Open<Known: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  case known(Known)
  /// The text of an unknown value.
  case unknown(String)

  public init(_ text: String) { self = Known(rawValue: text).map { .known($0) } ?? .unknown(text) }

  public var text: String {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let text): text
    }
  }

  /// The text for logs: letters and digits, 60 at most.
  package var printable: String { String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(60)) }

  public var known: Known? { if case .known(let value) = self { value } else { nil } }
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
