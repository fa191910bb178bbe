import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryServer
import FerryTesting
import Metrics
import Testing

/// The rules of Amazon Pay that no other provider has, and the words of the timeline.
@Suite("Amazon Pay's money after the sale, in process on virtual time")
struct AmazonPayMoneyTests {
  @Test("A repeated request with the same key appears once in the timeline")
  func again() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let events = try await world.run {
      let id = try await buyer.create(capture: .manual).checkout.id
      #expect(try await buyer.create(capture: .manual).checkout.id == id)
      #expect(try await buyer.events(id) == ["created"])
      #expect(try await buyer.pay(capture: .manual).checkout.id == id)
      for order in [PaymentOrder.capture("ship-1", nil), .refund("return-1", .yen(1_000))] {
        try await buyer.ask(order, on: id)
        // Before it has ended, and after.
        try await buyer.ask(order, on: id)
        try await buyer.operate(order, on: id)
        try await buyer.operate(order, on: id)
      }
      return try await buyer.events(id)
    }
    #expect(events.count { $0 == "created" } == 1)
    #expect(events.count { $0 == "capture asked" } == 1)
    #expect(events.count { $0 == "refund asked" } == 1)
  }

  @Test("A capture after a week is pending, and followed to its outcome", arguments: [true, false])
  func asynchronous(_ succeeds: Bool) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (first, last, payment) = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      try await world.time.sleep(for: .seconds(8 * 86_400))
      try await buyer.ask(.capture("ship-1", nil), on: id)
      let first = try await buyer.answer(to: .capture("ship-1", nil), on: id)
      if !succeeds { try await buyer.console("decline", id, reason: "AmazonRejected") }
      let last = try await buyer.end(of: .capture("ship-1", nil), on: id)
      return (first, last, try await buyer.payment(id))
    }
    #expect(first == .pending)
    #expect(last.state == (succeeds ? .succeeded : .failed(.declined(.refused))))
    #expect(payment.captured == .yen(succeeds ? 9_520 : 0))
    #expect(payment.capturable.isZero)
    #expect(world.money == MoneyTotals(authorized: 9_520, captured: succeeds ? 9_520 : 0))
    #expect(try await world.balances() == (succeeds ? [.receivable: 9_520, .sales: -9_520] : [:]))
  }

  @Test("The operators get one warning of a lapse, also with later inquiries about the payment")
  func warnedOnce() async throws {
    let metrics = PrometheusMetrics()
    try await withMetricsFactory(metrics) {
      let world = try InProcessAmazonPay()
      let buyer = InProcessBuyer(world: world)
      try await world.run {
        let id = try await buyer.pay(capture: .manual).checkout.id
        try await world.time.sleep(for: .seconds(26 * 86_400))
        #expect(!metrics.text.contains("ferry_lapse_warnings_total"))
        // The warning, checks, a check on request, and the lapse.
        try await world.time.sleep(for: .seconds(2 * 86_400))
        _ = try await buyer.nudge(id)
        try await world.time.sleep(for: .seconds(5 * 86_400))
      }
    }
    let lines = metrics.text.split(separator: "\n").filter { $0.hasPrefix("ferry_lapse_warnings_total{") }
    #expect(lines.count == 1 && lines[0].hasSuffix(" 1.0"), "\(lines)")
  }

  @Test("A capture in the console that is declined later ends the authorization and holds no checkout")
  func captureDeclined() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      // From the eighth day on a capture is pending at first.
      try await world.time.sleep(for: .seconds(8 * 86_400))
      try await buyer.console("capture", id)
      try await buyer.console("decline", id, reason: "AmazonRejected")
      try await world.time.sleep(for: .seconds(86_400))
      await #expect(throws: Refusal.nothingLeft(.declined)) { try await buyer.ask(.capture("late", nil), on: id) }
      return try #require(try await world.engine.file(id))
    }
    #expect(file.checkout.phase == .paid)
    #expect(file.checkout.wakeAt == nil)
    #expect(file.checkout.payment?.voided == .yen(9_520))
    #expect(try await world.balances().isEmpty)
    #expect(
      try await buyer.events(file.checkout.id).contains("a capture in the provider's console was declined"))
  }

  @Test("A refund above the capture reaches Amazon, as far as its allowance goes, and all books bear it")
  func beyondCapture() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (operation, payment) = try await world.run {
      let id = try await buyer.pay().checkout.id
      await #expect(throws: Refusal.captureExceeded(.yen(9_520), beyondCapture: .yen(10_948))) {
        try await buyer.ask(.refund("one", .yen(10_948)), on: id)
      }
      await #expect(throws: Refusal.amountExceeded(.yen(10_948))) {
        try await buyer.ask(.refund("one", .yen(10_949), beyondCapture: true), on: id)
      }
      let operation = try await buyer.operate(.refund("one", .yen(10_948), beyondCapture: true), on: id)
      return (operation, try await buyer.nudge(id))
    }
    #expect(operation.state == .succeeded)
    #expect(payment.refunded == .yen(10_948) && payment.refundable == .yen(0))
    #expect(world.money == MoneyTotals(captured: 9_520, refunded: 10_948))
    #expect(try await world.balances() == [.receivable: -1_428, .sales: 1_428])
  }
}
