import AsyncHTTPClient
import CryptoExtras
import FerryCore
import FerryTesting
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

@Suite("A signed button in a browser", .serialized, .timeLimit(.minutes(10)))
struct BrowserSignButtonTests {
  private static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
  private static let account = [
    "--public-key-id", "SANDBOX-AHEXAMPLEKEYID0000000000", "--merchant-id", "A1B2C3D4E5F6G7", "--store-id",
    "amzn1.application-oa2-client.00000000000000000000000000000000",
  ]

  private func page(_ html: String) -> [UInt8] {
    Array(
      """
      HTTP/1.1 200 OK\r
      content-type: text/html; charset=utf-8\r
      connection: close\r
      \r
      <!doctype html><title>Shop</title><h1>Shop</h1>\(html)
      """.utf8)
  }

  /// The program's sandbox, and the button that the program signs with the same key.
  private func withSandbox(_ body: (_ origin: String, _ keyFile: String) async throws -> Void) async throws {
    let key = try #require(Self.key)
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-button-\(SystemRandomness().token())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let keyFile = folder.appending(path: "private.pem").path
    let publicFile = folder.appending(path: "public.pem").path
    try key.pemRepresentation.write(toFile: keyFile, atomically: true, encoding: .utf8)
    try key.publicKey.pemRepresentation.write(toFile: publicFile, atomically: true, encoding: .utf8)
    let port = try await FreePorts.find(1)[0]
    let arguments =
      ["sandbox", "--provider", "amazon-pay", "--public-key", publicFile, "--port", "\(port)"] + Self.account
    _ = try await FerryProgram().outcome(arguments) {
      let origin = "http://127.0.0.1:\(port)"
      try await HTTPClient.withHTTPClient { client in
        try await Patience.untilAnswers(origin + "/checkout.js", client) { $0 == .ok }
      }
      try await body(origin, keyFile)
    }
  }

  @Test(
    "The sandbox accepts the signature, and the buyer returns to the review",
    arguments: [
      ["--placement", "Cart", "--color", "DarkGray", "--language", "ja_JP", "--note", "</script>&\u{2028}ありがとう"],
      ["--placement", "Checkout", "--init-checkout"],
      ["--placement", "Cart", "--algorithm", "AMZN-PAY-RSASSA-PSS"],
    ])
  func chosen(_ options: [String]) async throws {
    try await withSandbox { origin, keyFile in
      try await CannedServer.run(page("<p id=\"review\">Review</p>")) { review in
        let made = try await FerryProgram().outcome(
          ["sign-button", "--key", keyFile, "--endpoint", origin] + Self.account + options + [
            "--review-url", "http://localhost:\(review.port)/review", "--scopes", "name,email,shippingAddress",
          ])
        #expect(made.status.isSuccess, "\(made.errors)")
        try await CannedServer.run(page(made.output)) { shop in
          try await withBrowser { browser in
            try await browser.open("http://localhost:\(shop.port)/cart")
            if !options.contains("--init-checkout") { try await browser.click(".amazonpay-sandbox-button") }
            try await browser.click("#ready-buyers button:first-of-type")
            try await browser.click("#address-tokyo")
            try await browser.click("#selection .button")
            try await browser.waitFor(css: "#review")
            #expect(try await browser.url().contains("/review?amazonCheckoutSessionId="))
          }
        }
      }
    }
  }
}
