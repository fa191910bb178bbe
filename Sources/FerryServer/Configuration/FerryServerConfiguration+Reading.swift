public import Configuration
import FerryCheckout
package import FerryCore
import FerryEngine
import FerryHTTP
public import FerryModule
import FerryWeb
import Foundation

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
    let base = settings.value(
      ServerSettings.baseURL, "Write https and the host, without a path; http is for this machine only.",
      missing: "Set the server's public address.", Origin.init)
    let shopIDs = shopNames(settings).ids
    let shops = shops(&settings)
    settings.requireDistinct(
      shops.flatMap { shop in
        shop.keys.map { (ServerSettings.secretKeys(shop.id.text, $0.mode), $0.digest) }
      }, "This key is listed twice, or belongs to another shop or mode.")
    if isOnHTTP(settings) {
      for key in secretKeys(settings, .live) {
        settings.refuse(
          key,
          "Live keys require an https address in \(ServerSettings.baseURL.name). http on this machine is for tests only."
        )
      }
    }
    for shop in shops
    where shop.checkoutPage.origin?.isSecure == false && shop.keys.contains(where: { $0.mode == .live }) {
      settings.refuse(
        ServerSettings.checkoutURL(shop.id.text), "A shop with live keys needs an https address for its page.")
    }
    let apps = RegisteredApp.all(&settings, base: base, shops: shops, shopIDs: shopIDs)
    let webhooks = WebhookEndpoint.all(&settings, shopIDs: shopIDs)
    var limits = Limits()
    for limit in ServerSettings.limits { limit.set(&limits, settings.number(limit.key, limit.range)) }
    let metricsKey = settings.secretKey(ServerSettings.metricsKey)
    if let metricsKey, shops.contains(where: { $0.keys.contains { $0.digest == metricsKey } }) {
      settings.refuse(ServerSettings.metricsKey, "This is a shop's key. Use another one for metrics.")
    }
    let zone = settings.text(ServerSettings.timeZone).map { name in TimeZone.known(name) }
    if zone == .some(nil) {
      settings.refuse(ServerSettings.timeZone, "Write the name of a time zone: UTC, Asia/Tokyo, Europe/Stockholm.")
    }
    let operations = OperationsPageConfiguration.read(
      &settings, buyers: [base].compactMap(\.self) + apps.linkHosts, shopIDs: shopIDs,
      taken: shops.flatMap(\.keys).map(\.digest) + [metricsKey].compactMap(\.self))
    return base.map {
      FerryServerConfiguration(
        base: $0, shops: shops, apps: apps, webhooks: webhooks, limits: limits, metricsKey: metricsKey,
        operations: operations, timeZone: (zone ?? nil) ?? .gmt)
    }
  }

  private static func shops(_ settings: inout SettingsReader) -> [ShopConfiguration] {
    let names = shopNames(settings)
    if !names.isSound {
      settings.refuse(
        ServerSettings.shops, "A shop's name has 1 to 32 lower-case letters and digits. List it only once.")
    } else if names.ids.isEmpty {
      settings.refuse(ServerSettings.shops, "Name the shops, separated by commas.")
    }
    return names.ids.compactMap { id in
      let page = checkoutPage(id, &settings)
      let problemsBefore = settings.problems.count
      let keys = Mode.allCases.flatMap { settings.secretKeys(ServerSettings.secretKeys(id, $0), $0) }
      if keys.isEmpty, settings.problems.count == problemsBefore {
        settings.refuse(
          ServerSettings.secretKeys(id, .test), "Give the shop a secret key, here for tests or for live payments.")
      }
      return page.map { ShopConfiguration(id: ShopID(id), checkoutPage: $0, keys: keys) }
    }
  }

  private static func checkoutPage(_ shop: String, _ settings: inout SettingsReader) -> Link? {
    let key = ServerSettings.checkoutURL(shop)
    let link = settings.value(
      key, "Write a complete https URL; http is for this machine only.",
      missing: "Set the shop's page that shows the state of its checkout.", Link.init(external:))
    guard let link, link.text.contains("#") else { return link }
    settings.refuse(key, "Write the address without a fragment: return codes are added to its query.")
    return nil
  }
}

