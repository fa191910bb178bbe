import FerryCore
import FerryWeb

/// The buyer and their address, as they wrote them. The shop asks for both where the provider does not.
struct Delivery: Codable, Hashable, Sendable {
  enum Field: String, CaseIterable, Sendable {
    case name, surname, email, mobile, documentType, document, street, city, region, postalCode

    /// False if the buyer may leave it out.
    func isRequired(in market: Market) -> Bool { self != .postalCode || market.hasPostalCodes }

    var limit: Int {
      switch self {
      case .name, .surname, .region: 60
      case .email: 80
      case .mobile, .city: 30
      case .documentType: 6
      case .document: 25
      case .street: 128
      case .postalCode: 10
      }
    }
  }

  /// A problem with a field. The buyer must fill it in again.
  enum Problem: Sendable {
    case missing
    case malformed
    /// The provider does not take the entry.
    case refused
  }

  /// ISO 3166-1 alpha-2.
  let country: String
  /// By the fields' names; a field that was left empty is missing.
  private var values: [String: String] = [:]
  /// The names of the fields that the provider did not take.
  private var refused: Set<String> = []

  /// - Parameter value: Gives the text of a field; nil if there is none.
  init(country: String, _ value: (Field) -> String?) {
    self.country = country
    for field in Field.allCases {
      let text = (value(field) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !text.isEmpty { values[field.rawValue] = text }
    }
  }

  /// Nil if the form has no address.
  init?(_ form: Fields, country: String) {
    guard form[Field.street.rawValue] != nil else { return nil }
    self.init(country: country) { form[$0.rawValue] }
  }

  /// The invented buyer of a market; nil if it has none.
  init?(sampleOf market: Market) {
    guard let sample = market.sample else { return nil }
    let (buyer, address) = (sample.buyer, sample.address)
    self.init(country: market.country) { field in
      switch field {
      case .name: buyer.name
      case .surname: buyer.surname
      case .email: buyer.email
      case .mobile: buyer.mobile
      case .documentType: buyer.documentType
      case .document: buyer.document
      case .street: address.lines.first
      case .city: address.city
      case .region: address.region
      case .postalCode: address.postalCode
      }
    }
  }

  mutating func refuse(_ fields: [Field]) { refused.formUnion(fields.map(\.rawValue)) }

  subscript(field: Field) -> String? { values[field.rawValue] }

  static func fields(in market: Market) -> [Field] {
    Field.allCases.filter { field in
      switch field {
      case .documentType, .document: !market.documentTypes.isEmpty
      case .region: market.hasRegions
      case .name, .surname, .email, .mobile, .street, .city, .postalCode: true
      }
    }
  }

  /// The fields that have to be written again.
  func problems(in market: Market) -> [Field] {
    Self.fields(in: market).filter { problem(of: $0, in: market) != nil }
  }

  func problem(of field: Field, in market: Market) -> Problem? {
    if refused.contains(field.rawValue) { return .refused }
    guard let text = self[field] else { return field.isRequired(in: market) ? .missing : nil }
    return isSound(text, field, market) ? nil : .malformed
  }

  private func isSound(_ text: String, _ field: Field, _ market: Market) -> Bool {
    let scalars = text.unicodeScalars
    guard scalars.count <= field.limit, scalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      return false
    }
    return switch field {
    case .email: text.firstMatch(of: /^[^@ ]+@[^@ ]+\.[^@ ]+$/) != nil
    case .mobile: text.firstMatch(of: /^\+?[0-9 ()-]{7,}$/) != nil
    case .documentType: market.documentTypes.contains { $0.code == text }
    case .name, .surname, .document, .street, .city, .region, .postalCode: true
    }
  }

  var buyerName: String { [self[.name], self[.surname]].compactMap { $0 }.joined(separator: " ") }

  var address: AddressBody {
    AddressBody(
      name: buyerName, lines: [self[.street]].compactMap { $0 }, city: self[.city], region: self[.region],
      postalCode: self[.postalCode], country: country, phone: self[.mobile])
  }
}
