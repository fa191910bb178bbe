import Configuration
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryTesting
import Testing

@Suite("Settings of webhooks")
struct WebhookSettingsTests {
  private static let secrets = (1...2).map { WebhookSecret(SequentialRandomness(seed: $0)) }

  private static let sound = [
    "FERRY_BASE_URL": "https://pay.shop.example", "FERRY_SHOPS": "main",
    "FERRY_SHOP_MAIN_CHECKOUT_URL": "https://shop.example/checkout",
    "FERRY_SHOP_MAIN_TEST_KEYS": TestServer.testKey, "FERRY_WEBHOOKS": "orders,crm-2",
    "FERRY_WEBHOOK_ORDERS_SHOP": "main", "FERRY_WEBHOOK_ORDERS_MODE": "live",
    "FERRY_WEBHOOK_ORDERS_URL": "https://shop.example/ferry/webhooks?a=b",
    "FERRY_WEBHOOK_ORDERS_SECRETS": secrets[0].reveal(), "FERRY_WEBHOOK_CRM_2_SHOP": "main",
    "FERRY_WEBHOOK_CRM_2_MODE": "test", "FERRY_WEBHOOK_CRM_2_URL": "http://127.0.0.1:3000/hooks",
    "FERRY_WEBHOOK_CRM_2_SECRETS": secrets[1].reveal(), "FERRY_WEBHOOK_CRM_2_TYPES": "checkout.paid,payment.refunded",
  ]

  private func read(_ changes: [String: String] = [:]) throws(ConfigurationProblems) -> FerryServerConfiguration {
    let variables = Self.sound.merging(changes) { $1 }
    let provider = EnvironmentVariablesProvider(environmentVariables: variables)
    return try FerryServerConfiguration(reader: ConfigReader(provider: provider))
  }

  private func refused(_ changes: [String: String]) -> [ConfigurationProblems.Entry] {
    do {
      _ = try read(changes)
      return []
    } catch {
      return error.entries
    }
  }

  @Test("Endpoints are read, each with shop, mode, address, secrets and types")
  func sound() throws {
    let endpoints = try read().webhooks
    #expect(endpoints.map(\.id) == ["orders", "crm-2"])
    #expect(endpoints.map(\.shop) == ["main", "main"])
    #expect(endpoints.map(\.mode) == [.live, .test])
    #expect(endpoints.map(\.url) == ["https://shop.example/ferry/webhooks?a=b", "http://127.0.0.1:3000/hooks"])
    #expect(endpoints.map(\.secrets) == Self.secrets.map { [$0] })
    #expect(endpoints.map(\.types) == [nil, [.checkoutPaid, .paymentRefunded]])
    let another = WebhookSecret(SequentialRandomness(seed: 3))
    let two = try read(["FERRY_WEBHOOK_ORDERS_SECRETS": "\(Self.secrets[0].reveal()),\(another.reveal())"]).webhooks
    #expect(two[0].secrets == [Self.secrets[0], another])
  }

  @Test(
    "A problem of an endpoint names its setting",
    arguments: [
      ("FERRY_WEBHOOKS", "Orders", "ferry.webhooks"), ("FERRY_WEBHOOKS", "orders,orders", "ferry.webhooks"),
      ("FERRY_WEBHOOK_ORDERS_SHOP", "other", "ferry.webhook.orders.shop"),
      ("FERRY_WEBHOOK_ORDERS_MODE", "both", "ferry.webhook.orders.mode"),
      ("FERRY_WEBHOOK_ORDERS_URL", "", "ferry.webhook.orders.url"),
      ("FERRY_WEBHOOK_ORDERS_URL", "http://shop.example/hooks", "ferry.webhook.orders.url"),
      ("FERRY_WEBHOOK_ORDERS_URL", "ftp://shop.example/hooks", "ferry.webhook.orders.url"),
      ("FERRY_WEBHOOK_ORDERS_URL", "https://user:word@shop.example/", "ferry.webhook.orders.url"),
      // Loopback is for testing.
      ("FERRY_WEBHOOK_ORDERS_URL", "http://127.0.0.1:3000/hooks", "ferry.webhook.orders.url"),
      ("FERRY_WEBHOOK_CRM_2_URL", "http://10.0.0.1/hooks", "ferry.webhook.crm-2.url"),
      ("FERRY_WEBHOOK_ORDERS_SECRETS", "", "ferry.webhook.orders.secrets"),
      ("FERRY_WEBHOOK_ORDERS_SECRETS", "whsec_tooshort", "ferry.webhook.orders.secrets"),
      ("FERRY_WEBHOOK_ORDERS_TYPES", "checkout.payed", "ferry.webhook.orders.types"),
    ])
  func wrong(_ variable: String, _ value: String, _ setting: String) {
    #expect(refused([variable: value]).map(\.name) == [setting])
  }

