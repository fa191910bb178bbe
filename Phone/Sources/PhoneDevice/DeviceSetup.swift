public import FerryCore
public import PhoneRules
public import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The phone's configuration.
public struct DeviceSetup: Sendable {
  /// The address of shop and checkout server: "https://localhost:3443".
  public var server: String
  /// The provider's sandbox: "https://127.0.0.1:3444".
  public var sandbox: String
  public var app: InstalledApp
  /// Another app that claims the same scheme.
  public var thief: InstalledApp
  public var kind: AppKind
  /// The browser that the app opens for the provider's pages.
  public var browser: Browser
  /// PEM file of the one authority that the phone trusts.
  public var authority: String?
  /// The folder for data that survives jars and apps.
  public var folder: String
  public var language: Language
  /// The country that the buyer shops in.
  public var market = ShopMarket.japan

  public enum AppKind: String, Sendable, Codable, CaseIterable {
    /// The shop's own pages in a web view.
    case webView = "web-view"
    /// The shop's own pages in a web view, with the review in the secure browser.
    case firstGeneration = "first-generation"
    /// Native screens.
    case native
  }

  public enum Browser: String, Sendable, Codable, CaseIterable {
    /// The secure browser, as `SafariBrowser` opens it.
    case secure
    /// A web view of the app, as `WebViewBrowser` opens it.
    case embedded
  }

  public init(
    server: String, sandbox: String, app: InstalledApp, thief: InstalledApp, kind: AppKind,
    browser: Browser = .secure, authority: String?, folder: String, language: Language
  ) {
    self.server = server
    self.sandbox = sandbox
    self.app = app
    self.thief = thief
    self.kind = kind
    self.browser = browser
    self.authority = authority
    self.folder = folder
    self.language = language
  }
}

/// A country of the demo shop, as the native app knows it.
public struct ShopMarket: Hashable, Sendable {
  /// The shop's id of it: "CO-COP".
  public var id: String
  /// The provider that the app sells with: "gmo-pg".
  public var providerID: String
  /// The provider's name in the shop there.
  public var provider: String
  /// The price of the cart's tablet.
  public var price: Money
  /// The buyer and their address, by the shop's names of the fields. Empty if the provider asks for both.
  public var delivery: [String: String] = [:]
  /// Articles in the cart beside the tablet.
  public var further: [Article] = []
  /// The codes that the buyer redeems, of a coupon and a gift card.
  public var codes: [String] = []

  public struct Article: Hashable, Sendable {
    public var sku: String
    public var name: String
    public var price: Money

    public init(sku: String, name: String, price: Money) {
      self.sku = sku
      self.name = name
      self.price = price
    }
  }

  public static let japan = ShopMarket(
    id: "JP-JPY", providerID: "amazon-pay", provider: "Amazon Pay", price: .yen(8_980))

  /// Japan again, for a shop whose contract is with GMO.
  public static let japanThroughGMO = ShopMarket(
    id: "JP-JPY", providerID: "gmo-pg", provider: "Amazon Pay (GMO)", price: .yen(8_980))

  public static let colombia = ShopMarket(
    id: "CO-COP", providerID: "placetopay", provider: "PlacetoPay", price: Money(minorUnits: 38_990_000, .cop),
    delivery: addressInColombia)

  public static let colombiaInDollars = ShopMarket(
    id: "CO-USD", providerID: "placetopay", provider: "PlacetoPay", price: Money(minorUnits: 9_900, .usd),
    delivery: addressInColombia)

  public static let sweden = ShopMarket(
    id: "SE-SEK", providerID: "swedbank-pay", provider: "Swedbank Pay", price: Money(minorUnits: 99_900, .sek),
    delivery: [
      "name": "Astrid", "surname": "Lind", "email": "astrid@example.com", "mobile": "+46739000001",
      "street": "Sveavägen 1", "city": "Stockholm", "postalCode": "111 57",
    ])

  public static let all = [japan, japanThroughGMO, colombia, colombiaInDollars, sweden]

