import AmazonPay
import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

@Suite("The sandbox by itself")
struct SandboxCommandTests {
  /// Passes a new folder and a free port.
  func withPlace(_ body: (_ folder: String, _ port: Int) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-sandbox-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path, try await FreePorts.find(1)[0])
  }

  /// The printed settings, by their names.
  func settings(_ output: String) -> [String: String] {
    var settings: [String: String] = [:]
    for line in output.split(separator: "\n") where line.hasPrefix("  ") {
      let parts = line.split(separator: #/ {2,}/#).map { String($0) }
      if parts.count > 1 { settings[parts[0]] = parts[1] }
    }
    return settings
  }

  @Test("Without a key it creates and stores a pair that only its owner can read, and prints a shop's settings")
  func alone() async throws {
    try await withPlace { folder, port in
      let program = try FerryProgram()
      let origin = "http://127.0.0.1:\(port)"
      let arguments = ["sandbox", "--provider", "amazon-pay", "--data", folder, "--port", "\(port)"]
      let first = try await program.outcome(arguments) {
        try await HTTPClient.withHTTPClient { try await Patience.untilAnswers(origin + "/checkout.js", $0) }
      }
      let settings = settings(first.output)
      #expect(settings["region"] == "jp")
      #expect(settings["host"] == "127.0.0.1:\(port)")
      let file = try #require(settings["private key"])
      let key = try String(contentsOfFile: file, encoding: .utf8)
      let isPKCS8 = key.hasPrefix("-----BEGIN PRIVATE KEY-----")
      #expect(isPKCS8)
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
      #expect(!first.output.contains("BEGIN"))
      let account = try AmazonPayAccount(
        mode: .test, region: .japan, merchantId: try #require(settings["merchant id"]),
        storeId: try #require(settings["store id"]), publicKeyId: try #require(settings["public key id"]),
        privateKeyPEM: Secret(key), sandboxURL: origin)
      _ = try await program.outcome(arguments) {
        try await HTTPClient.withHTTPClient { http in
          try await Patience.untilAnswers(origin + "/checkout.js", http)
          let client = AmazonPayClient(account, transport: HTTPTransport(client: http, time: SystemTime()))
          let failure = await #expect(throws: AmazonPayFailure.self) {
            try await client.send(.getCheckoutSession("00000000-0000-4000-8000-000000000000"), as: CheckoutSession.self)
          }
          // Only a correctly signed request is answered that there is no such session.
          #expect(failure?.kind == .rejected)
          #expect(failure?.cause == .notFound)
        }
      }
    }
  }

  @Test("Over https it uses a certificate of the folder's development authority, and names its file")
  func tls() async throws {
    try await withPlace { folder, port in
      let arguments = ["sandbox", "--provider", "amazon-pay", "--tls", "--data", folder, "--port", "\(port)"]
      let outcome = try await FerryProgram().outcome(arguments) {
        try await trusting(folder) { client in
          for host in ["127.0.0.1", "localhost"] {
            try await Patience.untilAnswers("https://\(host):\(port)/checkout.js", client) { $0 == .ok }
          }
        }
      }
      let file = try #require(settings(outcome.output)["authority"])
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("BEGIN CERTIFICATE"))
    }
  }

  @Test("An unreadable certificate is named, with a remedy")
  func certificate() async throws {
    try await withPlace { folder, port in
      let outcome = try await FerryProgram().outcome([
        "sandbox", "--provider", "amazon-pay", "--data", folder, "--port", "\(port)", "--certificate",
        folder + "/none.pem", "--certificate-key", folder + "/none.pem",
      ])
      #expect(!outcome.status.isSuccess)
      #expect(outcome.errors.contains("The file \(folder)/none.pem contains no certificate in PEM."))
    }
  }
}
