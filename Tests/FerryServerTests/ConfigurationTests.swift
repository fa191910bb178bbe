import Configuration
import FerryCore
import FerryModule
import FerryServer
import FerryTesting
import FerryWeb
import Testing

@Suite("Configuration of the server")
struct ConfigurationTests {
  private func read(_ variables: [String: String]) throws(ConfigurationProblems) -> FerryServerConfiguration {
    let provider = EnvironmentVariablesProvider(environmentVariables: variables)
    return try FerryServerConfiguration(reader: ConfigReader(provider: provider))
  }

  private func problems(_ variables: [String: String]) -> [String: String] {
    do {
      _ = try read(variables)
      return [:]
    } catch {
      return Dictionary(error.entries.map { ($0.name, $0.detail) }) { first, _ in first }
    }
  }

  private static let sound = [
    "FERRY_BASE_URL": "https://pay.shop.example", "FERRY_SHOPS": "main",
    "FERRY_SHOP_MAIN_CHECKOUT_URL": "https://shop.example/checkout",
    "FERRY_SHOP_MAIN_TEST_KEYS": "\(TestServer.testKey),\(TestServer.secondKey)",
    "FERRY_SHOP_MAIN_LIVE_KEYS": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ]

  @Test(
    "A key that can be guessed is refused wherever a key stands, and its SHA-256 cannot be judged",
    arguments: [
      String(repeating: "a", count: 40), "passwordpasswordpasswordpassword",
      "sk_test_" + String(repeating: "1234", count: 10),
      "sk_test_0123456789abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba9876543210",
      String(repeating: "0", count: 31) + "1",
    ])
  func guessable(_ key: String) {
    let operators = [
      "FERRY_OPERATIONS_BASE_URL": "https://operations.shop.example", "FERRY_OPERATORS": "anna",
      "FERRY_OPERATOR_ANNA_ROLE": "act",
    ]
    for (variable, name) in [
      ("FERRY_SHOP_MAIN_TEST_KEYS", "ferry.shop.main.testKeys"), ("FERRY_METRICS_KEY", "ferry.metricsKey"),
      ("FERRY_OPERATOR_ANNA_KEY", "ferry.operator.anna.key"),
    ] {
      let variables = Self.sound.merging(variable.contains("OPERATOR") ? operators : [:]) { $1 }
      let found = problems(variables.merging([variable: key]) { $1 })
      #expect(found.keys.sorted() == [name])
      #expect(found[name]?.contains("can be guessed") == true && found[name]?.contains(key) == false)
    }
  }

  @Test("Random keys of every form are taken")
  func random() {
    let randomness = SequentialRandomness(seed: 7)
    for _ in 1...200 {
      for alphabet in [
        "0123456789abcdef", "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_",
      ] {
        let key = randomness.text(32, of: Array(alphabet))
        #expect(problems(Self.sound.merging(["FERRY_METRICS_KEY": key]) { $1 }).isEmpty)
      }
    }
  }

  @Test("A sound configuration is read, with several keys of both modes")
  func sound() throws {
    let configuration = try read(Self.sound)
    #expect(configuration.base.text == "https://pay.shop.example")
    #expect(configuration.shops.map(\.id) == ["main"])
    #expect(configuration.shops.first?.checkoutPage.text == "https://shop.example/checkout")
    #expect(configuration.shops.first?.keys.map(\.mode) == [.test, .test, .live])
    #expect(configuration.shops.first?.keys.last?.digest == SecretKeyDigest(of: "test"))
    #expect(configuration.limits == FerryServerConfiguration.Limits())
  }

