import FerryCore

/// The buyer and their address, as they write them. The shop asks for both where the provider does not. The app keeps them in
/// memory only.
struct Delivery: Hashable, Sendable {
  /// By the shop's names.
  enum Field: String, CaseIterable, Sendable {
    case name, surname, email, mobile, documentType, document, street, city, region, postalCode
  }

  private var texts: [Field: String] = [:]
  /// The fields that the shop or the provider did not take.
  var refused: Set<Field> = []

  subscript(field: Field) -> String {
    get { texts[field, default: ""] }
    set {
      texts[field] = newValue
      refused.remove(field)
    }
  }

  /// The fields that the shop asks for in a market.
  static func fields(in market: MarketBody) -> [Field] {
    Field.allCases.filter { field in
      switch field {
      case .documentType, .document: !market.documentTypes.isEmpty
      case .region: market.hasRegions
      default: true
      }
    }
  }

  /// Selects a kind of document that the market knows.
  mutating func adapt(to market: MarketBody) {
    if !market.documentTypes.contains(self[.documentType]) { self[.documentType] = market.documentTypes.first ?? "" }
  }

  /// The shop checks the contents.
  func isComplete(in market: MarketBody) -> Bool {
    refused.isEmpty
      && Self.fields(in: market).allSatisfy { field in
        field == .postalCode && !market.hasPostalCodes || !self[field].isEmpty
      }
  }

  func body(in market: MarketBody) -> [String: String] {
    let written = Self.fields(in: market).filter { !self[$0].isEmpty }
    return Dictionary(uniqueKeysWithValues: written.map { ($0.rawValue, self[$0]) })
  }
}

extension Delivery.Field {
  /// - Parameter pointer: Names a field of a body: "/delivery/email", or Ferry's "/buyer/email".
  init?(pointer: String) {
    let path = pointer.split(separator: "/")
    guard path.count == 2, ["delivery", "buyer"].contains(path[0]) else { return nil }
    self.init(rawValue: String(path[1]))
  }

  func label(_ texts: Texts<ShopTexts>, in market: MarketBody) -> String {
    switch self {
    case .name: texts.name
    case .surname: texts.surname
    case .email: texts.email
    case .mobile: texts.mobile
    case .documentType: texts.documentType
    case .document: texts.document
    case .street: texts.street
    case .city: texts.city
    case .region: texts.region
    case .postalCode: market.hasPostalCodes ? texts.postalCode : texts.postalCodeIfAny
    }
  }
}
