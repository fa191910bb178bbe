import FerryCore
import Foundation
import PhoneDevice
import PhoneRules

/// The program's command line.
struct Arguments: Sendable {
  enum Mode: String, Sendable, CaseIterable {
    /// A window for a person.
    case window
    /// Journeys and their report.
    case journeys
    /// Commands on standard input.
    case lines
  }

  var mode: Mode?
  var server = "https://localhost:3443"
  var linkHost = "https://127.0.0.1:3445"
  /// By provider.
  var sandboxes = [
    "amazon-pay": "https://127.0.0.1:3444", "placetopay": "https://127.0.0.1:3446", "gmo-pg": "https://127.0.0.1:3447",
    "swedbank-pay": "https://127.0.0.1:3448",
  ]
  var authority: String?
  /// The file with the secret key of the shop's backend, for journeys with refunds.
  var shopKey: String?
  var folder = absolute("build/phone/device")
  var report = "build/phone"
  var kind = DeviceSetup.AppKind.webView
  var browser = DeviceSetup.Browser.secure
  var market = ShopMarket.japan
  var language = Language.english
  var isDark = false
  /// Prefixes of the names of the journeys to run, with the app's kind. Empty for all.
  var journeys: [String] = []

  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: phone [window|journeys|lines] [options]
      --server URL       shop and checkout server (https://localhost:3443)
      --link-host URL    (https://127.0.0.1:3445)
      --amazon-pay URL   the sandbox of Amazon Pay (https://127.0.0.1:3444)
      --placetopay URL   the sandbox of PlacetoPay (https://127.0.0.1:3446)
      --gmo-pg URL       the sandbox of GMO Payment Gateway (https://127.0.0.1:3447)
      --swedbank-pay URL the sandbox of Swedbank Pay (https://127.0.0.1:3448)
      --ca FILE          the one authority that the phone trusts, PEM
      --shop-key FILE    the secret key of the shop's backend, for journeys with refunds
      --folder DIR       where the device keeps its jars (build/phone/device)
      --report DIR       where journeys write their report (build/phone)
      --app KIND         web-view, first-generation or native (web-view)
      --browser KIND     for the provider's pages, outside of journeys: secure or embedded (secure)
      --market NAME      of the native app, outside of journeys (JP-JPY/amazon-pay); also JP-JPY/gmo-pg,
                         CO-COP/placetopay, CO-USD/placetopay, SE-SEK/swedbank-pay
      --language CODE    en, es, ja or sv (en)
      --colours KIND     light or dark (light)
      --journey NAMES    only journeys whose names begin so, comma-separated: thief, thief/native,paid
    """

  init(_ words: [String]) throws(Wrong) {
    var rest = words[...]
    if let first = rest.first, let mode = Mode(rawValue: first) {
      self.mode = mode
      rest = rest.dropFirst()
    }
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Wrong(description: "\(name) needs a value") }
      switch name {
      case "--server": server = Self.origin(value)
      case "--link-host": linkHost = Self.origin(value)
      case "--amazon-pay", "--placetopay", "--gmo-pg", "--swedbank-pay":
        sandboxes[String(name.dropFirst(2))] = Self.origin(value)
      case "--ca": authority = Self.absolute(value)
      case "--shop-key": shopKey = Self.absolute(value)
      case "--folder": folder = Self.absolute(value)
      case "--report": report = value
      case "--app":
        guard let kind = DeviceSetup.AppKind(rawValue: value) else { throw Wrong(description: "no app: \(value)") }
        self.kind = kind
      case "--browser":
        guard let browser = DeviceSetup.Browser(rawValue: value) else {
          throw Wrong(description: "no browser: \(value)")
        }
        self.browser = browser
      case "--market":
        guard let market = ShopMarket.all.first(where: { $0.name == value }) else {
          throw Wrong(description: "no market: \(value)")
        }
        self.market = market
      case "--language":
        guard let language = Language(rawValue: value) else { throw Wrong(description: "no language: \(value)") }
        self.language = language
      case "--colours":
        guard ["light", "dark"].contains(value) else { throw Wrong(description: "no colours: \(value)") }
        isDark = value == "dark"
      case "--journey": journeys = value.split(separator: ",").map(String.init)
      default: throw Wrong(description: "no option: \(name)")
      }
    }
  }

  /// GIO and WebKit need absolute paths.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func origin(_ text: String) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  func setup(
    folder: String, kind: DeviceSetup.AppKind, browser: DeviceSetup.Browser, market: ShopMarket
  ) -> DeviceSetup {
    var setup = DeviceSetup(
      server: server, sandbox: sandboxes[market.providerID] ?? "",
      app: InstalledApp(
        name: "Tablets", appID: "FERRYDEMO1.jp.example.tablets", linkHost: linkHost, scheme: "tablets"),
      thief: InstalledApp(
        name: "Flashlight", appID: "EVILTEAM00.example.flashlight", linkHost: linkHost, scheme: "tablets"),
      kind: kind, browser: browser, authority: authority, folder: folder, language: language)
    setup.market = market
    return setup
  }
}
