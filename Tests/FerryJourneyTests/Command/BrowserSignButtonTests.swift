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
  private func withSandbox(
    _ options: [String] = ["--provider", "amazon-pay"],
    _ body: (_ origin: String, _ keyFile: String) async throws -> Void
  ) async throws {
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
      ["sandbox", "--public-key", publicFile, "--port", "\(port)"] + options + Self.account
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

  @Test(
    "GMO's sandbox starts a payment with the session of a button that names the processor, and with no other",
    arguments: [["--processor", "gmopg"], []])
  func processor(_ options: [String]) async throws {
    let shop = ["--provider", "gmo-pg", "--shop-id", "tshop00000001", "--shop-pass", "pass0001"]
    try await withSandbox(shop) { origin, keyFile in
      try await CannedServer.run(page("<p id=\"review\">Review</p>")) { review in
        let made = try await FerryProgram().outcome(
          ["sign-button", "--key", keyFile, "--endpoint", origin, "--init-checkout", "--placement", "Other"]
            + Self.account + options + ["--review-url", "http://localhost:\(review.port)/review"])
        #expect(made.status.isSuccess, "\(made.errors)")
        try await CannedServer.run(page(made.output)) { shop in
          try await withBrowser { browser in
            try await browser.open("http://localhost:\(shop.port)/cart")
            try await browser.click("#ready-buyers button:first-of-type")
            try await browser.click("#address-tokyo")
            try await browser.click("#selection .button")
            try await browser.waitFor(css: "#review")
            let session = try #require(try await browser.url().split(separator: "amazonCheckoutSessionId=").last)
            let answer = try await executed(origin, String(session))
            #expect(options.isEmpty ? answer.contains("M01073004") : answer.contains("StartURL="), "\(answer)")
          }
        }
      }
    }
  }

  /// Registers an order at GMO's sandbox and asks for the start page of a checkout session.
  private func executed(_ origin: String, _ session: String) async throws -> String {
    func call(_ api: String, _ fields: String) async throws -> String {
      var request = HTTPClientRequest(url: "\(origin)/payment/\(api).idPass")
      request.method = .POST
      request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded;charset=windows-31j")
      request.body = .bytes(ByteBuffer(string: "ShopID=tshop00000001&ShopPass=pass0001&OrderID=1&\(fields)"))
      return try await HTTPClient.withHTTPClient { client in
        String(buffer: try await client.execute(request, timeout: .minutes(5)).body.collect(upTo: 65_536))
      }
    }
    let access = try await call("EntryTranAmazonpay", "JobCd=AUTH&Amount=1000&AmazonpayType=4")
    return try await call(
      "ExecTranAmazonpay", "\(access)&AmazonCheckoutSessionID=\(session)&RetURL=http://localhost/thanks")
  }
}
