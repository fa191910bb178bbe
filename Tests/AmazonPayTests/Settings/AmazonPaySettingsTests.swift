import AmazonPay
import AmazonPayModule
import Configuration
import CryptoExtras
import FerryCheckout
import FerryCore
import FerryModule
import FerryProvider
import FerryWeb
import Testing

@Suite("Configuration of Amazon Pay")
struct AmazonPaySettingsTests {
  private static let pem = (try? _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation) ?? ""

  private static let test = [
    "FERRY_AMAZON_PAY_TEST_MERCHANT_ID": "A1B2C3D4E5F6G7",
    "FERRY_AMAZON_PAY_TEST_STORE_ID": "amzn1.application-oa2-client.0123456789abcdef",
    "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID": "SANDBOX-ABC", "FERRY_AMAZON_PAY_TEST_REGION": "jp",
    "FERRY_AMAZON_PAY_TEST_PRIVATE_KEY": pem,
  ]

  private static let live = Dictionary(
    uniqueKeysWithValues: test.map {
      ($0.key.replacing("_TEST_", with: "_LIVE_"), $0.value.replacing("SANDBOX-", with: "LIVE-"))
    })

  private func read(
    _ variables: [String: String], files: [String: String] = [:]
  ) throws(ConfigurationProblems) -> [AmazonPayProvider] {
    let provider = EnvironmentVariablesProvider(environmentVariables: variables)
    var settings = SettingsReader(ConfigReader(provider: provider)) { files[$0].map { Array($0.utf8) } }
    let accounts = AmazonPayRegistration.accounts(&settings)
    try settings.requireNoProblems()
    return accounts.compactMap { $0 as? AmazonPayProvider }
  }

  private func problems(
    _ variables: [String: String], files: [String: String] = [:]
  ) -> [ConfigurationProblems.Entry] {
    do {
      _ = try read(variables, files: files)
      return []
    } catch {
      return error.entries
    }
  }

  @Test("Reads an account for each mode")
  func bothModes() throws {
    let name = ["FERRY_AMAZON_PAY_LIVE_STORE_NAME": "Minato"]
    let providers = try read(Self.test.merging(Self.live) { $1 }.merging(name) { $1 })
    #expect(providers.map(\.account.mode) == [.test, .live])
    #expect(providers.map(\.options.storeName) == [nil, "Minato"])
    #expect(providers.map(\.merchant.endpoint.origin) == Array(repeating: "https://pay-api.amazon.jp", count: 2))
    #expect(try read(Self.live).map(\.account.mode) == [.live])
  }

  @Test("The button's image is a file, an address, or in test mode our own drawing")
  func button() throws {
    func with(_ image: String) -> [String: String] {
      Self.live.merging(["FERRY_AMAZON_PAY_BUTTON_IMAGE": image]) { $1 }
    }
    let files = ["a.svg": "<svg/>", "b.svg": "<svg><script>x</script></svg>", "c.svg": "text"]
    #expect(try read(Self.test)[0].button?.image == .drawing)
    #expect(try read(Self.live)[0].button?.image == nil)
    #expect(try read(Self.test.merging(Self.live) { $1 })[0].button?.image == nil)
    #expect(try read(with("a.svg"), files: files)[0].button?.image == .artwork(svg: "<svg/>"))
    let address = try #require(Link(external: "https://m.media.example/button.svg"))
    #expect(try read(with(address.text))[0].button?.image == .elsewhere(address))
    for wrong in ["b.svg", "c.svg", "none.svg", "http://127.0.0.1/b.svg", "javascript://x"] {
      #expect(problems(with(wrong), files: files).map(\.name) == ["ferry.amazonPay.buttonImage"], "\(wrong)")
    }
  }

  private static let topic = "arn:aws:sns:ap-northeast-1:123456789012:A1B2C3D4E5F6G7"

  private func notified(_ changes: [String: String], from base: [String: String] = test) -> [String: String] {
    base.merging(changes.map { ("FERRY_AMAZON_PAY_\($0)", $1) }) { $1 }
  }

