import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Testing

@testable import SwedbankPaySandbox

@Suite("Callbacks of Swedbank Pay's sandbox")
struct SandboxCallbackTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("Every transaction and every failed attempt is called back, with the order's id and nothing of the change")
  func contents() async throws {
    let id = try await shop.create().id
    #expect(try shop.callbacks.isEmpty)
    try shop.act(.decline, id)
    try shop.act(.approve, id)
    try await shop.operate(id, "captures", "C1", amount: 500)
    let callbacks = try shop.callbacks
    #expect(callbacks.count == 3)
    for callback in callbacks {
      #expect(callback["paymentOrder"]?["id"]?.text == id)
      #expect(callback["paymentOrder"]?["instrument"] == "CreditCard")
      #expect(callback["orderReference"] == "order-R1")
      #expect(callback.members?.map(\.name) == ["orderReference", "paymentOrder"])
    }
    let sent = shop.sandbox.state.drainDueNotifications().deliveries
    #expect(try shop.sandbox.message(try #require(sent.first)).url == "https://shop.example/callback")
  }

  @Test("Before version 3.1 a callback names payment and transaction too", arguments: ["2.0", "3.0"])
  func oldContents(_ version: String) async throws {
    let id = try await shop.paid(method: "Swish", version: version)
    let callback = try #require(try shop.callbacks.first)
    #expect(callback["paymentOrder"]?["id"]?.text == id && callback["orderReference"] == nil)
    #expect(callback["payment"]?["id"]?.text?.hasPrefix("/psp/swish/payments/") == true)
    #expect(callback["transaction"]?["id"]?.text?.contains("/sales/") == true)
  }

  @Test(
    "An unanswered or refused callback is repeated 30, 60, 360, 432, 864 and 1265 seconds after the transaction",
    arguments: [DeliveryOutcome.noAnswer, .status(302), .status(404)])
  func retries(_ outcome: DeliveryOutcome) async throws {
    _ = try await shop.paid()
    var seconds: [Int64] = []
    while let delivery = shop.sandbox.state.drainDueNotifications().deliveries.first {
      seconds.append(shop.time.now.since(TestShop.start).wholeMilliseconds / 1_000)
      shop.sandbox.state.note(
        outcome, of: delivery.number, rules: shop.sandbox.deliveryRules)
      guard let next = shop.sandbox.state.drainDueNotifications().next else { break }
      shop.time.advance(by: next.since(shop.time.now))
    }
    #expect(seconds == [0, 30, 60, 360, 432, 864, 1_265])
  }

  @Test("An order without callbackUrl, and a merchant without the agreement, have none")
  func none() async throws {
    _ = try await shop.paid("R1", urls: ["callbackUrl": nil])
    #expect(try shop.callbacks.isEmpty)
    let other = try TestShop { $0.sendsCallbacks = false }
    _ = try await other.paid()
    #expect(try other.callbacks.isEmpty && other.sandbox.services.isEmpty)
  }
}
