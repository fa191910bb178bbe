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
