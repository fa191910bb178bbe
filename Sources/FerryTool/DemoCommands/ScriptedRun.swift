import AsyncHTTPClient
import DemoShop
import FerryCore
import FerryEngine
import FerryHTTP
import FerrySandbox
import FerryWeb
import Foundation
import NIOCore

/// One scripted checkout in the demo with one provider, whose amount is compared with the ledger of the provider's sandbox.
struct ScriptedRun: Sendable {
  let demo: Demo
  let sandbox: DemoSites.Sandbox
  /// Returns the captured amount of an order in the sandbox's ledger.
  var captured: @Sendable (_ sandbox: Origin, _ orderNumber: String, HTTPClient) async throws -> Money? = Self.captured

  /// - Returns: True if the amount captured in the sandbox's ledger is the order's total.
  func print() async throws -> Bool {
    // A client that follows no redirects: the script reads them.
    var connections = HTTPTransport.configuration
    connections.tlsConfiguration = demo.trust
    return try await HTTPClient.withHTTPClient(configuration: connections) { client in try await print(client) }
  }

  private func print(_ client: HTTPClient) async throws -> Bool {
    try await client.untilAnswers(demo.sites.shop.text + "/health")
    try await client.untilAnswers(sandbox.origin.text + "/control/clock")
    let scripted = ScriptedCheckout(
      ScriptedCheckout.Target(
        ferry: demo.sites.shop.text, sandbox: sandbox.origin.text, secretKey: demo.secretKey,
        purchase: ScriptedPurchase(at: sandbox.module)),
      client: client)
    let checkout = try await scripted.run(reference: "once-\(SystemRandomness().token())")
    let access = try ServerAccess(demoIn: demo.folder.path)
    Swift.print(try await CheckoutRecord(of: checkout.id, ServerClient(access: access, client: client)).text(.output))
    let ledger = try await captured(sandbox.origin, checkout.orderNumber, client)
    let total = checkout.review?.total
    let agrees = checkout.phase == .paid && ledger != nil && ledger == total
    Swift.print(
      "\n  captured in the sandbox's ledger: \(ledger?.display ?? "nothing"); total of the order: "
        + "\(total?.display ?? "unknown"): \(agrees ? "they agree" : "THEY DIFFER")")
    return agrees
  }

  @Sendable
  private static func captured(_ sandbox: Origin, _ orderNumber: String, _ client: HTTPClient) async throws -> Money? {
    let request = HTTPClientRequest(url: sandbox.link("/control/ledger").text)
    let response = try await client.execute(request, timeout: .seconds(30))
    let bytes = try await response.body.collect(upTo: 64 << 20)
    let ledger = try JSONDecoder().decode(LedgerAnswer.self, from: Data(bytes.readableBytesView))
    return try ledger.orders.first { $0.order == orderNumber }?.capturedMoney
  }
}

extension ScriptedPurchase {
  /// One tablet in the first language of the provider's country.
  init(at module: any SandboxModule.Type, capture: CapturePolicy = .automatic) {
    let market = ShopMarket(module.market, accounts: [])
    self.init(
      provider: module.id, language: market.market.languages[0], order: market.sampleOrder, capture: capture)
  }
}

/// The sandbox's answer to `/control/ledger`.
struct LedgerAnswer: Decodable {
  struct Amount: Decodable { let decimal: String }

  struct Order: Decodable {
    let order: String?
    let currency: Currency
    let captured: Amount

    var capturedMoney: Money { get throws { try Money(decimal: captured.decimal, currency) } }
  }

  let orders: [Order]
}

extension HTTPClient {
  /// Waits until an address answers at all.
  /// - Throws: The last error after ten seconds.
  func untilAnswers(_ url: String) async throws {
    for attempt in 1... {
      do {
        _ = try await execute(HTTPClientRequest(url: url), timeout: .seconds(5))
        return
      } catch {
        if attempt == 100 { throw error }
        try await SystemTime().sleep(for: .milliseconds(100))
      }
    }
  }
}
