import FerrySandbox

extension JSONValue {
  /// True or false, as JSON or as text.
  var flagOrText: Bool? { flag ?? text.flatMap { Bool($0) } }
}

/// The allowed shape of a request body. A refusal names the field.
indirect enum RequestShape: Sendable {
  /// Text of at most so many characters.
  case text(Int)
  case choice([String])
  case flag
  /// True or false, as JSON or as text, which Amazon's examples of report schedules use.
  case flagOrText
  /// A whole number, as a number or as text.
  case count
  /// `{"amount": "8980", "currencyCode": "JPY"}`; `Price.money(_:_:)` checks that the amount suits the currency.
  case price
  /// A decimal number, as a number or as text.
  case amount
  /// An object of these members, and no others. A dictionary literal stands for it.
  case object([(name: String, shape: RequestShape)])
  /// The object with further, unknown members, which are accepted unchecked.
  case open(RequestShape)
  /// A member that may not be missing.
  case required(RequestShape)
  /// A country's code of two letters, in any case (ISO 3166-1).
  case country
  case list(RequestShape)
  /// An object whose members are named after countries.
  case byCountry(RequestShape)

  /// The object with the members of another one after its own.
  func with(_ other: RequestShape) -> RequestShape { .object(members + other.members) }

  private var members: [(name: String, shape: RequestShape)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// - Throws: `UnrecognizedField`, `MissingParameterValue`, `InvalidParameterValue`, each with the path of the field.
  func check(_ value: JSONValue, _ path: String = "") throws(APIRefusal) {
    switch self {
    case .text(let limit):
      guard let text = value.text else { throw .invalidValue(path, "text is expected") }
      guard text.count <= limit else { throw .invalidValue(path, "at most \(limit) characters are allowed") }
    case .choice(let choices):
      guard let text = value.text, choices.contains(text) else {
        throw .invalidValue(path, "one of \(choices.joined(separator: ", ")) is expected")
      }
    case .flag: guard value.flag != nil else { throw .invalidValue(path, "true or false is expected") }
    case .flagOrText:
      guard value.flagOrText != nil else { throw .invalidValue(path, "true or false is expected") }
    case .count:
      guard let number = value.wholeNumber, number >= 0 else { throw .invalidValue(path, "a whole number is expected") }
    case .price: try Self.priceShape.check(value, path)
    case .amount:
      switch value {
      case .number, .string: break
      case .null, .bool, .array, .object: throw .invalidValue(path, "a decimal number is expected")
      }
    case .list(let element):
      guard let elements = value.elements else { throw .invalidValue(path, "an array is expected") }
      for (index, member) in elements.enumerated() { try element.check(member, "\(path)[\(index)]") }
    case .byCountry(let shape):
      guard let members = value.members else { throw .invalidValue(path, "an object is expected") }
      for member in members {
        try RequestShape.country.check(.string(member.name), Self.join(path, member.name))
        try shape.check(member.value, Self.join(path, member.name))
      }
    case .country:
      guard let code = value.text?.trimmingSpaces(), code.utf8.count == 2, code.utf8.allSatisfy(Self.isLetter) else {
        throw .invalidValue(path, "a country code of two letters is expected")
      }
    case .object(let members): try Self.check(value, members, acceptsOthers: false, path)
    case .open(let object): try Self.check(value, object.members, acceptsOthers: true, path)
    case .required(let shape): try shape.check(value, path)
    }
  }

  private static func check(
    _ value: JSONValue, _ fields: [(name: String, shape: RequestShape)], acceptsOthers: Bool, _ path: String
  ) throws(APIRefusal) {
    guard let members = value.members else { throw .invalidValue(path, "an object is expected") }
    for member in members {
      if let field = fields.first(where: { $0.name == member.name }) {
        if !member.value.isNull { try field.shape.check(member.value, join(path, member.name)) }
      } else if !acceptsOthers {
        throw .unrecognizedField(join(path, member.name))
      }
    }
    for field in fields {
      guard case .required = field.shape else { continue }
      guard value[field.name]?.unlessNull != nil else { throw .missingValue(join(path, field.name)) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private static let priceShape: RequestShape = ["amount": .required(.amount), "currencyCode": .required(.text(3))]
}

extension RequestShape: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, RequestShape)...) { self = .object(members.map { ($0, $1) }) }
}
