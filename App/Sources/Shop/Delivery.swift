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

  func label(_ language: Language, in market: MarketBody) -> String {
    if self == .postalCode, market.hasPostalCodes { return Self.postalCodeLabel(language) }
    return switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }

  /// For a country in which every address has one.
  private static func postalCodeLabel(_ language: Language) -> String {
    switch language {
    case .english: "Postal code"
    case .japanese: "郵便番号"
    case .spanish: "Código postal"
    case .swedish: "Postnummer"
    }
  }

  private var english: String {
    switch self {
    case .name: "First name"
    case .surname: "Last name"
    case .email: "E-mail address"
    case .mobile: "Mobile number"
    case .documentType: "Kind of identity document"
    case .document: "Number of the document"
    case .street: "Address"
    case .city: "City"
    case .region: "State or department"
    case .postalCode: "Postal code, if there is one"
    }
  }

  private var japanese: String {
    switch self {
    case .name: "名"
    case .surname: "姓"
    case .email: "メールアドレス"
    case .mobile: "携帯電話番号"
    case .documentType: "本人確認書類の種類"
    case .document: "書類の番号"
    case .street: "番地・建物名"
    case .city: "市区町村"
    case .region: "都道府県・州"
    case .postalCode: "郵便番号（ある場合）"
    }
  }

  private var spanish: String {
    switch self {
    case .name: "Nombre"
    case .surname: "Apellido"
    case .email: "Correo electrónico"
    case .mobile: "Celular"
    case .documentType: "Tipo de documento"
    case .document: "Número de documento"
    case .street: "Dirección"
    case .city: "Ciudad"
    case .region: "Departamento"
    case .postalCode: "Código postal (si tiene)"
    }
  }

  private var swedish: String {
    switch self {
    case .name: "Förnamn"
    case .surname: "Efternamn"
    case .email: "E-postadress"
    case .mobile: "Mobilnummer"
    case .documentType: "Typ av id-handling"
    case .document: "Id-handlingens nummer"
    case .street: "Adress"
    case .city: "Ort"
    case .region: "Län eller region"
    case .postalCode: "Postnummer, om det finns"
    }
  }
}
