import AsyncHTTPClient
import CryptoExtras
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import NIOCore
import NIOHTTP1

/// A shop with its settings, for a server and a sandbox in separate processes.
struct ServedShop: Sendable {
  static let merchantID = "A1B2C3D4E5F6G7"
  static let storeID = "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef"
  static let publicKeyID = "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA"

  let program: FerryProgram
  let folder: URL
  let port: Int
  let sandboxPort: Int
  let secretKey = Secret("sk_test_" + SystemRandomness().token(bytes: 32))

  /// Creates keys and a settings file in a temporary folder.
  static func with(_ body: (ServedShop) async throws -> Void) async throws {
    let ports = try await FreePorts.find(2)
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-serve-\(SystemRandomness().token())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let shop = ServedShop(program: try FerryProgram(), folder: folder, port: ports[0], sandboxPort: ports[1])
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    try shop.write("private.pem", key.pemRepresentation)
    try shop.setPermissions(of: "private.pem", 0o600)
    try shop.write("public.pem", key.publicKey.pemRepresentation)
    try shop.write("ferry.yaml", shop.settings)
    try await body(shop)
  }

  var address: String { "http://localhost:\(port)" }
  /// The same server under another name, which is another site to browsers.
  var linkHost: String { "http://127.0.0.1:\(port)" }
  var sandboxAddress: String { "http://127.0.0.1:\(sandboxPort)" }
  var config: String { path("ferry.yaml") }

  var database: String { path("data") + "/ferry.sqlite" }

  func setPermissions(of name: String, _ permissions: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// All settings but the secret key, which is in the environment.
  private var settings: String {
    """
    ferry:
      baseURL: \(address)
      data: \(path("data"))
      listen:
        port: \(port)
      shops: [main]
      shop:
        main:
          checkoutURL: http://localhost:1/checkout
      apps: [tablets-ios]
      app:
        tablets-ios:
          shop: main
          platform: ios
          bundleID: jp.example.tablets
          teamID: FERRYDEMO1
          scheme: tablets
          linkHost: \(linkHost)
      amazonPay:
        test:
          merchantID: \(Self.merchantID)
          storeID: \(Self.storeID)
          publicKeyID: \(Self.publicKeyID)
          privateKeyFile: \(path("private.pem"))
          region: jp
          sandboxURL: \(sandboxAddress)

    """
  }

  var environment: [String: String] { ["FERRY_SHOP_MAIN_TEST_KEYS": secretKey.reveal(), "FERRY_LOG_LEVEL": "warning"] }

  /// Runs the server until the body is done; creates the database if it is missing.
  func serving(_ body: () async throws -> Void) async throws -> FerryProgram.Outcome {
    try await createDatabase()
    return try await program.outcome(["serve", "--config", config], environment, until: body)
  }

  /// Creates the database if it is missing.
  func createDatabase() async throws {
    guard !FileManager.default.fileExists(atPath: database) else { return }
    _ = try await program.outcome(["store", "create", "--config", config], environment)
  }

  /// Runs the sandbox until the body is done.
  func withSandbox(_ client: HTTPClient, _ body: () async throws -> Void) async throws {
    let arguments = [
      "sandbox", "--provider", "amazon-pay", "--public-key", path("public.pem"), "--public-key-id", Self.publicKeyID,
      "--merchant-id",
      Self.merchantID, "--store-id", Self.storeID, "--port", "\(sandboxPort)", "--control",
    ]
    _ = try await program.outcome(arguments) {
      try await Patience.untilAnswers(sandboxAddress + "/checkout.js", client)
      try await body()
    }
  }

  func get(_ path: String, _ client: HTTPClient) async throws -> (status: Int, body: String) {
    let response = try await client.execute(HTTPClientRequest(url: address + path), timeout: .minutes(5))
    return (Int(response.status.code), String(buffer: try await response.body.collect(upTo: 1 << 20)))
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }
}
