public import Configuration
import FerryCheckout
package import FerryCore
import FerryEngine
import FerryHTTP
public import FerryModule
import FerryWeb

extension FerryServerConfiguration {
  /// Reads the settings below `ferry` that the server itself needs.
  /// - Throws: `ConfigurationProblems` with all of them.
  public init(reader: ConfigReader) throws(ConfigurationProblems) {
    var settings = SettingsReader(reader)
    guard let configuration = Self.read(&settings), settings.problems.isEmpty else {
      throw ConfigurationProblems(settings.problems)
    }
    self = configuration
  }

  /// Reports every problem to `settings`.
  /// - Returns: Nil if a required setting is missing.
  package static func read(_ settings: inout SettingsReader) -> FerryServerConfiguration? {
    ServerConfigurationReading.configuration(&settings)
  }

  /// All settings, for shops, apps, webhook endpoints and operators of these names.
  public static func keys(
    shops: [String], apps: [String] = [], webhooks: [String] = [], operators: [String] = []
  ) -> [ConfigurationKey] {
    var keys = [ServerConfigurationReading.baseURL, ServerConfigurationReading.shops]
    for shop in shops {
      keys += [
        ServerConfigurationReading.checkoutURL(shop), ServerConfigurationReading.secretKeys(shop, .test),
        ServerConfigurationReading.secretKeys(shop, .live),
      ]
    }
    keys += [AppSettingNames.apps] + apps.flatMap { AppSettingNames($0).all }
    keys += [WebhookSettingNames.webhooks] + webhooks.flatMap { WebhookSettingNames($0).all }
    return keys + OperationsPageSettingNames.all(operators: operators) + [ServerConfigurationReading.metricsKey]
      + ServerConfigurationReading.limits
  }

  /// The shops that are set up.
  package static func shopNames(_ settings: SettingsReader) -> ShopNames {
    ShopNames(settings.list(ServerConfigurationReading.shops))
  }

  /// The settings with the modes of webhook endpoints for a mode.
  package static func webhookModes(_ settings: SettingsReader, _ mode: Mode) -> [ConfigurationKey] {
    (WebhookEndpoint.ids(settings) ?? []).map { WebhookSettingNames($0).mode }.filter {
      settings.text($0) == mode.rawValue
    }
  }

  /// The settings with secret keys of a mode, if any are given.
  package static func secretKeys(_ settings: SettingsReader, _ mode: Mode) -> [ConfigurationKey] {
    shopNames(settings).ids.map { ServerConfigurationReading.secretKeys($0, mode) }
      .filter { !settings.list($0).isEmpty }
  }

  /// True if the public address is on http, which is for testing on one machine.
  package static func isOnHTTP(_ settings: SettingsReader) -> Bool {
    settings.text(ServerConfigurationReading.baseURL).flatMap { Origin($0) }?.isSecure == false
  }
}

enum ServerConfigurationReading {
  static let baseURL = ConfigurationKey(
    "ferry.baseURL", "The server's public address, as buyers' browsers reach it.",
    example: "https://pay.shop.example")
  static let shops = ConfigurationKey("ferry.shops", "The names of the shops, separated by commas.", example: "main")
  static let metricsKey = ConfigurationKey(
    "ferry.metricsKey",
    "The key for /metrics, or its SHA-256. Without a key, only this machine can read them, and not through a proxy.",
    example: exampleKey, isOptional: true, isSecret: true)
  static let bodyBytes = ConfigurationKey(
    "ferry.limits.bodyBytes", "The largest body of a request to /v1, in bytes.", example: "65536", default: "65536")
  static let waitSeconds = ConfigurationKey(
    "ferry.limits.waitSeconds",
    "How long a request waits for the provider, in seconds, before it answers that the result is not known yet.",
    example: "8", default: "8")
  static let leastFreeMegabytes = ConfigurationKey(
    "ferry.limits.leastFreeMegabytes",
    "The least free disk space for new checkouts, in megabytes; live checkouts continue with less.",
    example: "200", default: "200")
  static let keyPerMinute = ConfigurationKey(
    "ferry.limits.keyPerMinute",
    "The most calls of /v1 per minute with one secret key, half of them at once; 0 for no limit.",
    example: "6000", default: "6000")
  static let addressPerMinute = ConfigurationKey(
    "ferry.limits.addressPerMinute",
    "The most requests per minute for buyers' pages from one address, half of them at once; 0 for no limit.",
    example: "1200", default: "1200")
  static let checkoutPerMinute = ConfigurationKey(
    "ferry.limits.checkoutPerMinute",
    "The most requests per minute about one checkout, half of them at once, for each of: its buyer's browser, its app, the shop for "
      + "its buyer, and the shop by itself; 0 for no limit.", example: "60", default: "60")
  static let notificationPerMinute = ConfigurationKey(
    "ferry.limits.notificationPerMinute",
    "The most providers' notifications per minute from one address, half of them at once; 0 for no limit.",
    example: "6000",
    default: "6000")
  static let trustedProxies = ConfigurationKey(
    "ferry.limits.trustedProxies",
    "The number of your own proxies that write X-Forwarded-For; with 0, the header is ignored.",
    example: "1", default: "0")
  static let idleSeconds = ConfigurationKey(
    "ferry.limits.idleSeconds",
    "How long an idle connection stays open, in seconds; longer than a proxy in front keeps its own.",
    example: "75", default: "75")
  static let limits = [
    bodyBytes, waitSeconds, leastFreeMegabytes, keyPerMinute, addressPerMinute, checkoutPerMinute,
    notificationPerMinute, trustedProxies, idleSeconds,
  ]

