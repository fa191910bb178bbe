import FerrySandbox

extension JSONValue {
  /// True or false, as JSON or as text.
  var flagOrText: Bool? { flag ?? text.flatMap { Bool($0) } }
}

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
    func expect(_ isRight: Bool?, _ expectation: String) throws(APIRefusal) {
      if isRight != true { throw .invalidValue(path, "\(expectation) is expected") }
    }
    switch self {
    case .text(let limit):
      guard let text = value.text else { throw .invalidValue(path, "text is expected") }
      guard text.count <= limit else { throw .invalidValue(path, "at most \(limit) characters are allowed") }
    case .choice(let choices):
      try expect(value.text.map(choices.contains), "one of \(choices.joined(separator: ", "))")
    case .flag: try expect(value.flag != nil, "true or false")
    case .flagOrText: try expect(value.flagOrText != nil, "true or false")
    case .count: try expect(value.wholeNumber.map { $0 >= 0 }, "a whole number")
    case .price: try Self.priceShape.check(value, path)
    case .amount: try expect(value.scalar != nil, "a decimal number")
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
      try expect(value.text?.trimmed.wholeMatch(of: /[A-Za-z]{2}/) != nil, "a country code of two letters")
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

  private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private static let priceShape: RequestShape = ["amount": .required(.amount), "currencyCode": .required(.text(3))]
}

extension RequestShape: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, RequestShape)...) { self = .object(members.map { ($0, $1) }) }
}