  @Test(
    "An address of a link-local network is refused, in every form",
    arguments: [
      "169.254.169.254", "169.254.1.1.", "169.254.43518", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376",
      "[fe80::1]",
      "[febf::1]", "[::ffff:a9fe:a9fe]", "[0:0:0:0:0:ffff:a9fe:1]", "[::a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]",
    ])
  func linkLocal(_ host: String) {
    for address in ["https://\(host)/hooks", "https://\(host.uppercased()):8443/hooks"] {
      let problems = refused(["FERRY_WEBHOOK_ORDERS_URL": address])
      #expect(problems.map(\.name) == ["ferry.webhook.orders.url"], "\(address)")
      #expect(problems.first?.detail.contains("link-local") == true)
    }
  }

  @Test(
    "An address of a private network or of a name is taken",
    arguments: [
      "10.0.0.1", "172.16.0.1", "192.168.169.254", "169.253.1.1", "[fd00::5]", "[fec0::1]", "[::ffff:a00:1]",
      "169-254.example",
      "fe80.example",
    ])
  func otherNetworks(_ host: String) throws {
    #expect(try read(["FERRY_WEBHOOK_ORDERS_URL": "https://\(host)/hooks"]).webhooks[0].url == "https://\(host)/hooks")
  }

  @Test("The example secret, another endpoint's secret, and a third secret are refused")
  func secrets() {
    let key = FerryServerConfiguration.keys(shops: [], webhooks: ["orders"]).first { $0.name.hasSuffix("secrets") }
    let variable = "FERRY_WEBHOOK_ORDERS_SECRETS"
    let many = (3...5).map { WebhookSecret(SequentialRandomness(seed: $0)).reveal() }.joined(separator: ",")
    for (value, setting) in [
      (key?.example ?? "", "ferry.webhook.orders.secrets"),
      (Self.secrets[1].reveal(), "ferry.webhook.crm-2.secrets"), (many, "ferry.webhook.orders.secrets"),
    ] {
      #expect(refused([variable: value]).map(\.name) == [setting])
    }
    #expect(key?.isSecret == true)
  }

  @Test("All problems are reported at once, without a secret")
  func together() {
    let problems = refused([
      "FERRY_WEBHOOK_ORDERS_SHOP": "x", "FERRY_WEBHOOK_ORDERS_MODE": "x", "FERRY_WEBHOOK_ORDERS_URL": "x",
      "FERRY_WEBHOOK_ORDERS_SECRETS": "whsec_not-to-be-seen", "FERRY_WEBHOOK_ORDERS_TYPES": "x",
      "FERRY_WEBHOOK_CRM_2_SHOP": "x",
    ])
    #expect(
      Set(problems.map(\.name)) == [
        "ferry.webhook.orders.shop", "ferry.webhook.orders.mode", "ferry.webhook.orders.url",
        "ferry.webhook.orders.secrets", "ferry.webhook.orders.types", "ferry.webhook.crm-2.shop",
      ])
    #expect(!"\(problems)".contains("not-to-be-seen"))
  }
}