  static func checkoutURL(_ shop: String) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.shop.\(shop).checkoutURL", "The shop's page that shows the state of its checkout; buyers return to it.",
      example: "https://shop.example/checkout")
  }

  static func secretKeys(_ shop: String, _ mode: Mode) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.shop.\(shop).\(mode.rawValue)Keys",
      "The secret keys that open /v1 to the shop for \(mode == .live ? "live" : "test") payments, or their SHA-256.",
      example: exampleKey, isOptional: mode == .live, isSecret: true)
  }

  /// The hash of no known key. It is refused, because with it nobody could use the shop.
  static let exampleKey = "sha256:" + String(repeating: "0123456789abcdef", count: 4)

  static func configuration(_ settings: inout SettingsReader) -> FerryServerConfiguration? {
    let base = base(&settings)
    let shops = shops(&settings)
    requireDistinctKeys(shops, &settings)
    if FerryServerConfiguration.isOnHTTP(settings) {
      for key in FerryServerConfiguration.secretKeys(settings, .live) {
        settings.refuse(
          key, "Live keys require an https address in \(baseURL.name). http on this machine is for tests only.")
      }
    }
    for shop in shops where shop.keys.contains(where: { $0.mode == .live }) {
      if shop.checkoutPage.origin?.isSecure == false {
        settings.refuse(checkoutURL(shop.id.text), "A shop with live keys needs an https address for its page.")
      }
    }
    let apps = RegisteredApp.all(
      &settings, base: base, shops: shops, shopIDs: FerryServerConfiguration.shopNames(settings).ids)
    let webhooks = WebhookEndpoint.all(&settings, shopIDs: FerryServerConfiguration.shopNames(settings).ids)
    let limits = FerryServerConfiguration.Limits(
      bodyBytes: settings.number(bodyBytes, 1_024...1_048_576),
      wait: .seconds(settings.number(waitSeconds, 1...60)),
      leastFreeDisk: Int64(settings.number(leastFreeMegabytes, 0...1_000_000)) * 1_000_000,
      rates: RateLimits(
        key: rate(keyPerMinute, &settings), address: rate(addressPerMinute, &settings),
        checkout: rate(checkoutPerMinute, &settings), notification: rate(notificationPerMinute, &settings)),
      trustedProxies: settings.number(trustedProxies, 0...10),
      connections: ConnectionLimits(idle: .seconds(settings.number(idleSeconds, 5...3_600))))
    let metricsKey = metricsKey(shops, &settings)
    let operations = OperationsPageConfiguration.read(
      &settings, buyers: [base].compactMap(\.self) + apps.linkHosts,
      shopIDs: FerryServerConfiguration.shopNames(settings).ids,
      taken: shops.flatMap(\.keys).map(\.digest) + [metricsKey].compactMap(\.self))
    return base.map {
      FerryServerConfiguration(
        base: $0, shops: shops, apps: apps, webhooks: webhooks, limits: limits, metricsKey: metricsKey,
        operations: operations)
    }
  }

  private static func base(_ settings: inout SettingsReader) -> Origin? {
    let advice = "Write https and the host, without a path; http is for this machine only."
    return settings.value(
      baseURL, settings.text(baseURL) == nil ? "Set the server's public address." : advice, Origin.init)
  }

  private static func shops(_ settings: inout SettingsReader) -> [ShopConfiguration] {
    let names = FerryServerConfiguration.shopNames(settings)
    if !names.isSound {
      settings.refuse(shops, "A shop's name has 1 to 32 lower-case letters and digits. List it only once.")
    } else if names.ids.isEmpty {
      settings.refuse(shops, "Name the shops, separated by commas.")
    }
    return names.ids.compactMap { shop($0, &settings) }
  }

  private static func shop(_ id: String, _ settings: inout SettingsReader) -> ShopConfiguration? {
    let page = checkoutPage(id, &settings)
    let problemsBefore = settings.problems.count
    let keys = Mode.allCases.flatMap { secretKeys(id, $0, &settings) }
    if keys.isEmpty, settings.problems.count == problemsBefore {
      settings.refuse(secretKeys(id, .test), "Give the shop a secret key, here for tests or for live payments.")
    }
    return page.map { ShopConfiguration(id: ShopID(id), checkoutPage: $0, keys: keys) }
  }

  private static func checkoutPage(_ shop: String, _ settings: inout SettingsReader) -> Link? {
    let key = checkoutURL(shop)
    let advice = "Write a complete https URL; http is for this machine only."
    let link = settings.value(
      key, settings.text(key) == nil ? "Set the shop's page that shows the state of its checkout." : advice,
      Link.init(external:))
    guard let link, link.text.contains("#") else { return link }
    settings.refuse(key, "Write the address without a fragment: return codes are added to its query.")
    return nil
  }

  private static func secretKeys(
    _ shop: String, _ mode: Mode, _ settings: inout SettingsReader
  ) -> [ShopConfiguration.Key] {
    let key = secretKeys(shop, mode)
    return settings.list(key).map { Secret($0) }.compactMap { secret in
      guard let digest = digest(of: secret) else {
        settings.refuse(
          key,
          "A key has 32 to 256 printable characters without blanks and commas, or is its SHA-256 as in the example.")
        return nil
      }
      if secret.reveal() == exampleKey {
        settings.refuse(
          key, "This is the example. Create your own key, and write it or its SHA-256.", showsExample: false)
      }
      refuse(guessable: secret, key, &settings)
      if secret.reveal().hasPrefix(mode == .live ? "sk_test_" : "sk_live_") {
        settings.refuse(key, "The key's prefix is of the other mode. Do not mix test and live keys.")
      }
      return ShopConfiguration.Key(digest, mode: mode)
    }
  }

  private static func refuse(
    guessable secret: Secret<String>, _ key: ConfigurationKey, _ settings: inout SettingsReader
  ) {
    guard !secret.reveal().hasPrefix("sha256:"), GuessableKey.isGuessable(secret) else { return }
    settings.refuse(
      key, "This key can be guessed. Create a random one, for example with `openssl rand -hex 32`.", showsExample: false
    )
  }

  private static func digest(of secret: Secret<String>) -> SecretKeyDigest? {
    let text = secret.reveal()
    if text.hasPrefix("sha256:") { return SecretKeyDigest(written: text) }
    guard (32...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return SecretKeyDigest(of: text)
  }

  /// A key identifies one shop and one mode.
  private static func requireDistinctKeys(_ shops: [ShopConfiguration], _ settings: inout SettingsReader) {
    var seen: [SecretKeyDigest] = []
    for shop in shops {
      for key in shop.keys {
        if seen.contains(key.digest) {
          settings.refuse(
            secretKeys(shop.id.text, key.mode), "This key is listed twice, or belongs to another shop or mode.")
        }
        seen.append(key.digest)
      }
    }
  }

  /// A key in a setting of its own, or its SHA-256; nil if it is missing or refused.
  static func ownKey(_ key: ConfigurationKey, _ settings: inout SettingsReader) -> SecretKeyDigest? {
    guard let secret = settings.text(key).map({ Secret($0) }) else { return nil }
    guard let digest = digest(of: secret), secret.reveal() != exampleKey else {
      settings.refuse(
        key, "A key has 32 to 256 printable characters without blanks, or is its SHA-256. Create your own key.")
      return nil
    }
    refuse(guessable: secret, key, &settings)
    return digest
  }

  private static func metricsKey(_ shops: [ShopConfiguration], _ settings: inout SettingsReader) -> SecretKeyDigest? {
    guard let digest = ownKey(metricsKey, &settings) else { return nil }
    if shops.contains(where: { $0.keys.contains { $0.digest == digest } }) {
      settings.refuse(metricsKey, "This is a shop's key. Use another one for metrics.")
    }
    return digest
  }

  private static func rate(_ key: ConfigurationKey, _ settings: inout SettingsReader) -> RateLimit? {
    let perMinute = settings.number(key, 0...10_000_000)
    return perMinute == 0 ? nil : RateLimit(perMinute: perMinute)
  }
}

