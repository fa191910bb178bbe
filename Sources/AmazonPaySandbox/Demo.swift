import CryptoExtras
public import FerryCore
public import FerrySandbox
public import FerryWeb

/// An account of the demo's shop at Amazon Pay's sandbox. The shop has one in each region, as Amazon Pay requires; their
/// requests are signed with one key pair.
public struct DemoAccount: Sendable {
  /// The merchant's name of the account at Ferry.
  let name: String
  let region: MerchantRegion
  /// Distinguishes the account's ids.
  private let number: Int

  static let main = DemoAccount(name: "main", region: .japan, number: 1)
  /// It takes pounds too: accounts in Europe take several currencies.
  static let europe = DemoAccount(name: "europe", region: .europe, number: 2)
  static let unitedStates = DemoAccount(name: "us", region: .northAmerica, number: 3)
  static let all = [main, europe, unitedStates]

  /// The ids of the account "main".
  public static let merchantID = main.merchantID
  public static let storeID = main.storeID
  public static let publicKeyID = main.publicKeyID

  /// The file of the shop's private key. The key is in PKCS #8, because Amazon's Java client reads no other form.
  public static let keyFile = "amazon-pay-sandbox-key.pem"
  public static let authorityFile = "amazon-pay-sandbox-notifications.pem"
  static let notificationKeyFile = "amazon-pay-sandbox-notifications-key.pem"
  static let rootFile = "amazon-pay-sandbox-notifications.crt"
  static let journalFile = "amazon-pay-sandbox.journal"

  public static func signingKey(_ folder: some SandboxFolder) throws -> Secret<String> {
    try folder.secret(keyFile) { try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation }
  }

  /// The key that signs the sandbox's notifications. Making one takes a while, so it is kept.
  static func notificationKey(_ folder: some SandboxFolder) throws -> _RSA.Signing.PrivateKey {
    try _RSA.Signing.PrivateKey(
      pemRepresentation: folder.secret(notificationKeyFile) {
        try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
      }.reveal())
  }

  /// The public key of the signing key, in PEM.
  package static func publicPEM(_ folder: some SandboxFolder) throws -> String {
    try _RSA.Signing.PrivateKey(pemRepresentation: signingKey(folder).reveal()).publicKey.pemRepresentation
  }

  /// The authority of the sandbox's notifications, which the checkout server trusts.
  public static func notificationAuthority(_ folder: some SandboxFolder, now: Moment) throws -> NotificationAuthority {
    try NotificationAuthority(pem: folder.secret(authorityFile) { try NotificationAuthority(now: now).pem.reveal() })
  }

  private var isMain: Bool { name == Self.main.name }
  private var merchantID: String { "A\(number)FERRYDEMO000" }
  private var storeID: String { "amzn1.application-oa2-client.0000000000000000000000000000000\(number)" }
  private var publicKeyID: String { "SANDBOX-FERRYDEMOKEY00000000000\(number - 1)" }

  fileprivate func merchant(_ place: SandboxPlace, publicKey: String) -> Merchant {
    let url = isMain ? place.notificationURL : place.notificationURL(account: name)
    return Merchant(
      id: merchantID, name: place.shopName, region: region, storeIDs: [storeID], publicKeys: [publicKeyID: publicKey],
      returnHosts: [place.shop.host], notificationURLs: url.map { [.sandbox: $0] } ?? [:])
  }

  fileprivate func settings(_ place: SandboxPlace) -> [String: String] {
    var settings = [
      "MERCHANT_ID": merchantID, "STORE_ID": storeID, "PUBLIC_KEY_ID": publicKeyID,
      "PRIVATE_KEY_FILE": place.folder.path(Self.keyFile), "REGION": region.rawValue,
      "LEDGER_CURRENCY": region.currency.code, "STORE_NAME": place.shopName, "SANDBOX_URL": place.origin.text,
    ]
    settings["QUIET_SECONDS"] = place.quietSeconds
    if place.notificationURL != nil {
      settings["NOTIFICATION_TOPICS"] = NotificationSettings().topicARN
      settings["CONFIRMS_SUBSCRIPTIONS"] = "yes"
      settings["NOTIFICATION_ROOT_FILE"] = place.folder.path(Self.rootFile)
    }
    let folder = isMain ? "TEST" : "ACCOUNT_\(name.uppercased())_TEST"
    return Dictionary(uniqueKeysWithValues: settings.map { ("FERRY_AMAZON_PAY_\(folder)_\($0.key)", $0.value) })
  }
}