extension FerryServerConfiguration {
  /// All settings, for shops, apps, webhook endpoints and operators of these names.
  public static func keys(
    shops: [String], apps: [String] = [], webhooks: [String] = [], operators: [String] = []
  ) -> [ConfigurationKey] {
    var keys = [ServerSettings.baseURL, ServerSettings.shops]
    for shop in shops {
      keys.append(ServerSettings.checkoutURL(shop))
      keys += [Mode.test, .live].map { ServerSettings.secretKeys(shop, $0) }
    }
    keys += [AppSettings.apps] + apps.flatMap { AppSettings(id: $0).all }
    keys += [WebhookSettings.webhooks] + webhooks.flatMap { WebhookSettings(id: $0).all }
    keys += OperationsPageSettings.all(operators: operators)
    return keys + [ServerSettings.timeZone, ServerSettings.metricsKey] + ServerSettings.limits.map(\.key)
  }

  /// The shops that are set up.
  package static func shopNames(_ settings: SettingsReader) -> ShopNames {
    ShopNames(settings.list(ServerSettings.shops))
  }

  /// The settings with the modes of webhook endpoints for a mode.
  package static func webhookModes(_ settings: SettingsReader, _ mode: Mode) -> [ConfigurationKey] {
    (WebhookEndpoint.ids(settings) ?? []).map { WebhookSettings(id: $0).mode }.filter {
      settings.text($0) == mode.rawValue
    }
  }

  /// The settings with secret keys of a mode, if any are given.
  package static func secretKeys(_ settings: SettingsReader, _ mode: Mode) -> [ConfigurationKey] {
    shopNames(settings).ids.map { ServerSettings.secretKeys($0, mode) }.filter { !settings.list($0).isEmpty }
  }

  /// True if the public address is on http, which is for testing on one machine.
  package static func isOnHTTP(_ settings: SettingsReader) -> Bool {
    settings.text(ServerSettings.baseURL).flatMap { Origin($0) }?.isSecure == false
  }
}

extension TimeZone {
  /// Nil for a name that the time zone database does not have.
  fileprivate static func known(_ name: String) -> TimeZone? {
    name == "UTC" ? .gmt : knownTimeZoneIdentifiers.contains(name) ? TimeZone(identifier: name) : nil
  }
}

/// The settings of the server itself, its shops and its limits.
enum ServerSettings {
  static let baseURL = ConfigurationKey(
    "ferry.baseURL", "The server's public address, as buyers' browsers reach it.",
    example: "https://pay.shop.example")
  static let shops = ConfigurationKey("ferry.shops", "The names of the shops, separated by commas.", example: "main")
  static let metricsKey = ConfigurationKey(
    "ferry.metricsKey",
    "The key for /metrics, or its SHA-256. Without a key, only this machine can read them, and not through a proxy.",
    example: SettingsReader.exampleKey, isOptional: true, isSecret: true)
  static let timeZone = ConfigurationKey(
    "ferry.timeZone", "The time zone of the operations page: of its times, and of the days of its numbers.",
    example: "Asia/Tokyo", default: "UTC")
  static let trustedProxies = ConfigurationKey(
    "ferry.limits.trustedProxies",
    "The number of your own proxies that write X-Forwarded-For; with 0, the header is ignored.",
    example: "1", default: "0")

