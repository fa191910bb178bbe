public import FerryCheckout
public import FerryCore
import FerryHTTP
package import FerryModule
public import FerryWeb

/// An app of a shop, on one platform, as the server knows it. Buyers are sent back to it, and to no other place that a
/// request could name.
public struct RegisteredApp: Sendable, Hashable {
  /// As creations of checkouts name it: "shop-ios".
  public var id: String
  public var shop: ShopID
  public var platform: Platform
  /// The app's custom scheme, the last way back: "shop". Another app may claim it as well.
  public var scheme: String
  /// The site whose links the operating system gives to the app. It is neither the server's own site nor the shop's: links
  /// within a site stay in the browser.
  public var linkHost: Origin

  public enum Platform: Sendable, Hashable {
    case ios(IOSApp)
    case android(AndroidApp)
  }

  public init(id: String, shop: ShopID, platform: Platform, scheme: String, linkHost: Origin) {
    self.id = id
    self.shop = shop
    self.platform = platform
    self.scheme = scheme
    self.linkHost = linkHost
  }
}

/// Identifies an app on iOS, in association files.
public struct IOSApp: Sendable, Hashable {
  /// "jp.example.shop".
  public var bundleID: String
  /// The ten characters that the developer account has: "A1B2C3D4E5".
  public var teamID: String

  public init(bundleID: String, teamID: String) {
    self.bundleID = bundleID
    self.teamID = teamID
  }

  /// As association files name it: "A1B2C3D4E5.jp.example.shop".
  public var identifier: String { "\(teamID).\(bundleID)" }
}

/// Identifies an app on Android, in `assetlinks.json`.
public struct AndroidApp: Sendable, Hashable {
  /// "jp.example.shop".
  public var package: String
  /// SHA-256 of its signing certificates: 32 bytes in hexadecimal, in upper case, with colons between.
  public var fingerprints: [String]

  public init(package: String, fingerprints: [String]) {
    self.package = package
    self.fingerprints = fingerprints
  }
}

extension Sequence<RegisteredApp> {
  /// Nil if the app is not registered for the shop.
  func app(_ id: String, of shop: ShopID) -> RegisteredApp? { first { $0.id == id && $0.shop == shop } }

  /// The link hosts of the apps, each once and in order.
  public var linkHosts: [Origin] { Set(map(\.linkHost)).sorted { $0.text < $1.text } }
}

extension RegisteredApp {
  /// Reads all registered apps and reports every problem to `settings`.
  static func all(
    _ settings: inout SettingsReader, base: Origin?, shops: [ShopConfiguration], shopIDs: [String]
  ) -> [RegisteredApp] {
    guard let ids = ids(settings) else {
      settings.refuseNames(AppSettings.apps, "An app's name")
      return []
    }
    let apps = ids.compactMap { id in
      AppReading(id: id, base: base, shops: shops, shopIDs: shopIDs).app(&settings)
    }
    for (index, app) in apps.enumerated() { refuse(app, beside: apps[..<index], &settings) }
    return apps
  }

  /// If two such apps are installed on one phone, as a shop's staging and live apps often are, the system picks one of them,
  /// and the buyer can come back into the wrong one.
  private static func refuse(
    _ app: RegisteredApp, beside others: ArraySlice<RegisteredApp>, _ settings: inout SettingsReader
  ) {
    let rivals = others.filter { app.platform.isAnotherApp(than: $0.platform) }
    if let rival = rivals.first(where: { $0.scheme == app.scheme }) {
      settings.refuse(
        AppSettings(id: app.id).scheme, "Each app of a platform needs its own scheme: \(rival.id) has this one.")
    }
    if let rival = rivals.first(where: { $0.linkHost == app.linkHost }) {
      settings.refuse(
        AppSettings(id: app.id).linkHost,
        "Each app of a platform needs its own link host: the links of this one open \(rival.id).")
    }
  }

  /// The names of the apps; nil if one is malformed.
  package static func ids(_ settings: SettingsReader) -> [String]? { settings.names(AppSettings.apps) }
}

extension RegisteredApp.Platform {
  /// True if both can be installed on one phone. One app may be registered several times, for several shops.
  fileprivate func isAnotherApp(than other: Self) -> Bool {
    switch (self, other) {
    case (.ios(let app), .ios(let other)): app.bundleID != other.bundleID
    case (.android(let app), .android(let other)): app.package != other.package
    case (.ios, .android), (.android, .ios): false
    }
  }
}

/// Reads one registered app and reports the problems of each of its settings.
private struct AppReading {
  let id: String
  let base: Origin?
  let shops: [ShopConfiguration]
  /// Includes shops with unreadable settings.
  let shopIDs: [String]
  var keys: AppSettings { AppSettings(id: id) }

