public import FerryCore
public import FerrySandbox
public import FerryWeb

/// The account of the demo's shop at PlacetoPay's sandbox.
public enum DemoAccount {
  public static let login = "ferrydemo0000000000000000000demo"
  static let secretFile = "placetopay-sandbox-secret-key"
  static let journalFile = "placetopay-sandbox.journal"

  /// The secret key of the site, which is created in the folder.
  public static func secret(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret(secretFile) { place.randomness.token(bytes: 24) }
  }

  /// The rules of the demo: refunds in part are possible at once, and queries and notifications tell of them in amounts that
  /// no reader can mistake for floating point.
  static var rules: Rules {
    var rules = Rules()
    rules.settlementTime = .zero
    rules.listsRefunds = true
    rules.writesAmountsAsText = true
    rules.notifiesRefunds = true
    return rules
  }
}

extension Sandbox: SandboxModule {
  public typealias Options = CommandOptions

  public static let id = "placetopay"
  public static let name = "PlacetoPay"

  public convenience init(_ place: SandboxPlace) throws {
    try self.init(
      Site(login: DemoAccount.login, secret: DemoAccount.secret(place), name: place.shopName), DemoAccount.rules,
      at: place, journal: place.journal(DemoAccount.journalFile))
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    var settings = [
      "FERRY_PLACETO_PAY_TEST_LOGIN": DemoAccount.login,
      "FERRY_PLACETO_PAY_TEST_SECRET_KEY": try DemoAccount.secret(place).reveal(),
      "FERRY_PLACETO_PAY_TEST_BASE_URL": place.origin.text,
      "FERRY_PLACETO_PAY_TEST_COUNTRY": "CO",
    ]
    settings["FERRY_PLACETO_PAY_TEST_QUIET_SECONDS"] = place.quietSeconds
    return settings
  }
}

extension Sandbox {
  /// Colombia, in pesos or dollars: prices with 19 % IVA, rounded to the cent, and books without; delivery is free in Medellín's
  /// department, cheaper in Bogotá and its department than elsewhere in Colombia, and there is none abroad. The codes of documents are those of a payer from Colombia
  /// (`documentType`).
  public static let market = Market(
    country: "CO",
    name: Translations(
      english: "Colombia", japanese: "コロンビア", spanish: "Colombia", swedish: "Colombia"),
    languages: [.spanish, .english],
    tax: TaxRule(.demo("19"), rounding: .halfUp, included: true),
    documentTypes: [
      Market.DocumentType(
        "CC",
        Translations(
          english: "identity card of a Colombian citizen", japanese: "コロンビア国民の身分証", spanish: "cédula de ciudadanía",
          swedish: "id-kort för colombianska medborgare")),
      Market.DocumentType(
        "CE",
        Translations(
          english: "identity card of a foreign resident", japanese: "在留外国人の身分証", spanish: "cédula de extranjería",
          swedish: "id-kort för utländska invånare")),
      Market.DocumentType(
        "NIT",
        Translations(
          english: "tax number of a company", japanese: "法人の納税者番号", spanish: "número de identificación tributaria",
          swedish: "skattenummer för företag")),
      Market.DocumentType(
        "PPN", Translations(english: "passport", japanese: "パスポート", spanish: "pasaporte", swedish: "pass")),
    ],
    prices: [
      prices(.cop, small: 38_990_000, large: 64_990_000, book: 4_500_000, delivery: 1_890_000, nearby: 990_000),
      prices(.usd, small: 9_900, large: 16_500, book: 1_200, delivery: 500, nearby: 250),
    ],
    sample: Market.Sample(
      BuyerFacts(
        documentType: "CC", document: "1020304050", name: "María", surname: "Gómez", email: "maria@example.com",
        mobile: "+573001234567"),
      at: AddressBody(lines: ["Carrera 7 # 71-21"], city: "Bogotá", region: "Bogotá D.C.", postalCode: "110231")))

  public static let dispute: Dispute? = Dispute(body: [:]) { "\(id)/transactions/\($0)/dispute" }

  /// A hold, which PlacetoPay calls check-in.
  public static let paymentOptions = [PaymentOption.chargedLater]

  /// All in minor units.
  private static func prices(
    _ currency: Currency, small: Int64, large: Int64, book: Int64, delivery: Int64, nearby: Int64
  ) -> Market.PriceList {
    Market.PriceList(
      currency, small: small, large: large, special: (.book, book, .untaxed), delivery: delivery, to: ["CO"],
      zones: [(["Bogotá", "Bogotá D.C.", "Cundinamarca"], nearby), (["Antioquia"], 0)])
  }
}
