import FerryCheckout
import FerryCore
import FerryModule
import FerryServer
import Logging
import Testing

@testable import FerryTool

@Suite("Configuration of the serving process")
struct ServeConfigurationTests {
  @Test("A missing setting has its default")
  func defaults() throws {
    let process = try Configured.read().process
    #expect(process.listenAddress == "127.0.0.1" && process.listenPort == 8080 && process.logLevel == .info)
    #expect(process.data == "/var/lib/ferry" && "\(process.store)" == "/var/lib/ferry/ferry.sqlite")
  }

  @Test("The environment overrides the file, and the file overrides the default")
  func order() throws {
    let file = "ferry:\n  listen:\n    port: 9000\n  data: /srv/ferry\n  logLevel: error\n"
    let process = try Configured.read(["FERRY_LISTEN_PORT": "9001", "FERRY_DATA": ""], file: file).process
    #expect(process.listenPort == 9001)
    #expect(process.data == "/srv/ferry")
    #expect(process.logLevel == .error)
    #expect(process.listenAddress == "127.0.0.1")
  }

  @Test(
    "The file may have settings of every module, with lists in either form", arguments: ["[main, two]", "main,two"])
  func fileAlone(_ shops: String) throws {
    let environment = Configured.environment
    let file = """
      ferry:
        baseURL: https://pay.shop.example
        shops: \(shops)
        shop:
          main:
            checkoutURL: https://shop.example/checkout
            testKeys: [\(Configured.secretKey), \(Configured.secretKey)-next]
          two:
            checkoutURL: https://two.example/checkout
            testKeys: \(Configured.secretKey)-two
        amazonPay:
          test:
            merchantID: A1B2C3D4E5F6G7
            storeID: amzn1.application-oa2-client.0123456789abcdef
            publicKeyID: SANDBOX-ABC
            region: jp
            privateKey: |
              \(Configured.pem.replacing("\n", with: "\n        "))
      """
    let sources = SettingsSources(
      environment: environment.filter { !$0.key.hasPrefix("FERRY_") },
      file: try SettingsFile(path: "f", text: file))
    let settings = try ServeConfiguration(sources) { _ in nil }
    #expect(settings.server.shops.map(\.id) == ["main", "two"])
    #expect(settings.server.shops.map(\.keys.count) == [2, 1])
    #expect(settings.accounts.map(\.id.mode) == [.test])
  }

  @Test(
    "A wrong setting of the process is named",
    arguments: [
      ("FERRY_LISTEN_PORT", "0", "ferry.listen.port"), ("FERRY_LISTEN_PORT", "http", "ferry.listen.port"),
      ("FERRY_LISTEN_PORT", "65536", "ferry.listen.port"),
      ("FERRY_LISTEN_ADDRESS", "0.0.0.0:80", "ferry.listen.address"),
      ("FERRY_LISTEN_ADDRESS", "http://x", "ferry.listen.address"), ("FERRY_LOG_LEVEL", "loud", "ferry.logLevel"),
    ])
  func wrong(_ variable: String, _ value: String, _ name: String) throws {
    #expect(try Configured.refused([variable: value]) == [name])
  }

  @Test("An IPv6 address can be listened on", arguments: ["::", "::1"])
  func ipv6(_ address: String) throws {
    #expect(try Configured.read(["FERRY_LISTEN_ADDRESS": address]).process.listenAddress == address)
  }

  @Test("Live keys of a shop without an account for live payments are refused")
  func keysWithoutProvider() throws {
    let changes = Configured.live.filter { $0.key.contains("SHOP") }
    #expect(try Configured.refused(changes) == ["ferry.shop.main.liveKeys"])
    #expect(try Configured.refused(Configured.live).isEmpty)
    let onlyLive = Configured.live.merging(
      Configured.environment.keys.filter { $0.contains("PAY_TEST") }.map { ($0, "") }
    ) { $1 }
    #expect(try Configured.refused(onlyLive) == ["ferry.shop.main.testKeys"])
  }

  @Test("A configuration without an account has no provider")
  func noProvider() throws {
    let changes = Configured.environment.filter { $0.key.contains("PAY_TEST") }.mapValues { _ in "" }
    #expect(try Configured.refused(changes) == ["ferry.amazonPay.test.merchantID"])
  }

  @Test("Live payments are refused on an http address, also beside other problems")
  func liveOnHTTP() throws {
    let http = ["FERRY_BASE_URL": "http://localhost:8080", "FERRY_SHOP_MAIN_CHECKOUT_URL": ""]
    #expect(
      Set(try Configured.refused(Configured.live.merging(http) { $1 })) == [
        "ferry.shop.main.checkoutURL", "ferry.shop.main.liveKeys", "ferry.amazonPay.live.merchantID",
      ])
    #expect(try Configured.refused(["FERRY_BASE_URL": "http://localhost:8080"]).isEmpty)
  }

  @Test("Problems of all modules, of the file and the environment, are reported at once, without a secret")
  func together() throws {
    let pem = "-----BEGIN PRIVATE KEY-----\nMIIEsecret\n"
    let changes = [
      "FERRY_BASE_URL": "pay.shop.example", "FERRY_SHOP_MAIN_TEST_KEYS": "short-secret", "FERRY_LISTEN_PORT": "x",
      "FERRY_AMAZON_PAY_TEST_PRIVATE_KEY": pem, "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID": "LIVE-ABC",
      "FERRY_LISTEN_PROT": "80",
    ]
    let problems = try #require(throws: ConfigurationProblems.self) {
      try Configured.read(changes, file: "ferry:\n  baseUrl: x\n")
    }
    #expect(
      Set(problems.entries.map(\.name)) == [
        "ferry.baseURL", "ferry.shop.main.testKeys", "ferry.listen.port", "ferry.amazonPay.test.privateKey",
        "ferry.amazonPay.test.publicKeyID", "FERRY_LISTEN_PROT", "ferry.baseUrl",
      ])
    #expect(!problems.description.contains("secret"))
  }

  @Test("With apps and live payments the drawn button of the sandbox prevents the start")
  func button() throws {
    let app = [
      "FERRY_APPS": "shop-ios", "FERRY_APP_SHOP_IOS_SHOP": "main", "FERRY_APP_SHOP_IOS_PLATFORM": "ios",
      "FERRY_APP_SHOP_IOS_BUNDLE_ID": "jp.example.shop", "FERRY_APP_SHOP_IOS_TEAM_ID": "A1B2C3D4E5",
      "FERRY_APP_SHOP_IOS_SCHEME": "shop", "FERRY_APP_SHOP_IOS_LINK_HOST": "https://link.shop.example",
    ]
    #expect(
      try Configured.read(app).server.buttons == [ProviderAccountID(provider: "amazon-pay", mode: .test): .drawing])
    let live = Configured.live.merging(app) { $1 }
    #expect(try Configured.refused(live) == ["ferry.amazonPay.buttonImage"])
    let artwork = ["FERRY_AMAZON_PAY_BUTTON_IMAGE": "https://m.media.example/button.svg"]
    #expect(try Configured.refused(live.merging(artwork) { $1 }).isEmpty)
    #expect(try Configured.read(Configured.live).server.buttons.isEmpty)
  }
}