  @Test("Accepts notifications of the named topics, under Amazon's authorities or the sandbox's")
  func notifications() throws {
    #expect(try read(Self.test)[0].options.notifications == nil)
    let amazon = try read(notified(["TEST_NOTIFICATION_TOPICS": "\(Self.topic),\(Self.topic)X"]))[0]
    #expect(amazon.options.notifications?.topics == [Self.topic, Self.topic + "X"])
    #expect(amazon.options.notifications?.certificates == .amazon)
    #expect(amazon.options.notifications?.confirmsSubscriptions == false)
    let live = try read(
      notified(
        ["LIVE_NOTIFICATION_TOPICS": Self.topic, "LIVE_CONFIRMS_SUBSCRIPTIONS": "yes"], from: Self.live)
    )[0]
    #expect(live.options.notifications?.certificates == .amazon)
    #expect(live.options.notifications?.confirmsSubscriptions == true)
    let root = try DevelopmentAuthority(now: Moment(milliseconds: 0), randomness: SystemRandomness()).certificatePEM
    let sandbox = [
      "TEST_NOTIFICATION_TOPICS": Self.topic, "TEST_SANDBOX_URL": "http://127.0.0.1:3081/",
      "TEST_NOTIFICATION_ROOT_FILE": "root.pem",
    ]
    let development = try read(notified(sandbox), files: ["root.pem": root])[0].options.notifications
    guard case .development(let origin, let bytes) = development?.certificates else {
      Issue.record("It is Amazon's.")
      return
    }
    #expect(origin == "http://127.0.0.1:3081")
    #expect(!bytes.isEmpty)
  }

  @Test(
    "Reports every problem of notifications with its setting",
    arguments: [
      (["TEST_NOTIFICATION_TOPICS": "topic"], ["notificationTopics"]),
      (["TEST_NOTIFICATION_TOPICS": topic, "TEST_CONFIRMS_SUBSCRIPTIONS": "maybe"], ["confirmsSubscriptions"]),
      (["TEST_CONFIRMS_SUBSCRIPTIONS": "yes"], ["confirmsSubscriptions"]),
      (
        ["TEST_NOTIFICATION_TOPICS": topic, "TEST_SANDBOX_URL": "http://127.0.0.1:3081"], ["notificationRootFile"]
      ),
      (
        [
          "TEST_NOTIFICATION_TOPICS": topic, "TEST_SANDBOX_URL": "https://sandbox.example",
          "TEST_NOTIFICATION_ROOT_FILE": "root.pem",
        ], ["sandboxURL"]
      ),
      (["TEST_NOTIFICATION_TOPICS": topic, "TEST_NOTIFICATION_ROOT_FILE": "root.pem"], ["notificationRootFile"]),
      (
        [
          "TEST_NOTIFICATION_TOPICS": topic, "TEST_SANDBOX_URL": "http://127.0.0.1:3081",
          "TEST_NOTIFICATION_ROOT_FILE": "none.pem",
        ], ["notificationRootFile"]
      ),
      (
        [
          "TEST_NOTIFICATION_TOPICS": topic, "TEST_SANDBOX_URL": "http://127.0.0.1:3081",
          "TEST_NOTIFICATION_ROOT_FILE": "text.pem",
        ], ["notificationRootFile"]
      ),
      (
        ["TEST_NOTIFICATION_TOPICS": "a", "TEST_CONFIRMS_SUBSCRIPTIONS": "b", "TEST_MERCHANT_ID": ""],
        ["confirmsSubscriptions", "notificationTopics", "merchantID"]
      ),
    ])
  func wrongNotifications(changes: [String: String], names: [String]) throws {
    let root = try DevelopmentAuthority(now: Moment(milliseconds: 0), randomness: SystemRandomness()).certificatePEM
    let files = ["root.pem": root, "text.pem": "text"]
    #expect(problems(notified(changes), files: files).map(\.name) == names.map { "ferry.amazonPay.test.\($0)" })
  }

