import CryptoExtras
import FerryModule
import FerryServer

@testable import FerryTool

/// Valid settings, to be invalidated one by one.
enum Configured {
  static let secretKey = "sk_test_q7Zk2xW9bTn4RvH8sLd3MfJ6yPc1GaUeKi5o"
  static let pem = (try? _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation) ?? ""

  static let environment = [
    "PATH": "/usr/bin", "FERRY_BASE_URL": "https://pay.shop.example", "FERRY_SHOPS": "main",
    "FERRY_SHOP_MAIN_CHECKOUT_URL": "https://shop.example/checkout", "FERRY_SHOP_MAIN_TEST_KEYS": secretKey,
    "FERRY_AMAZON_PAY_TEST_MERCHANT_ID": "A1B2C3D4E5F6G7",
    "FERRY_AMAZON_PAY_TEST_STORE_ID": "amzn1.application-oa2-client.0123456789abcdef",
    "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID": "SANDBOX-ABC", "FERRY_AMAZON_PAY_TEST_REGION": "jp",
    "FERRY_AMAZON_PAY_TEST_PRIVATE_KEY": pem,
  ]

  /// A valid account of the other mode.
  static let live = Dictionary(
    uniqueKeysWithValues: environment.filter { $0.key.contains("_TEST_") }.map {
      (
        $0.key.replacing("_TEST_", with: "_LIVE_"),
        $0.value.replacing("SANDBOX-", with: "LIVE-").replacing("sk_test_", with: "sk_live_")
      )
    })

  static func sources(_ changes: [String: String] = [:], file: String? = nil) throws -> SettingsSources {
    SettingsSources(
      environment: environment.merging(changes) { $1 },
      file: try file.map { try SettingsFile(path: "ferry.yaml", text: $0) })
  }

  static func read(_ changes: [String: String] = [:], file: String? = nil) throws -> ServeConfiguration {
    try ServeConfiguration(try sources(changes, file: file)) { _ in nil }
  }

  /// The names of the refused settings.
  static func refused(_ changes: [String: String] = [:], file: String? = nil) throws -> [String] {
    do {
      _ = try read(changes, file: file)
      return []
    } catch let problems as ConfigurationProblems {
      return problems.entries.map(\.name)
    }
  }
}
