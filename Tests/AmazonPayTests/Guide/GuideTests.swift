import AmazonPay
import FerryCore
import FerryHTTP
import FerryTesting
import Testing

/// `Documentation/AmazonPay.md` shows this code; it runs here against the sandbox.
@Suite("The guide to the client")
struct GuideTests {
  @Test("The guide's purchase")
  func purchase() async throws {
    try await SandboxShop.run { shop in
      let guide = GuideShop(client: shop.client, orders: GuideOrders())
      let id = try await shop.chosen().checkoutSessionId
      _ = try await guide.review(id)
      let page = try await guide.pay(id, order: "ORDER-1", total: .yen(9878))
      #expect(page.contains("amazonCheckoutSessionId=\(id)"))
      try await shop.buyer("approve", id)
      let charge = try await guide.finish(id, total: .yen(9878))
      #expect(charge.state == .known(.authorized))
      let captured = try await guide.ship(charge)
      #expect(captured.captureAmount?.money == .yen(9878))
      #expect(try await guide.refund(.yen(1000), of: captured).state == .known(.refundInitiated))
      await #expect(throws: InvalidField.self) { try await guide.refund(.yen(100_000), of: captured) }
      #expect(guide.advice(for: AmazonPayFailure(.unknownOutcome, .createRefund)) == "Repeat it with the same key.")
      try await guide.decline(shop.account)
    }
  }

  @Test("The guide's page")
  func page() throws {
    let account = try guideAccount(key: SigningTestKey.privateKey)
    let page = try guideButton(account)
    #expect(page.hasPrefix("amazon.Pay.renderButton("))
  }
}
