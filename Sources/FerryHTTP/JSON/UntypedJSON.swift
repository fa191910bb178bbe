public import FerryCore
import Foundation

/// Untyped JSON: members that a provider's client does not know. They may hold personal data, so the value prints as its
/// kind only.
public enum UntypedJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number in decimal notation, exact to 38 digits.
  case number(String)
  case string(String)
  case array([UntypedJSON])
  case object([String: UntypedJSON])

  public var string: String? { if case .string(let text) = self { text } else { nil } }

  public var object: [String: UntypedJSON]? { if case .object(let members) = self { members } else { nil } }

  /// A text, or a number as a text; nil for another kind.
  package var plainText: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .bool, .array, .object: nil
    }
  }

  public var array: [UntypedJSON]? { if case .array(let elements) = self { elements } else { nil } }
}

extension UntypedJSON: Codable {
  /// No answer of a provider is nested deeper.
  private static let deepest = 64

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard decoder.codingPath.count <= Self.deepest else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Nested too deeply.")
    }
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let number = try? container.decode(Decimal.self) {
      self = .number(number.description)
    } else if let elements = try? container.decode([UntypedJSON].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: UntypedJSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let text):
      guard let number = Decimal(string: text) else {
        throw EncodingError.invalidValue(text, .init(codingPath: encoder.codingPath, debugDescription: "No number."))
      }
      try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension UntypedJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .number(String(value)) }
}

extension UntypedJSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: UntypedJSON...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, UntypedJSON)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}

extension UntypedJSON: Redacted {
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "truth value"
    case .number: "number"
    case .string: "text"
    case .array(let elements): "array of \(elements.count)"
    case .object(let members): "object of \(members.count)"
    }
  }
}