  /// The shop's id of its account at the provider.
  public var offer: String { providerID + "/main" }

  /// The name on the command line: "JP-JPY/gmo-pg".
  public var name: String { "\(id)/\(providerID)" }

  private static let addressInColombia = [
    "name": "María", "surname": "Gómez", "email": "maria@example.com", "mobile": "+573001234567",
    "documentType": "CC", "document": "1020304050", "street": "Carrera 7 # 71-21", "city": "Bogotá",
    "region": "Bogotá D.C.",
  ]
}

/// A process of an app on the phone, from launch to end.
@MainActor public protocol PhoneApp: AnyObject {
  var screen: Widget { get }
  /// The web view, if the app has one.
  var webView: WebView? { get }
  /// The text on its native screen.
  var state: String { get }
  /// A control of its native screen.
  func control(_ name: String) -> Widget?

  /// The process starts. `link` is in the options of the scene's connection, if any.
  func launch(link: String?)
  /// The window appears.
  func showWindow()
  func receive(_ link: String, by entry: DeliveryStep.Entry)
  /// The app comes to the foreground.
  func comeToFront()
  /// The app itself cancels the payment in progress.
  func cancelPayment()
  /// The process ends without a notice to the app.
  func end()
}

/// Another app that claims the shop's scheme and stores the links that it receives.
@MainActor public final class Thief {
  public let app: InstalledApp
  public private(set) var loot: [String] = []
  let screen: Widget
  private let words: Widget
  private let language: Language
  private let journal: Journal

  init(_ app: InstalledApp, journal: Journal, _ language: Language) {
    self.app = app
    self.journal = journal
    self.language = language
    words = Widget.label(language.deviceTexts.nothingStolen)
    screen = Widget.column(spacing: 8, [Widget.label(app.name).styled("large-title"), words]).styled("thief-screen")
  }

  func receive(_ url: String) {
    loot.append(url)
    words.setText(language.deviceTexts.stolen(loot.count))
    journal.note(.app, "takes the link", at: app.name)
  }
}

/// A bank's app, which a payment page opens by a scheme: "phonebank://pay?back=…", "swish://paymentrequest?callbackurl=…".
/// After the buyer's decision it opens the address in `back` or `callbackurl`, which the page has chosen.
@MainActor public final class Bank {
  public static let scheme = "phonebank"
  /// The schemes of payment apps that the bank's app stands for, too.
  static let schemes: Set<String> = [scheme, "swish", "vipps", "mobilepay"]
  static let name = "Bank"

  let screen: Widget
  /// Opens an address.
  var onApproval: (@MainActor (String) -> Void)?
  /// The address that leads back.
  public private(set) var back: String?
  /// The provider's name of the payment, if the link has one.
  public private(set) var token: String?
  private let words: Widget
  private let language: Language
  private let journal: Journal

  init(journal: Journal, _ language: Language) {
    self.journal = journal
    self.language = language
    words = Widget.label(language.deviceTexts.nothingToApprove)
    let column = Widget.column(spacing: 8, [Widget.label(Self.name).styled("large-title"), words])
    screen = column.styled("thief-screen")
    column.append(Widget.button(language.deviceTexts.approve) { [weak self] in self?.approve() })
  }

  /// True while a payment waits for the buyer's approval.
  public var asks: Bool { back != nil }

  func receive(_ url: String) {
    let query = URLComponents(string: url)?.queryItems ?? []
    back = query.first { ["back", "callbackurl"].contains($0.name) }?.value
    token = query.first { $0.name == "token" }?.value
    words.setText(back == nil ? language.deviceTexts.nothingToApprove : "")
  }

  /// The buyer has decided: the app leads back.
  public func approve() {
    guard let back = decide() else { return }
    onApproval?(back)
  }

  /// The buyer has decided, and goes on by themselves.
  /// - Returns: The address that leads back; nil if no payment waits.
  @discardableResult
  public func decide() -> String? {
    guard let back else { return nil }
    self.back = nil
    journal.note(.act, "decides about the payment", at: Self.name)
    return back
  }
}