  @Test("A live account has no sandbox authority")
  func liveRoot() {
    let changes = ["LIVE_NOTIFICATION_TOPICS": Self.topic, "LIVE_NOTIFICATION_ROOT_FILE": "root.pem"]
    #expect(
      problems(notified(changes, from: Self.live), files: ["root.pem": ""]).map(\.name) == [
        "ferry.amazonPay.live.notificationRootFile"
      ])
  }

  @Test("The private key may be in a file")
  func keyFile() throws {
    var variables = Self.test
    variables["FERRY_AMAZON_PAY_TEST_PRIVATE_KEY"] = nil
    variables["FERRY_AMAZON_PAY_TEST_PRIVATE_KEY_FILE"] = "key.pem"
    #expect(try read(variables, files: ["key.pem": Self.pem]).count == 1)
    let broken = problems(variables, files: ["key.pem": String(Self.pem.prefix(400))])
    #expect(broken.map(\.name) == ["ferry.amazonPay.test.privateKeyFile"])
    let missing = problems(variables)
    #expect(missing.map(\.name) == ["ferry.amazonPay.test.privateKeyFile"])
    #expect(missing[0].detail.contains("cannot be read"))
  }

  @Test("The private key may have escaped line ends")
  func keyInOneLine() throws {
    let key = Self.pem.replacing("\n", with: "\\n")
    #expect(try read(Self.test.merging(["FERRY_AMAZON_PAY_TEST_PRIVATE_KEY": key]) { $1 }).count == 1)
  }

  @Test(
    "Names a wrong setting, with the remedy",
    arguments: [
      ("MERCHANT_ID", "", "merchantID", "is missing"),
      ("MERCHANT_ID", "a1b2", "merchantID", "capital letters"),
      ("STORE_ID", "shop-1", "storeID", "amzn1.application-oa2-client."),
      ("PUBLIC_KEY_ID", "LIVE-ABC", "publicKeyID", "is for live payments"),
      ("PUBLIC_KEY_ID", "-----BEGIN PUBLIC KEY-----", "publicKeyID", "Give the id"),
      ("PRIVATE_KEY", "MIIEvQIBADANBgkq", "privateKey", "no first line"),
      ("PRIVATE_KEY", "/etc/key.pem", "privateKey", "file name"),
      ("PRIVATE_KEY_FILE", "/etc/key.pem", "privateKeyFile", "given twice"),
      ("REGION", "cn", "region", "na (or us), eu (or de, uk), or jp"),
      ("LEDGER_CURRENCY", "yen", "ledgerCurrency", "three capital letters"),
      ("LEDGER_CURRENCY", "EUR", "ledgerCurrency", "JPY"),
      ("STORE_NAME", String(repeating: "x", count: 51), "storeName", "50 characters"),
      ("LAPSE_WARNING_HOURS", "721", "lapseWarningHours", "0 to 720"),
      ("LAPSE_WARNING_HOURS", "soon", "lapseWarningHours", "0 to 720"),
      ("AUTHORIZED_CHECK_HOURS", "721", "authorizedCheckHours", "0 to 720"),
      ("PAID_CHECK_DAYS", "1,366", "paidCheckDays", "0 to 365"),
      ("PAID_CHECK_DAYS", "1,soon", "paidCheckDays", "commas"),
      ("SANDBOX_URL", "http://pay.example", "sandboxURL", "another machine"),
      ("SANDBOX_URL", "localhost:1", "sandboxURL", "not an address"),
    ])
  func wrong(_ variable: String, _ value: String, _ name: String, _ part: String) {
    let found = problems(Self.test.merging(["FERRY_AMAZON_PAY_TEST_" + variable: value]) { $1 })
    #expect(found.map(\.name) == ["ferry.amazonPay.test." + name])
    #expect(found.first?.detail.contains(part) == true)
  }

  @Test(
    "The warning time before a lapse is configurable and optional",
    arguments: [(nil, 72), ("24", 24), ("0", nil)] as [(String?, Int?)])
  func lapseWarning(_ hours: String?, _ warning: Int?) throws {
    var variables = Self.test
    variables["FERRY_AMAZON_PAY_TEST_LAPSE_WARNING_HOURS"] = hours
    let provider = try #require(try read(variables).first)
    #expect(provider.options.lapseWarning == warning.map { .seconds($0 * 3600) })
  }

  @Test(
    "The times of later checks are configurable and optional",
    arguments: [
      (nil, nil, 24, [1, 3, 7, 14, 30, 60, 90]), ("6", "2, 20", 6, [2, 20]), ("0", "0", nil, []),
    ] as [(String?, String?, Int?, [Int])])
  func checks(_ hours: String?, _ days: String?, _ authorized: Int?, _ paid: [Int]) throws {
    var variables = Self.test
    variables["FERRY_AMAZON_PAY_TEST_AUTHORIZED_CHECK_HOURS"] = hours
    variables["FERRY_AMAZON_PAY_TEST_PAID_CHECK_DAYS"] = days
    let profile = try #require(try read(variables).first).profile
    #expect(profile.authorizedCheck == authorized.map { .seconds($0 * 3600) })
    #expect(profile.paidChecks == paid.map { .seconds($0 * 86_400) })
  }

  @Test("Accepts every documented code of a region")
  func regions() throws {
    let key = try #require(AmazonPayRegistration.keys(.main, .test).first { $0.name == "ferry.amazonPay.test.region" })
    for code in ["na", "us", "eu", "de", "uk", "jp"] {
      #expect(key.about.split { !$0.isLetter }.contains { $0 == code })
      let region = ["FERRY_AMAZON_PAY_TEST_REGION": code]
      #expect(try read(Self.test.merging(region) { $1 }).count == 1)
    }
  }

  @Test("The problem of a setting has its example once")
  func exampleOnce() {
    let variables = ["FERRY_AMAZON_PAY_TEST_STORE_ID": "x", "FERRY_AMAZON_PAY_TEST_SANDBOX_URL": "localhost:1"]
    for found in problems(variables) {
      guard let example = found.example, found.name != "ferry.amazonPay.test.region" else { continue }
      #expect(found.description.split(separator: example, omittingEmptySubsequences: false).count == 2, "\(found)")
    }
  }

  @Test("Refuses sandbox credentials and a sandbox URL for live payments")
  func mixedModes() {
    let mixed = [
      "FERRY_AMAZON_PAY_LIVE_PUBLIC_KEY_ID": "SANDBOX-ABC",
      "FERRY_AMAZON_PAY_LIVE_SANDBOX_URL": "http://127.0.0.1:3081",
    ]
    #expect(
      Set(problems(Self.live.merging(mixed) { $1 }).map(\.name)) == [
        "ferry.amazonPay.live.publicKeyID", "ferry.amazonPay.live.sandboxURL",
      ])
  }

  @Test("A server for live payments refuses a sandbox")
  func sandboxBesideLive() throws {
    let sandbox = Self.test.merging(["FERRY_AMAZON_PAY_TEST_SANDBOX_URL": "http://localhost:1"]) { $1 }
    #expect(try read(sandbox).map(\.merchant.endpoint.origin) == ["http://localhost:1"])
    #expect(problems(sandbox.merging(Self.live) { $1 }).map(\.name) == ["ferry.amazonPay.test.sandboxURL"])
  }

  @Test("Reports all problems of both accounts at once, and quotes no key")
  func together() {
    let body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw"
    let variables = [
      "FERRY_AMAZON_PAY_TEST_PRIVATE_KEY": body, "FERRY_AMAZON_PAY_LIVE_REGION": "mars",
      "FERRY_AMAZON_PAY_LIVE_PRIVATE_KEY_FILE": "-----BEGIN PRIVATE KEY-----\n" + body,
    ]
    let found = problems(variables)
    for mode in ["test", "live"] {
      for name in ["merchantID", "storeID", "publicKeyID", "region"] {
        #expect(found.contains { $0.name == "ferry.amazonPay.\(mode).\(name)" })
      }
    }
    #expect(found.contains { $0.name == "ferry.amazonPay.test.privateKey" })
    #expect(found.contains { $0.name == "ferry.amazonPay.live.privateKeyFile" && $0.detail.contains("the key itself") })
    #expect(!ConfigurationProblems(found).description.contains("MIIE"))
  }

  @Test("A named account has its own settings and its own problems")
  func named() throws {
    let further = Dictionary(
      uniqueKeysWithValues: Self.test.map { ($0.key.replacing("_TEST_", with: "_ACCOUNT_EUROPE_TEST_"), $0.value) })
    let both = Self.test.merging(further) { $1 }.merging(["FERRY_AMAZON_PAY_ACCOUNTS": "europe"]) { $1 }
    #expect(try read(both).map(\.id.account) == [.main, "europe"])
    let region = ["FERRY_AMAZON_PAY_ACCOUNT_EUROPE_TEST_REGION": "mars"]
    #expect(problems(both.merging(region) { $1 }).map(\.name) == ["ferry.amazonPay.account.europe.test.region"])
    let empty = Self.test.merging(["FERRY_AMAZON_PAY_ACCOUNTS": "europe"]) { $1 }
    #expect(problems(empty).map(\.name) == ["ferry.amazonPay.account.europe.test.merchantID"])
    for name in ["main", "Europe", "a,a"] {
      let wrong = Self.test.merging(["FERRY_AMAZON_PAY_ACCOUNTS": name]) { $1 }
      #expect(problems(wrong).map(\.name) == ["ferry.amazonPay.accounts"], "\(name)")
    }
  }

  @Test("A page may load from the sites of the account's region, or from the sandbox's site only")
  func sites() throws {
    let amazon = try #require(try read(Self.live).first).provider.pagePolicy
    #expect(amazon.formActions.contains("https://*.amazon.co.jp"))
    #expect(amazon.page.scripts == ["https://*.payments-amazon.com"])
    #expect(amazon.formActions.allSatisfy { PageSource($0) != nil }, "Each is a source that a policy can have.")
    let sandbox = ["FERRY_AMAZON_PAY_TEST_SANDBOX_URL": "http://127.0.0.1:3081"]
    let policy = try #require(try read(Self.test.merging(sandbox) { $1 }).first).provider.pagePolicy
    #expect(policy.formActions == ["http://127.0.0.1:3081"])
    #expect(policy.page.scripts == ["http://127.0.0.1:3081"])
  }
}
