import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySimulation
import Foundation
import Testing

@Suite("Orders that a provider takes in part or not at all, over HTTP", .timeLimit(.minutes(10)))
struct ServedOrderTests {
  @Test("Swedbank Pay gets a long name in 40 characters, and the shop's review and receipt have it whole")
  func longName() async throws {
    let name = "Ekologiskt sencha-te från Uji, första skörden, 100 g"
    try await ServedProvider.run(.swedbankPay) { served in
      var order = served.world.bench.order
      order.lines[0].name = name
      let buyer = served.buyer(order: order)
      let created = try await buyer.create("A-1")
      #expect(created.review?.lines.map(\.name) == [name])
      let session = try await buyer.approve(reference: "A-1")
      try await buyer.comeBackFromPayment(session)
      let file = try await served.reach(session.checkout) { $0.isFinal }
      #expect(session.checkout == created.id && file.checkout.phase == .paid)
      let receipt = try await buyer.read(created.id).review
      #expect(receipt?.lines.map(\.name) == [name])
      let sent = served.world.provider.exchanges.map { String(decoding: $0.request.content, as: UTF8.self) }
      #expect(sent.contains { $0.contains(#""Ekologiskt sencha-te från Uji, första sk""#) })
      #expect(!sent.contains { $0.contains(name) })
    }
  }

  @Test(
    "An account of Amazon Pay in Europe creates nothing in a currency that Amazon does not take",
    arguments: [("PLN", false), ("CZK", false), ("HUF", false), ("EUR", true), ("SEK", true)])
  func currency(_ code: String, _ isTaken: Bool) async throws {
    let settings = ["FERRY_AMAZON_PAY_TEST_REGION": "eu", "FERRY_AMAZON_PAY_TEST_LEDGER_CURRENCY": "EUR"]
    let currency = try #require(Currency(code))
    try await ServedProvider.run(.amazonPay, settings: settings) { served in
      let body = CreateCheckoutBody(
        orderReference: "A-1", kind: .browser, provider: "amazon-pay", language: .english,
        order: served.world.content(currency))
      let answer = try await served.strangeBrowser().post(
        "\(ProviderWorld.shopOrigin)/v1/checkouts", json: Array(try JSONEncoder().encode(body)),
        headers: ["authorization": "Bearer \(ServedProvider.secretKey.reveal())", "idempotency-key": "A-1"])
      #expect(answer.status == (isTaken ? 201 : 422))
      guard !isTaken else { return }
      let problem = try JSONDecoder().decode(Problem.self, from: Data(answer.body))
      #expect(problem.errors.map(\.pointer) == ["/order/currency"])
    }
  }
}