  private static let apps = [
    "FERRY_APPS": "shop-ios,shop-android", "FERRY_APP_SHOP_IOS_SHOP": "main", "FERRY_APP_SHOP_IOS_PLATFORM": "ios",
    "FERRY_APP_SHOP_IOS_BUNDLE_ID": "jp.example.shop", "FERRY_APP_SHOP_IOS_TEAM_ID": "A1B2C3D4E5",
    "FERRY_APP_SHOP_IOS_SCHEME": "shop", "FERRY_APP_SHOP_IOS_LINK_HOST": "https://link.shop.example",
    "FERRY_APP_SHOP_ANDROID_SHOP": "main", "FERRY_APP_SHOP_ANDROID_PLATFORM": "android",
    "FERRY_APP_SHOP_ANDROID_PACKAGE": "jp.example.shop",
    "FERRY_APP_SHOP_ANDROID_FINGERPRINTS": Array(repeating: "A1", count: 32).joined(separator: ":"),
    "FERRY_APP_SHOP_ANDROID_SCHEME": "shop", "FERRY_APP_SHOP_ANDROID_LINK_HOST": "https://link.shop.example",
  ]

  @Test("Registered apps are read, one for each platform")
  func apps() throws {
    let apps = try read(Self.sound.merging(Self.apps) { $1 }).apps
    let linkHost = try #require(Origin("https://link.shop.example"))
    #expect(
      apps == [
        RegisteredApp(
          id: "shop-ios", shop: "main", platform: .ios(IOSApp(bundleID: "jp.example.shop", teamID: "A1B2C3D4E5")),
          scheme: "shop", linkHost: linkHost),
        RegisteredApp(
          id: "shop-android", shop: "main",
          platform: .android(
            AndroidApp(
              package: "jp.example.shop", fingerprints: [Array(repeating: "A1", count: 32).joined(separator: ":")])),
          scheme: "shop", linkHost: linkHost),
      ])
  }

  @Test(
    "A problem of an app names its setting",
    arguments: [
      ("FERRY_APPS", "Shop", "ferry.apps"), ("FERRY_APPS", "a_b", "ferry.apps"), ("FERRY_APPS", "1a", "ferry.apps"),
      ("FERRY_APPS", "shop-ios,shop-ios", "ferry.apps"),
      ("FERRY_APP_SHOP_IOS_SHOP", "other", "ferry.app.shop-ios.shop"),
      ("FERRY_APP_SHOP_IOS_PLATFORM", "iOS", "ferry.app.shop-ios.platform"),
      ("FERRY_APP_SHOP_IOS_BUNDLE_ID", "shop", "ferry.app.shop-ios.bundleID"),
      ("FERRY_APP_SHOP_IOS_TEAM_ID", "a1b2c3d4e5", "ferry.app.shop-ios.teamID"),
      ("FERRY_APP_SHOP_IOS_PACKAGE", "jp.example.shop", "ferry.app.shop-ios.package"),
      ("FERRY_APP_SHOP_ANDROID_FINGERPRINTS", "A1", "ferry.app.shop-android.fingerprints"),
      ("FERRY_APP_SHOP_IOS_SCHEME", "javascript", "ferry.app.shop-ios.scheme"),
      ("FERRY_APP_SHOP_IOS_SCHEME", "https", "ferry.app.shop-ios.scheme"),
      ("FERRY_APP_SHOP_IOS_SCHEME", "Shop", "ferry.app.shop-ios.scheme"),
      ("FERRY_APP_SHOP_IOS_LINK_HOST", "https://pay.shop.example", "ferry.app.shop-ios.linkHost"),
      ("FERRY_APP_SHOP_IOS_LINK_HOST", "https://shop.example/", "ferry.app.shop-ios.linkHost"),
      ("FERRY_APP_SHOP_IOS_LINK_HOST", "http://127.0.0.1", "ferry.app.shop-ios.linkHost"),
      ("FERRY_APP_SHOP_IOS_LINK_HOST", "https://link.shop.example/app", "ferry.app.shop-ios.linkHost"),
    ])
  func wrongApps(variable: String, value: String, setting: String) {
    let variables = Self.sound.merging(Self.apps) { $1 }.merging([variable: value]) { $1 }
    #expect(problems(variables).keys.sorted() == [setting])
  }

  @Test("Two apps of a platform may share neither scheme nor link host; one app may be registered twice")
  func rivals() throws {
    let staging = [
      "FERRY_APPS": "shop-ios,shop-android,staging", "FERRY_APP_STAGING_SHOP": "main",
      "FERRY_APP_STAGING_PLATFORM": "ios", "FERRY_APP_STAGING_BUNDLE_ID": "jp.example.shop.staging",
      "FERRY_APP_STAGING_TEAM_ID": "A1B2C3D4E5", "FERRY_APP_STAGING_SCHEME": "shop-staging",
      "FERRY_APP_STAGING_LINK_HOST": "https://link.staging.shop.example",
    ]
    let variables = Self.sound.merging(Self.apps) { $1 }.merging(staging) { $1 }
    #expect(try read(variables).apps.count == 3)
    let host = try #require(Self.apps["FERRY_APP_SHOP_IOS_LINK_HOST"])
    let same = ["FERRY_APP_STAGING_SCHEME": "shop", "FERRY_APP_STAGING_LINK_HOST": host]
    let found = problems(variables.merging(same) { $1 })
    #expect(found.keys.sorted() == ["ferry.app.staging.linkHost", "ferry.app.staging.scheme"])
    #expect(found.values.allSatisfy { $0.contains("shop-ios") })
    let twice = same.merging(["FERRY_APP_STAGING_BUNDLE_ID": "jp.example.shop"]) { $1 }
    #expect(try read(variables.merging(twice) { $1 }).apps.count == 3)
  }

  @Test("Rate limits are settings, and 0 is no limit")
  func rates() throws {
    let limits = try read(
      Self.sound.merging([
        "FERRY_LIMITS_KEY_PER_MINUTE": "0", "FERRY_LIMITS_ADDRESS_PER_MINUTE": "90",
        "FERRY_LIMITS_CHECKOUT_PER_MINUTE": "1", "FERRY_LIMITS_NOTIFICATION_PER_MINUTE": "30",
        "FERRY_LIMITS_TRUSTED_PROXIES": "2",
      ]) { $1 }
    ).limits
    #expect(
      limits.rates
        == RateLimits(
          key: nil, address: RateLimit(perMinute: 90, burst: 45), checkout: RateLimit(perMinute: 1, burst: 1),
          notification: RateLimit(perMinute: 30, burst: 15)))
    let unlimited = try read(Self.sound.merging(["FERRY_LIMITS_NOTIFICATION_PER_MINUTE": "0"]) { $1 })
    #expect(unlimited.limits.rates.notification == nil)
    #expect(limits.trustedProxies == 2)
    #expect(problems(Self.sound.merging(["FERRY_LIMITS_KEY_PER_MINUTE": "-1"]) { $1 }).count == 1)
  }

  @Test("The idle time of a connection is a setting")
  func idleSeconds() throws {
    #expect(try read(Self.sound).limits.connections.idle == .seconds(75))
    let long = try read(Self.sound.merging(["FERRY_LIMITS_IDLE_SECONDS": "620"]) { $1 })
    #expect(long.limits.connections == ConnectionLimits(idle: .seconds(620)))
    #expect(problems(Self.sound.merging(["FERRY_LIMITS_IDLE_SECONDS": "4"]) { $1 }).count == 1)
  }

  @Test("All problems are reported at once, each with its key, variable and example, and no value")
  func allProblems() throws {
    let error = try #require(throws: ConfigurationProblems.self) {
      try read([
        "FERRY_BASE_URL": "http://pay.shop.example/x", "FERRY_SHOPS": "main,other",
        "FERRY_SHOP_MAIN_CHECKOUT_URL": "javascript:alert(1)", "FERRY_SHOP_MAIN_TEST_KEYS": "too-short-a-key",
        "FERRY_LIMITS_WAIT_SECONDS": "soon", "FERRY_LIMITS_BODY_BYTES": "1",
      ])
    }
    #expect(
      Set(error.entries.map(\.name)) == [
        "ferry.baseURL", "ferry.shop.main.checkoutURL", "ferry.shop.main.testKeys", "ferry.shop.other.checkoutURL",
        "ferry.shop.other.testKeys", "ferry.limits.waitSeconds", "ferry.limits.bodyBytes",
      ])
    let text = error.description
    for entry in error.entries {
      #expect(text.contains("\(entry.name) (\(try #require(entry.variable))): "))
      #expect(text.contains("Example: \(try #require(entry.example))"))
    }
    #expect(text.contains("FERRY_SHOP_MAIN_TEST_KEYS"))
    #expect(!text.contains("too-short-a-key"))
  }

  @Test("The key of the metrics is read, and refused if it is weak, the example, or a shop's")
  func metricsKey() throws {
    let key = "key-of-the-metrics-0123456789abcdef"
    let named = { (key: String) in Self.sound.merging(["FERRY_METRICS_KEY": key]) { $1 } }
    #expect(try read(Self.sound).metricsKey == nil)
    #expect(try read(named(key)).metricsKey == SecretKeyDigest(of: key))
    let example = FerryServerConfiguration.keys(shops: []).first { $0.name == "ferry.metricsKey" }?.example
    for wrong in ["short", try #require(example), TestServer.testKey] {
      #expect(Set(problems(named(wrong)).keys) == ["ferry.metricsKey"])
    }
  }

  @Test("An empty configuration names what is needed")
  func empty() {
    #expect(Set(problems([:]).keys) == ["ferry.baseURL", "ferry.shops"])
  }

  @Test("Live keys are refused on an http address")
  func liveOnLoopback() {
    let variables = Self.sound.merging(["FERRY_BASE_URL": "http://localhost:3080"]) { $1 }
    #expect(Set(problems(variables).keys) == ["ferry.shop.main.liveKeys"])
    var testOnly = variables
    testOnly["FERRY_SHOP_MAIN_LIVE_KEYS"] = nil
    #expect(problems(testOnly).isEmpty)
  }

  @Test("A key whose prefix names a mode is refused in the other")
  func keyOfOtherMode() {
    let letters = SequentialRandomness(seed: 5).token(bytes: 32)
    for (variable, key) in [("FERRY_SHOP_MAIN_TEST_KEYS", "sk_live_"), ("FERRY_SHOP_MAIN_LIVE_KEYS", "sk_test_")] {
      let found = problems(Self.sound.merging([variable: key + letters]) { $1 })
      #expect(found.count == 1)
      #expect(found.values.allSatisfy { $0.contains("other mode") && !$0.contains(letters) })
    }
  }

  @Test(
    "A key for two modes is refused, an http address beside live keys, and a fragment, because the code would be part of it",
    arguments: [
      ("LIVE_KEYS", TestServer.testKey, "liveKeys"), ("CHECKOUT_URL", "http://localhost/checkout", "checkoutURL"),
      ("CHECKOUT_URL", "https://shop.example/#/checkout", "checkoutURL"),
    ])
  func refused(_ variable: String, _ value: String, _ setting: String) {
    let variables = Self.sound.merging(["FERRY_SHOP_MAIN_\(variable)": value]) { $1 }
    #expect(Set(problems(variables).keys) == ["ferry.shop.main.\(setting)"])
  }

  @Test("The example key is refused")
  func exampleKey() throws {
    let key = try #require(FerryServerConfiguration.keys(shops: ["main"]).first { $0.isSecret })
    #expect(problems(Self.sound.merging([key.variable: key.example]) { $1 }).keys.contains(key.name))
  }

  @Test("The named variable of a setting is the one that is read from the environment")
  func variables() {
    for key in FerryServerConfiguration.keys(shops: ["main"]) {
      let provider = EnvironmentVariablesProvider(environmentVariables: [key.variable: "value"])
      #expect(ConfigReader(provider: provider).string(forKey: ConfigKey(key.name)) == "value")
    }
  }
}