extension Sandbox: SandboxModule {
  public typealias Options = CommandOptions

  public static let id = "amazon-pay"
  public static let name = "Amazon Pay"

  public convenience init(_ place: SandboxPlace) throws {
    let key = try DemoAccount.publicPEM(place.folder)
    var notifications = NotificationSettings()
    notifications.signatureVersion = .two
    notifications.authority = try DemoAccount.notificationAuthority(place.folder, now: place.timekeeper.now)
    try self.init(
      DemoAccount.all.map { $0.merchant(place, publicKey: key) }, Rules(), notifications, at: place,
      journal: place.journal(DemoAccount.journalFile),
      signingKey: place.notificationURL == nil ? nil : DemoAccount.notificationKey(place.folder))
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    _ = try DemoAccount.signingKey(place.folder)
    if place.notificationURL != nil {
      let authority = try DemoAccount.notificationAuthority(place.folder, now: place.timekeeper.now)
      try place.folder.write(authority.rootPEM, to: DemoAccount.rootFile)
    }
    let names = DemoAccount.all.dropFirst().map(\.name).joined(separator: ",")
    return DemoAccount.all.reduce(into: ["FERRY_AMAZON_PAY_ACCOUNTS": names]) { settings, account in
      settings.merge(account.settings(place)) { first, _ in first }
    }
  }
}

extension Sandbox {
  /// Japan, in yen: prices with 10 % consumption tax, 8 % for tea, rounded down; delivery for ¥1,080 to Hokkaido and Okinawa,
  /// free in Osaka, for ¥540 elsewhere in Japan, and none abroad.
  public static let market = Market(
    country: "JP",
    name: Translations(
      english: "Japan", japanese: "日本", spanish: "Japón", swedish: "Japan"),
    languages: [.japanese, .english],
    tax: TaxRule(.tenPercent, rounding: .down, included: true),
    prices: [
      Market.PriceList(
        .jpy, small: 8_980, large: 15_980, special: (.tea, 1_080, .rate(.demo("8"))), delivery: 540, to: ["JP"],
        zones: [(["北海道", "沖縄県"], 1_080), (["大阪府"], 0)])
    ])

  /// The countries of the test buyers' addresses in the other regions.
  public static let furtherMarkets = [
    (account: DemoAccount.unitedStates.name, market: unitedStates),
    (account: DemoAccount.europe.name, market: unitedKingdom), (account: DemoAccount.europe.name, market: germany),
  ]

  public static let paymentOptions = [PaymentOption.chargedLater]

  /// In dollars. Sales tax is added, at the rate of Seattle in every state; Alaska and Hawaii have dearer delivery.
  private static let unitedStates = Market(
    country: "US",
    name: Translations(
      english: "United States", japanese: "アメリカ", spanish: "Estados Unidos", swedish: "USA"),
    languages: [.english],
    tax: TaxRule(.demo("10.35"), rounding: .halfUp, included: false),
    prices: [
      Market.PriceList(
        .usd, small: 8_999, large: 14_999, delivery: 499, to: ["US"],
        zones: [(["AK", "HI"], 1_299)])
    ])

  /// In pounds, with 20 % VAT.
  private static let unitedKingdom = Market(
    country: "GB",
    name: Translations(
      english: "United Kingdom", japanese: "イギリス", spanish: "Reino Unido", swedish: "Storbritannien"),
    languages: [.english],
    tax: TaxRule(.demo("20"), rounding: .halfUp, included: true),
    hasRegions: false, hasPostalCodes: true,
    prices: [Market.PriceList(.gbp, small: 7_999, large: 12_999, delivery: 399, to: ["GB"])])

  /// In euros, with 19 % VAT.
  private static let germany = Market(
    country: "DE",
    name: Translations(
      english: "Germany", japanese: "ドイツ", spanish: "Alemania", swedish: "Tyskland"),
    languages: [.english],
    tax: TaxRule(.demo("19"), rounding: .halfUp, included: true),
    hasRegions: false, hasPostalCodes: true,
    prices: [Market.PriceList(.eur, small: 8_990, large: 14_990, delivery: 490, to: ["DE"])])
}