  func app(_ settings: inout SettingsReader) -> RegisteredApp? {
    let shop = settings.shop(keys.shop, among: shopIDs)
    let platform = platform(&settings)
    let scheme = scheme(&settings)
    let linkHost = linkHost(&settings, of: shop)
    guard let shop, let platform, let scheme, let linkHost else { return nil }
    return RegisteredApp(id: id, shop: shop, platform: platform, scheme: scheme, linkHost: linkHost)
  }

  private func platform(_ settings: inout SettingsReader) -> RegisteredApp.Platform? {
    switch settings.text(keys.platform) {
    case "ios":
      settings.refuse(
        ifSet: [keys.package, keys.fingerprints], "This is for Android. Leave it out, or name that platform.")
      return ios(&settings).map { .ios($0) }
    case "android":
      settings.refuse(ifSet: [keys.bundleID, keys.teamID], "This is for iOS. Leave it out, or name that platform.")
      return android(&settings).map { .android($0) }
    default:
      settings.refuse(keys.platform, "Write ios or android; an app for both is registered twice.")
      return nil
    }
  }

  private func ios(_ settings: inout SettingsReader) -> IOSApp? {
    let bundle = settings.value(keys.bundleID, "Write the bundle id, as Xcode shows it.", Self.identifier)
    let team = settings.value(keys.teamID, "Write the ten capital letters and digits of the team id.") {
      $0.wholeMatch(of: #/[A-Z0-9]{10}/#).map { String($0.output) }
    }
    guard let bundle, let team else { return nil }
    return IOSApp(bundleID: bundle, teamID: team)
  }

  private func android(_ settings: inout SettingsReader) -> AndroidApp? {
    let package = settings.value(keys.package, "Write the package name, as the app's manifest has it.", Self.identifier)
    let fingerprints = settings.list(keys.fingerprints)
    let areWritten =
      !fingerprints.isEmpty && fingerprints.allSatisfy { $0.wholeMatch(of: #/([0-9A-F]{2}:){31}[0-9A-F]{2}/#) != nil }
    if !areWritten {
      settings.refuse(
        keys.fingerprints, "Write each as 32 bytes in capital hexadecimal digits, with colons between the bytes.")
    }
    guard let package, areWritten else { return nil }
    return AndroidApp(package: package, fingerprints: fingerprints)
  }

  private func scheme(_ settings: inout SettingsReader) -> String? {
    settings.value(
      keys.scheme,
      "Write a scheme of the app's own: lower-case letters, digits, dots and hyphens, and none that browsers know."
    ) { AppScheme($0)?.text }
  }

  private func linkHost(_ settings: inout SettingsReader, of shop: ShopID?) -> Origin? {
    let origin = settings.value(keys.linkHost, "Write https and the host, without a path.", Origin.init)
    guard let origin else { return nil }
    guard origin.isSecure || base?.isSecure == false else {
      settings.refuse(keys.linkHost, "Write an https address. http is for tests on one machine only.")
      return nil
    }
    let own = [base, shops.first { $0.id == shop }?.checkoutPage.origin]
    guard !own.contains(origin) else {
      settings.refuse(
        keys.linkHost, "Use another site than this server's and the shop's: links within a site stay in the browser.")
      return nil
    }
    return origin
  }

  /// Reverse domain names, as both platforms have them.
  private static func identifier(_ text: String) -> String? {
    text.utf8.count <= 155 && text.wholeMatch(of: #/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+/#) != nil ? text : nil
  }
}

/// The settings of one registered app.
struct AppSettings: Sendable {
  static let apps = ConfigurationKey(
    "ferry.apps", "The names of the shops' apps, separated by commas.", example: "shop-ios",
    isOptional: true)

  let id: String

  var shop: ConfigurationKey { key("shop", "The shop of the app.", example: "main") }
  var platform: ConfigurationKey { key("platform", "ios or android.", example: "ios") }
  var bundleID: ConfigurationKey { key("bundleID", "The bundle id of an app for iOS.", example: "jp.example.shop") }
  var teamID: ConfigurationKey {
    key("teamID", "The team id of the developer account, for iOS.", example: "A1B2C3D4E5")
  }
  var package: ConfigurationKey { key("package", "The package of an app for Android.", example: "jp.example.shop") }
  var fingerprints: ConfigurationKey {
    key(
      "fingerprints", "SHA-256 of the certificates that sign an app for Android, separated by commas.",
      example: Array(repeating: "A1", count: 32).joined(separator: ":"))
  }
  var scheme: ConfigurationKey {
    key("scheme", "The app's custom scheme, the last resort for returning from the browser.", example: "shop")
  }
  var linkHost: ConfigurationKey {
    key(
      "linkHost", "The site whose links open the app: neither this server's nor the shop's.",
      example: "https://link.shop.example")
  }

  var all: [ConfigurationKey] { [shop, platform, bundleID, teamID, package, fingerprints, scheme, linkHost] }

  /// Optional: a server starts without any app.
  private func key(_ name: String, _ about: String, example: String) -> ConfigurationKey {
    ConfigurationKey("ferry.app.\(id).\(name)", about, example: example, isOptional: true)
  }
}
