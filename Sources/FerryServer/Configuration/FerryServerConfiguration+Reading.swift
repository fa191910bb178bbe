public import Configuration
import FerryCheckout
import FerryCore
import FerryWeb

extension FerryServerConfiguration {
  /// Reads the settings below `ferry`.
  ///
  /// - Parameter present: The dotted names of all settings below `ferry` that other modules do not read, where the source
  ///   can list them (a file can, the environment can by `variable`); those that do not exist are problems.
  /// - Throws: `ConfigurationProblems` with all of them.
  public init(reader: ConfigReader, present: Set<String> = []) throws(ConfigurationProblems) {
    var reading = ServerConfigurationReading(reader)
    let configuration = reading.configuration(present)
    guard let configuration, reading.problems.isEmpty else { throw ConfigurationProblems(reading.problems) }
    self = configuration
  }

  /// The settings that there are, for shops of these ids.
  public static func keys(shops: [String]) -> [ConfigurationKey] {
    [ServerConfigurationReading.baseURL, ServerConfigurationReading.shops]
      + ServerConfigurationReading.limits
      + shops.flatMap { shop in
        [
          ServerConfigurationReading.checkoutURL(shop), ServerConfigurationReading.secretKeys(shop, .test),
          ServerConfigurationReading.secretKeys(shop, .live),
        ]
      }
  }
}

/// Reads everything and collects what is wrong, instead of stopping at the first.
struct ServerConfigurationReading {
  static let baseURL = ConfigurationKey("ferry.baseURL", example: "https://pay.shop.example")
  static let shops = ConfigurationKey("ferry.shops", example: "main")
  static let bodyBytes = ConfigurationKey("ferry.limits.bodyBytes", example: "65536")
  static let waitSeconds = ConfigurationKey("ferry.limits.waitSeconds", example: "8")
  static let leastFreeMegabytes = ConfigurationKey("ferry.limits.leastFreeMegabytes", example: "200")
  static let keyPerMinute = ConfigurationKey("ferry.limits.keyPerMinute", example: "6000")
  static let addressPerMinute = ConfigurationKey("ferry.limits.addressPerMinute", example: "1200")
  static let checkoutPerMinute = ConfigurationKey("ferry.limits.checkoutPerMinute", example: "60")
  static let trustedProxies = ConfigurationKey("ferry.limits.trustedProxies", example: "1")
  static let limits = [
    bodyBytes, waitSeconds, leastFreeMegabytes, keyPerMinute, addressPerMinute, checkoutPerMinute, trustedProxies,
  ]

  static func checkoutURL(_ shop: String) -> ConfigurationKey {
    ConfigurationKey("ferry.shop.\(shop).checkoutURL", example: "https://shop.example/checkout")
  }

