import Configuration
import FerryCore
import FerryModule
import FerryServer
import FerryWeb
import HTTPTypes
import Testing

@Suite("Settings of the operations page")
struct OperationsSettingsTests {
  private static let server = [
    "FERRY_BASE_URL": "https://pay.shop.example", "FERRY_SHOPS": "main",
    "FERRY_SHOP_MAIN_CHECKOUT_URL": "https://shop.example/checkout", "FERRY_SHOP_MAIN_TEST_KEYS": TestServer.testKey,
  ]

  private static let keys = [
    "FERRY_OPERATIONS_BASE_URL": "https://operations.shop.example", "FERRY_OPERATORS": "anna,bert",
    "FERRY_OPERATOR_ANNA_ROLE": "act", "FERRY_OPERATOR_ANNA_KEY": OperationsSite.actKey,
    "FERRY_OPERATOR_BERT_ROLE": "look",
    "FERRY_OPERATOR_BERT_KEY": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ]

  private static let proxy = [
    "FERRY_OPERATIONS_BASE_URL": "https://operations.shop.example", "FERRY_OPERATORS": "anna",
    "FERRY_OPERATIONS_IDENTITY_HEADER": "X-Forwarded-Email", "FERRY_OPERATIONS_PROXY_KEY": OperationsSite.proxyKey,
    "FERRY_OPERATOR_ANNA_ROLE": "act", "FERRY_OPERATOR_ANNA_IDENTITY": "anna@shop.example",
  ]

  private func read(_ variables: [String: String]) throws(ConfigurationProblems) -> OperationsPageConfiguration? {
    let provider = EnvironmentVariablesProvider(
      environmentVariables: Self.server.merging(variables) { $1 }.filter { !$0.value.isEmpty })
    return try FerryServerConfiguration(reader: ConfigReader(provider: provider)).operations
  }

  private func problems(_ variables: [String: String]) -> [String] {
    do {
      _ = try read(variables)
      return []
    } catch {
      return error.entries.map(\.name).sorted()
    }
  }

  @Test("Without an address there is no operations page")
  func off() throws {
    #expect(try read([:]) == nil)
  }