/// The names of the shops that are set up.
package struct ShopNames {
  /// The names, each malformed one replaced by the nearest valid one, so that the problems of its shop's settings are
  /// reported together with its own.
  package let ids: [String]
  /// True if every shop has a name here, valid or not.
  package let isComplete: Bool
  /// True if all names are valid.
  package let isSound: Bool

  package init(_ written: [String]) {
    let nearest = written.map { name in
      name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    isComplete = !written.isEmpty && !nearest.contains("")
    var seen: Set<String> = []
    ids = nearest.filter { !$0.isEmpty && seen.insert($0).inserted }
    isSound = ids == written && ids.allSatisfy { $0.utf8.count <= 32 }
  }
}

extension SettingsReader {
  /// A required setting as a value. If it is missing or cannot be read, the advice is reported.
  mutating func value<Value>(_ key: ConfigurationKey, _ advice: String, _ read: (String) -> Value?) -> Value? {
    let value = text(key).flatMap(read)
    if value == nil { refuse(key, advice) }
    return value
  }

  /// One of the shops that are set up.
  mutating func shop(_ key: ConfigurationKey, among shopIDs: [String]) -> ShopID? {
    value(key, "Write the name of a shop in ferry.shops.") { shopIDs.contains($0) ? ShopID($0) : nil }
  }
}