  static func checkoutURL(_ shop: String) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.shop.\(shop).checkoutURL", "The shop's page that shows the state of its checkout; buyers return to it.",
      example: "https://shop.example/checkout")
  }

  static func secretKeys(_ shop: String, _ mode: Mode) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.shop.\(shop).\(mode.rawValue)Keys",
      "The secret keys that open /v1 to the shop for \(mode.rawValue) payments, or their SHA-256.",
      example: SettingsReader.exampleKey, isOptional: mode == .live, isSecret: true)
  }

  /// The limits, each with the numbers that it may have and its place.
  static let limits: [Limit] = [
    limit("bodyBytes", "The largest body of a request to /v1, in bytes.", 1_024...1_048_576, 65_536) {
      $0.bodyBytes = $1
    },
    limit(
      "evidenceBytes", "The largest request with evidence for a dispute, in bytes.", 65_536...67_108_864, 8_388_608
    ) { $0.evidenceBytes = $1 },
    limit(
      "waitSeconds",
      "How long a request waits for the provider, in seconds, before it answers that the result is not known yet.",
      1...60, 8
    ) { $0.wait = .seconds($1) },
    limit(
      "leastFreeMegabytes",
      "The least free disk space for new checkouts, in megabytes; live checkouts continue with less.",
      0...1_000_000, 200
    ) { $0.leastFreeDisk = Int64($1) * 1_000_000 },
    rate(
      "keyPerMinute", "The most calls of /v1 per minute with one secret key, half of them at once; 0 for no limit.",
      6_000, \.key),
    rate(
      "addressPerMinute",
      "The most requests per minute for buyers' pages from one address, half of them at once; 0 for no limit.",
      1_200, \.address),
    rate(
      "checkoutPerMinute",
      "The most requests per minute about one checkout, half of them at once, for each of: its buyer's browser, its app, the shop for "
        + "its buyer, and the shop by itself; 0 for no limit.", 60, \.checkout),
    rate(
      "notificationPerMinute",
      "The most providers' notifications per minute from one address, half of them at once; 0 for no limit.",
      6_000, \.notification),
    (trustedProxies, 0...10, { $0.trustedProxies = $1 }),
    limit(
      "idleSeconds", "How long an idle connection stays open, in seconds; longer than a proxy in front keeps its own.",
      5...3_600, 75
    ) { $0.connections.idle = .seconds($1) },
  ]

  typealias Limit = (
    key: ConfigurationKey, range: ClosedRange<Int>, set: @Sendable (inout FerryServerConfiguration.Limits, Int) -> Void
  )

  /// The full names: ferry.limits.bodyBytes, ferry.limits.waitSeconds, ferry.limits.leastFreeMegabytes,
  /// ferry.limits.keyPerMinute, ferry.limits.addressPerMinute, ferry.limits.checkoutPerMinute,
  /// ferry.limits.notificationPerMinute, ferry.limits.idleSeconds.
  private static func limit(
    _ name: String, _ about: String, _ range: ClosedRange<Int>, _ usual: Int,
    set: @escaping @Sendable (inout FerryServerConfiguration.Limits, Int) -> Void
  ) -> Limit {
    (ConfigurationKey("ferry.limits.\(name)", about, example: "\(usual)", default: "\(usual)"), range, set)
  }

  private static func rate(
    _ name: String, _ about: String, _ usual: Int, _ place: any WritableKeyPath<RateLimits, RateLimit?> & Sendable
  ) -> Limit {
    limit(name, about, 0...10_000_000, usual) {
      $0.rates[keyPath: place] = $1 == 0 ? nil : RateLimit(perMinute: $1)
    }
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

  fileprivate init(_ written: [String]) {
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
  /// A required setting as a value. If it cannot be read, the advice is reported; if it is missing, its own advice.
  mutating func value<Value>(
    _ key: ConfigurationKey, _ advice: String, missing: String? = nil, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = text(key) else {
      refuse(key, missing ?? advice)
      return nil
    }
    let value = read(text)
    if value == nil { refuse(key, advice) }
    return value
  }

  /// Refuses those of the settings that are set.
  mutating func refuse(ifSet keys: [ConfigurationKey], _ detail: String) {
    for key in keys where isSet(key) { refuse(key, detail) }
  }

  mutating func shop(_ key: ConfigurationKey, among shopIDs: [String]) -> ShopID? {
    value(key, "Write the name of a shop in ferry.shops.") { shopIDs.contains($0) ? ShopID($0) : nil }
  }

  /// - Parameter subject: "An app's name".
  mutating func refuseNames(_ key: ConfigurationKey, _ subject: String) {
    refuse(
      key,
      "\(subject) has 1 to 32 lower-case letters, digits and hyphens, and begins with a letter. List it only once.")
  }

  /// Refuses every value that stands in an earlier place, too.
  mutating func requireDistinct<Value: Equatable>(_ values: [(key: ConfigurationKey, value: Value)], _ advice: String) {
    for (index, entry) in values.enumerated() where values[..<index].contains(where: { $0.value == entry.value }) {
      refuse(entry.key, advice)
    }
  }
}