  @Test("Operators with keys of their own are read, and the page listens on this machine alone")
  func keys() throws {
    let operations = try #require(try read(Self.keys))
    #expect(operations.base.text == "https://operations.shop.example")
    #expect(operations.listenAddress == "127.0.0.1" && operations.listenPort == 8081)
    guard case .keys(let keys) = operations.access else { return #expect(Bool(false), "Not keys.") }
    #expect(keys.map(\.person) == [Operator("anna", .act), Operator("bert", .look)])
    #expect(keys.map(\.digest) == [SecretKeyDigest(of: OperationsSite.actKey), SecretKeyDigest(of: "test")])
  }

  @Test("The page has as many proxies as the server, unless it has a number of its own")
  func proxies() throws {
    #expect(try read(Self.keys)?.trustedProxies == nil)
    #expect(try read(Self.keys.merging(["FERRY_OPERATIONS_TRUSTED_PROXIES": "2"]) { $1 })?.trustedProxies == 2)
  }

  @Test(
    "On this machine a port of its own is enough, and it is needed",
    arguments: [(8081, []), (8080, ["ferry.operations.baseURL"])])
  func loopback(port: Int, found: [String]) {
    let settings = ["FERRY_BASE_URL": "http://localhost:8080", "FERRY_OPERATIONS_BASE_URL": "http://localhost:\(port)"]
    #expect(problems(Self.keys.merging(settings) { $1 }) == found)
  }

  @Test("It does not share a host with links to apps, whose cookies it would have")
  func linkHost() {
    let app = [
      "FERRY_APPS": "ios", "FERRY_APP_IOS_SHOP": "main", "FERRY_APP_IOS_PLATFORM": "ios",
      "FERRY_APP_IOS_BUNDLE_ID": "jp.example.shop", "FERRY_APP_IOS_TEAM_ID": "A1B2C3D4E5",
      "FERRY_APP_IOS_SCHEME": "shop", "FERRY_APP_IOS_LINK_HOST": "https://operations.shop.example",
    ]
    #expect(problems(Self.keys.merging(app) { $1 }) == ["ferry.operations.baseURL"])
  }

  @Test("An operator may be limited to shops that are set up", arguments: ["main", "main,outlet", " "])
  func shops(_ names: String) throws {
    let settings = Self.keys.merging(["FERRY_OPERATOR_BERT_SHOPS": names]) { $1 }
    guard names == "main" else { return #expect(problems(settings) == ["ferry.operator.bert.shops"]) }
    guard case .keys(let keys) = try #require(try read(settings)).access else {
      return #expect(Bool(false), "Not keys.")
    }
    #expect(keys.map(\.person) == [Operator("anna", .act), Operator("bert", .look, shops: ["main"])])
  }

  @Test("An identity proxy has a header, a key, and names for the operators")
  func proxy() throws {
    let operations = try #require(try read(Self.proxy))
    guard case .identityProxy(let proxy) = operations.access else { return #expect(Bool(false), "Not a proxy.") }
    #expect(proxy.header.canonicalName == "x-forwarded-email")
    #expect(proxy.key == SecretKeyDigest(of: OperationsSite.proxyKey))
    #expect(proxy.operators == ["anna@shop.example": Operator("anna", .act)])
  }

  @Test("All problems are reported together")
  func together() {
    let found = problems([
      "FERRY_OPERATIONS_BASE_URL": "operations.shop.example", "FERRY_OPERATIONS_PORT": "0",
      "FERRY_OPERATIONS_ADDRESS": "127.0.0.1:8081", "FERRY_OPERATORS": "anna,bert",
      "FERRY_OPERATOR_ANNA_ROLE": "everything", "FERRY_OPERATOR_BERT_ROLE": "look",
      "FERRY_OPERATOR_BERT_KEY": "short", "FERRY_OPERATIONS_PROXY_KEY": OperationsSite.proxyKey,
    ])
    #expect(
      found == [
        "ferry.operations.address", "ferry.operations.baseURL", "ferry.operations.port", "ferry.operations.proxyKey",
        "ferry.operator.anna.key", "ferry.operator.anna.role", "ferry.operator.bert.key",
      ])
  }

  @Test(
    "What would be unsafe or has no effect is refused",
    arguments: [
      (["FERRY_OPERATIONS_BASE_URL": ""], "ferry.operator.anna.key"),
      (["FERRY_OPERATIONS_BASE_URL": "https://pay.shop.example"], "ferry.operations.baseURL"),
      (["FERRY_OPERATIONS_BASE_URL": "https://pay.shop.example:8443"], "ferry.operations.baseURL"),
      (["FERRY_OPERATIONS_TRUSTED_PROXIES": "11"], "ferry.operations.trustedProxies"),
      (["FERRY_OPERATORS": "Anna"], "ferry.operators"),
      (["FERRY_OPERATOR_BERT_KEY": OperationsSite.actKey], "ferry.operator.bert.key"),
      (["FERRY_OPERATOR_BERT_KEY": TestServer.testKey], "ferry.operator.bert.key"),
      (["FERRY_OPERATOR_BERT_IDENTITY": "bert"], "ferry.operator.bert.identity"),
    ])
  func refusedKeys(change: [String: String], name: String) {
    #expect(problems(Self.keys.merging(change) { $1 }).contains(name))
  }

  @Test(
    "A proxy that could be imitated is refused",
    arguments: [
      (["FERRY_OPERATIONS_PROXY_KEY": ""], "ferry.operations.proxyKey"),
      (["FERRY_OPERATIONS_IDENTITY_HEADER": "No Header"], "ferry.operations.identityHeader"),
      (["FERRY_OPERATOR_ANNA_KEY": OperationsSite.actKey], "ferry.operator.anna.key"),
      (["FERRY_OPERATOR_ANNA_IDENTITY": ""], "ferry.operator.anna.identity"),
      (["FERRY_OPERATIONS_PROXY_KEY": TestServer.testKey], "ferry.operations.proxyKey"),
    ])
  func refusedProxy(change: [String: String], name: String) {
    #expect(problems(Self.proxy.merging(change) { $1 }).contains(name))
  }
}