  static func secretKeys(_ shop: String, _ mode: Mode) -> ConfigurationKey {
    ConfigurationKey(
      "ferry.shop.\(shop).\(mode.rawValue)Keys",
      example: "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
  }

  private let reader: ConfigReader
  private(set) var problems: [ConfigurationProblems.Entry] = []

  init(_ reader: ConfigReader) { self.reader = reader }

  mutating func configuration(_ present: Set<String>) -> FerryServerConfiguration? {
    let base = base()
    let ids = shopIDs()
    let shops = ids.compactMap { shop($0) }
    requireDistinctKeys(shops)
    if let base, !base.isSecure, let live = shops.first(where: { $0.keys.contains { $0.mode == .live } }) {
      let key = Self.secretKeys(live.id.text, .live)
      refuse(key, "Live keys need an https address in \(Self.baseURL.name); http on this machine is for testing.")
    }
    let limits = FerryServerConfiguration.Limits(
      bodyBytes: number(Self.bodyBytes, 1_024...1_048_576, default: 65_536),
      wait: .seconds(number(Self.waitSeconds, 1...60, default: 8)),
      leastFreeDisk: Int64(number(Self.leastFreeMegabytes, 0...1_000_000, default: 200)) * 1_000_000,
      rates: RateLimits(
        key: rate(Self.keyPerMinute, RateLimits.usual.key),
        address: rate(Self.addressPerMinute, RateLimits.usual.address),
        checkout: rate(Self.checkoutPerMinute, RateLimits.usual.checkout)),
      trustedProxies: number(Self.trustedProxies, 0...10, default: 0))
    let known = Set(FerryServerConfiguration.keys(shops: ids).map(\.name))
    for name in present.subtracting(known).sorted() {
      refuse(ConfigurationKey(name, example: "(remove it)"), "There is no such setting; check its spelling.")
    }
    return base.map { FerryServerConfiguration(base: $0, shops: shops, limits: limits) }
  }

  private mutating func refuse(_ key: ConfigurationKey, _ detail: String) {
    problems.append(ConfigurationProblems.Entry(key, detail))
  }

  private mutating func base() -> Origin? {
    guard let text = reader.string(forKey: ConfigKey(Self.baseURL.name)) else {
      refuse(Self.baseURL, "Name the server's public address.")
      return nil
    }
    guard let origin = Origin(text) else {
      refuse(Self.baseURL, "Write https, the host and nothing after it; http only for this machine itself.")
      return nil
    }
    return origin
  }

  private mutating func shopIDs() -> [String] {
    let ids = reader.stringArray(forKey: ConfigKey(Self.shops.name)) ?? []
    if ids.isEmpty { refuse(Self.shops, "Name the shops, separated by commas.") }
    let isWritable = ids.allSatisfy { id in
      (1...32).contains(id.utf8.count)
        && id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
    guard isWritable, Set(ids).count == ids.count else {
      refuse(Self.shops, "A shop's name has 1 to 32 lower-case letters and digits, and stands here once.")
      return []
    }
    return ids
  }

  private mutating func shop(_ id: String) -> ShopConfiguration? {
    let page = checkoutPage(id)
    let problemsBefore = problems.count
    let keys = Mode.allCases.flatMap { secretKeys(id, $0) }
    if keys.isEmpty, problems.count == problemsBefore {
      refuse(Self.secretKeys(id, .test), "Give the shop a secret key, for testing here or for live payments.")
    }
    return page.map { ShopConfiguration(id: ShopID(id), checkoutPage: $0, keys: keys) }
  }

  private mutating func checkoutPage(_ shop: String) -> Link? {
    let key = Self.checkoutURL(shop)
    guard let text = reader.string(forKey: ConfigKey(key.name)) else {
      refuse(key, "Name the page of the shop that shows how its checkout stands.")
      return nil
    }
    guard let link = Link(external: text) else {
      refuse(key, "Write a whole https address; http only for this machine itself.")
      return nil
    }
    return link
  }

  private mutating func secretKeys(_ shop: String, _ mode: Mode) -> [ShopConfiguration.Key] {
    let key = Self.secretKeys(shop, mode)
    let written = (reader.stringArray(forKey: ConfigKey(key.name), isSecret: true) ?? []).map { Secret($0) }
    return written.compactMap { secret in
      guard let digest = Self.digest(of: secret) else {
        refuse(
          key,
          "A key has 32 to 256 printable characters without blanks and commas, or is its SHA-256 as in the example.")
        return nil
      }
      return ShopConfiguration.Key(digest, mode: mode)
    }
  }

  private static func digest(of secret: Secret<String>) -> SecretKeyDigest? {
    let text = secret.reveal()
    if text.hasPrefix("sha256:") { return SecretKeyDigest(written: text) }
    guard (32...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return SecretKeyDigest(of: text)
  }

  /// A key says which shop and which mode; it cannot say two.
  private mutating func requireDistinctKeys(_ shops: [ShopConfiguration]) {
    var seen: [SecretKeyDigest] = []
    for shop in shops {
      for key in shop.keys {
        if seen.contains(key.digest) {
          refuse(
            Self.secretKeys(shop.id.text, key.mode), "This key stands here twice, or belongs to another shop or mode.")
        }
        seen.append(key.digest)
      }
    }
  }

  /// Half of a minute's worth may come at once; 0 is no limit.
  private mutating func rate(_ key: ConfigurationKey, _ usual: RateLimit?) -> RateLimit? {
    let perMinute = number(key, 0...10_000_000, default: usual?.perMinute ?? 0)
    return perMinute == 0 ? nil : RateLimit(perMinute: perMinute)
  }

  private mutating func number(_ key: ConfigurationKey, _ range: ClosedRange<Int>, default fallback: Int) -> Int {
    let configKey = ConfigKey(key.name)
    if let number = reader.int(forKey: configKey) {
      if range.contains(number) { return number }
    } else if reader.string(forKey: configKey) == nil, reader.double(forKey: configKey) == nil {
      return fallback
    }
    refuse(key, "Write a whole number from \(range.lowerBound) to \(range.upperBound), or leave it out.")
    return fallback
  }
}
