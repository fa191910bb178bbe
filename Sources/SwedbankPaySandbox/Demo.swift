public import FerryCore
public import FerrySandbox
public import FerryWeb
import Foundation

/// The account of the demo's shop at Swedbank Pay's sandbox.
public enum DemoAccount {
  public static let payeeID = "7f4d2a90-3c1e-4b6a-9d58-0a1b2c3d4e5f"
  static let tokenFile = "swedbank-pay-sandbox-access-token"
  static let journalFile = "swedbank-pay-sandbox.journal"

  /// The access token of the merchant, which is created in the folder.
  public static func accessToken(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret(tokenFile) { place.randomness.token(bytes: 24) }
  }
}

extension Sandbox: SandboxModule {
  public typealias Options = CommandOptions

  public static let id = "swedbank-pay"
  public static let name = "Swedbank Pay"

  public convenience init(_ place: SandboxPlace) throws {
    var rules = Rules()
    rules.sendsCallbacks = place.notificationURL != nil
    try self.init(
      Merchant(
        payeeID: DemoAccount.payeeID, accessToken: DemoAccount.accessToken(place), name: place.shopName,
        rules: rules),
      at: place, journal: place.journal(DemoAccount.journalFile))
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    var settings = [
      "FERRY_SWEDBANK_PAY_TEST_PAYEE_ID": DemoAccount.payeeID,
      "FERRY_SWEDBANK_PAY_TEST_ACCESS_TOKEN": try DemoAccount.accessToken(place).reveal(),
      "FERRY_SWEDBANK_PAY_TEST_API_URL": place.origin.text,
      "FERRY_SWEDBANK_PAY_TEST_PAYER_URLS": place.origin.text,
      "FERRY_SWEDBANK_PAY_TEST_SDK_TOKENS": "yes",
      "FERRY_SWEDBANK_PAY_TEST_SDK_CHECK_IN": "yes",
    ]
    settings["FERRY_SWEDBANK_PAY_TEST_TERMS_OF_SERVICE_URL"] = place.shop.link("/terms").text
    settings["FERRY_SWEDBANK_PAY_TEST_QUIET_SECONDS"] = place.quietSeconds
    return settings
  }
}

extension Sandbox {
  /// Sweden, in kronor first: prices with 25 % VAT, 6 % for books, rounded to the öre; delivery within the Nordic countries.
  public static let market = Market(
    country: "SE",
    name: Translations(
      english: "Sweden", japanese: "スウェーデン", spanish: "Suecia", swedish: "Sverige"),
    languages: [.swedish, .english],
    tax: TaxRule(.demo("25"), rounding: .halfUp, included: true),
    hasRegions: false,
    hasPostalCodes: true,
    prices: [
      prices("SEK", small: 99_900, large: 169_900, book: 19_900, delivery: 5_900),
      prices("NOK", small: 99_900, large: 169_900, book: 19_900, delivery: 5_900),
      prices("DKK", small: 69_900, large: 119_900, book: 14_900, delivery: 3_900),
      prices("EUR", small: 8_990, large: 14_990, book: 1_890, delivery: 590),
    ],
    sample: Market.Sample(
      BuyerFacts(name: "Anna", surname: "Andersson", email: "anna@example.com", mobile: "+46739000001"),
      at: AddressBody(lines: ["Storgatan 1"], city: "Malmö", postalCode: "211 34")))

  /// All in minor units.
  private static func prices(_ code: String, small: Int64, large: Int64, book: Int64, delivery: Int64)
    -> Market.PriceList
  {
    guard let currency = Currency(code) else { preconditionFailure("\(code) is a currency.") }
    return Market.PriceList(
      currency, small: small, large: large, special: (.book, book, .rate(.demo("6"))), delivery: delivery,
      to: ["SE", "NO", "DK", "FI"],
      methods: Instrument.offered(in: currency).filter(\.isApp).map(\.name))
  }
}

extension Sandbox {
  /// The menu, each app alone, a card that is stored for the buyer, and a card that is captured later. The options are those
  /// of `providerOptions.swedbank-pay`.
  public static let paymentOptions: [PaymentOption] =
    [menu] + Instrument.allCases.filter(\.isApp).map(alone) + [storedCard, laterCard]

  private static let menu = PaymentOption(
    id: "menu",
    title: {
      Translations(
        english: "Payment menu on this site", japanese: "このサイトの支払いメニュー", spanish: "Menú de pago en este sitio",
        swedish: "Betalmeny här på webbplatsen")[$0]
    },
    options: { _ in try options(["view": "menu"]) })

  private static func alone(_ instrument: Instrument) -> PaymentOption {
    PaymentOption(
      id: instrument.segment, currencies: Set(market.prices.map(\.currency).filter { instrument.isOffered(in: $0) }),
      title: { _ in instrument.name },
      options: { _ in try options(["instrument": .string(instrument.rawValue)]) })
  }

  private static let storedCard = PaymentOption(
    id: "stored-card",
    title: {
      Translations(
        english: "Card, stored for next time", japanese: "カード（次回のために保存）",
        spanish: "Tarjeta, guardada para la próxima vez", swedish: "Kort som sparas till nästa gång")[$0]
    },
    options: { buyer in
      try options([
        "instrument": .string(Instrument.creditCard.rawValue), "payerReference": .string(buyer), "storesCard": true,
      ])
    })

  private static let laterCard = PaymentOption(
    id: "later-card", capture: .manual,
    title: {
      Translations(
        english: "Card, charged when we ship", japanese: "カード（発送時に請求）", spanish: "Tarjeta, con cobro al enviar",
        swedish: "Kort som debiteras vid leverans")[$0]
    },
    options: { _ in try options(["instrument": .string(Instrument.creditCard.rawValue)]) })

  private static func options(_ members: JSONValue) throws -> ProviderOptions {
    try JSONDecoder().decode(ProviderOptions.self, from: Data(members.bytes))
  }
}
