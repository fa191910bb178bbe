import FerryCheckout
import FerryCore
import FerryHTTP
package import FerryModule
import FerryWeb

extension RegisteredApp {
  /// Reads all registered apps and reports every problem to `settings`.
  static func all(
    _ settings: inout SettingsReader, base: Origin?, shops: [ShopConfiguration], shopIDs: [String]
  ) -> [RegisteredApp] {
    guard let ids = ids(settings) else {
      settings.refuse(
        AppSettingNames.apps,
        "An app's name has 1 to 32 lower-case letters, digits and hyphens, and begins with a letter. List it only once."
      )
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
        AppSettingNames(app.id).scheme, "Each app of a platform needs its own scheme: \(rival.id) has this one.")
    }
    if let rival = rivals.first(where: { $0.linkHost == app.linkHost }) {
      settings.refuse(
        AppSettingNames(app.id).linkHost,
        "Each app of a platform needs its own link host: the links of this one open \(rival.id).")
    }
  }

  /// The names of the apps; nil if one is malformed.
  package static func ids(_ settings: SettingsReader) -> [String]? { settings.names(AppSettingNames.apps) }
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
  var keys: AppSettingNames { AppSettingNames(id) }

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
      refuse([keys.package, keys.fingerprints], &settings, "This is for Android. Leave it out, or name that platform.")
      return ios(&settings).map { .ios($0) }
    case "android":
      refuse([keys.bundleID, keys.teamID], &settings, "This is for iOS. Leave it out, or name that platform.")
      return android(&settings).map { .android($0) }
    default:
      settings.refuse(keys.platform, "Write ios or android; an app for both is registered twice.")
      return nil
    }
  }

  private func refuse(_ keys: [ConfigurationKey], _ settings: inout SettingsReader, _ detail: String) {
    for key in keys where settings.text(key) != nil { settings.refuse(key, detail) }
  }

  private func ios(_ settings: inout SettingsReader) -> IOSApp? {
    let bundle = settings.value(keys.bundleID, "Write the bundle id, as Xcode shows it.", Self.identifier)
    let team = settings.value(keys.teamID, "Write the ten capital letters and digits of the team id.", Self.team)
    guard let bundle, let team else { return nil }
    return IOSApp(bundleID: bundle, teamID: team)
  }

  private func android(_ settings: inout SettingsReader) -> AndroidApp? {
    let package = settings.value(keys.package, "Write the package name, as the app's manifest has it.", Self.identifier)
    let fingerprints = settings.list(keys.fingerprints)
    let areWritten = !fingerprints.isEmpty && fingerprints.allSatisfy(Self.isFingerprint)
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
        keys.linkHost,
        "Use another site than this server's and the shop's: links within a site stay in the browser.")
      return nil
    }
    return origin
  }

  /// Reverse domain names, as both platforms have them.
  private static func identifier(_ text: String) -> String? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { PlainText.isPlain(String($0), most: 155) }
      && text.utf8.count <= 155 ? text : nil
  }

  private static func team(_ text: String) -> String? {
    let isTeam = text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    return isTeam && text.utf8.count == 10 ? text : nil
  }

  private static func isFingerprint(_ text: String) -> Bool {
    let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
    return bytes.count == 32
      && bytes.allSatisfy { byte in
        byte.utf8.count == 2
          && byte.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
      }
  }
}

/// The settings of one registered app.
struct AppSettingNames: Sendable {
  static let apps = ConfigurationKey(
    "ferry.apps", "The names of the shops' apps, separated by commas.", example: "shop-ios",
    isOptional: true)

  let shop: ConfigurationKey
  let platform: ConfigurationKey
  let bundleID: ConfigurationKey
  let teamID: ConfigurationKey
  let package: ConfigurationKey
  let fingerprints: ConfigurationKey
  let scheme: ConfigurationKey
  let linkHost: ConfigurationKey

  init(_ id: String) {
    // A server starts without any app.
    func key(_ name: String, _ about: String, example: String) -> ConfigurationKey {
      ConfigurationKey("ferry.app.\(id).\(name)", about, example: example, isOptional: true)
    }
    shop = key("shop", "The shop of the app.", example: "main")
    platform = key("platform", "ios or android.", example: "ios")
    bundleID = key("bundleID", "The bundle id of an app for iOS.", example: "jp.example.shop")
    teamID = key("teamID", "The team id of the developer account, for iOS.", example: "A1B2C3D4E5")
    package = key("package", "The package of an app for Android.", example: "jp.example.shop")
    fingerprints = key(
      "fingerprints", "SHA-256 of the certificates that sign an app for Android, separated by commas.",
      example: Array(repeating: "A1", count: 32).joined(separator: ":"))
    scheme = key("scheme", "The app's custom scheme, the last resort for returning from the browser.", example: "shop")
    linkHost = key(
      "linkHost", "The site whose links open the app: neither this server's nor the shop's.",
      example: "https://link.shop.example")
  }

  var all: [ConfigurationKey] { [shop, platform, bundleID, teamID, package, fingerprints, scheme, linkHost] }
}
