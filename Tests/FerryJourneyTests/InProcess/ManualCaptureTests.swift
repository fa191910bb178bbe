import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryServer
import Metrics
import Testing

@Suite("Money that is captured later, in process on virtual time")
struct ManualCaptureTests {
  @Test("A payment is authorized, then captured when the goods leave")
  func captured() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (paid, operation) = try await world.run {
      let paid = try await buyer.pay(capture: .manual)
      #expect(try await world.balances() == [.holdProvider: 9_520, .holdOrder: -9_520])
      try await world.time.sleep(for: .seconds(86_400))
      return (paid, try await buyer.operate(.capture("ship-1", nil), on: paid.checkout.id))
    }
    #expect(paid.checkout.phase == .paid)
    #expect(operation.state == .succeeded)
    #expect(world.money == [9_520, 0, 9_520, 0])
    #expect(try await world.balances() == [.receivable: 9_520, .sales: -9_520])
    #expect(try await buyer.events(paid.checkout.id).suffix(2) == ["capture asked", "capture succeeded"])
  }

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

  @Test("The rest after a partial capture is voided, and a second capture is refused with a reason")
  func partial() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let payment = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      try await buyer.operate(.capture("ship-1", .yen(4_000)), on: id)
      await #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) {
        try await buyer.ask(.capture("ship-2", .yen(1)), on: id)
      }
      await #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) { try await buyer.ask(.void, on: id) }
      // A repetition is no second operation.
      try await buyer.operate(.capture("ship-1", .yen(4_000)), on: id)
      return try await buyer.payment(id)
    }
    #expect(payment.capturable.isZero)
    #expect(payment.voided == .yen(5_520))
    #expect(payment.release == .afterCapture)
    #expect(world.money == [9_520, 0, 4_000, 0])
    #expect(try await world.balances() == [.receivable: 4_000, .sales: -4_000])
  }

  @Test("A voided authorization reserves nothing, and the order stays paid")
  func voided() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      try await buyer.operate(.void, on: id)
      try await buyer.operate(.void, on: id)
      await #expect(throws: Refusal.nothingLeft(.released(.byMerchant))) {
        try await buyer.ask(.capture("late", nil), on: id)
      }
      return try #require(try await world.engine.file(id))
    }
    #expect(file.checkout.phase == .paid)
    #expect(file.checkout.payment?.operations.count == 1)
    #expect(world.money == [9_520, 0, 0, 0])
    #expect(try await world.balances().isEmpty)
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
    #expect(world.money == [9_520, 0, succeeds ? 9_520 : 0, 0])
    #expect(try await world.balances() == (succeeds ? [.receivable: 9_520, .sales: -9_520] : [:]))
  }

  @Test(
    "A pending authorization is inquired about until it is decided",
    arguments: [("0701", PhaseName.paid), ("4354", .declined)])
  func pending(_ card: String, _ end: PhaseName) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (meanwhile, file) = try await world.run {
      let (paying, session) = try await buyer.toPayment(card: card, capture: .manual)
      try buyer.act(session, "approve")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      try await world.time.sleep(for: .seconds(5))
      let meanwhile = try await world.engine.file(paying.checkout.id)
      return (meanwhile, try await buyer.reach(paying.checkout.id) { $0.isFinal })
    }
    #expect(meanwhile?.checkout.phase.name == .settling)
    #expect(meanwhile?.checkout.payment?.isPending == true)
    #expect(file.checkout.phase.name == end)
    #expect(world.money[1] == (end == .paid ? 9_520 : 0))
    #expect(try await world.balances() == (end == .paid ? [.holdProvider: 9_520, .holdOrder: -9_520] : [:]))
  }

  @Test("A refused capture shows its reason: the buyer had the authorization voided")
  func cancelledByBuyer() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (operation, payment) = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      let charge = try await buyer.payment(id).reference
      try buyer.control("POST", "amazon-pay/charges/\(charge)/console", ["action": "cancel", "by": "buyer"])
      return (try await buyer.operate(.capture("ship-1", nil), on: id), try await buyer.payment(id))
    }
    #expect(operation.state == .failed(.notAllowed))
    #expect(payment.release == .byBuyer)
    #expect(try await world.balances().isEmpty)
  }

  @Test("A capture that is declined at once leaves nothing authorized")
  func declinedAtOnce() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    world.sandbox.plan(SandboxFault(.simulate("AmazonRejected"), on: .captureCharge))
    let (operation, payment) = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      return (try await buyer.operate(.capture("ship-1", nil), on: id), try await buyer.payment(id))
    }
    #expect(operation.state == .failed(.declined(.refused)))
    #expect(payment.capturable.isZero)
    #expect(try await world.balances().isEmpty)
  }

  @Test("A warning precedes the lapse of an authorization; the lapse is recorded, and a later capture is refused")
  func lapse() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (before, warned, file) = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      try await world.time.sleep(for: .seconds(27 * 86_400 - 7_200))
      let before = try await buyer.payment(id)
      try await world.time.sleep(for: .seconds(10_800))
      let warned = try await buyer.payment(id)
      try await world.time.sleep(for: .seconds(3 * 86_400))
      await #expect(throws: Refusal.nothingLeft(.released(.lapsed))) {
        try await buyer.ask(.capture("too-late", nil), on: id)
      }
      return (before, warned, try #require(try await world.engine.file(id)))
    }
    #expect(before.lapseWarnedAt == nil)
    #expect(warned.lapseWarnedAt != nil && warned.capturable == .yen(9_520))
    #expect(file.checkout.phase == .paid)
    #expect(file.checkout.wakeAt == nil)
    #expect(try await world.balances().isEmpty)
    let events = try await buyer.events(file.checkout.id)
    #expect(events.filter { $0 == "authorization lapses soon" }.count == 1)
    #expect(events.last == "authorization lapsed")
    #expect(world.money == [9_520, 0, 0, 0])
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

  @Test("A timely capture causes no warning")
  func noWarning() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let events = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      try await buyer.operate(.capture("ship-1", .yen(1)), on: id)
      try await world.time.sleep(for: .seconds(40 * 86_400))
      return try await buyer.events(id)
    }
    #expect(events.contains("capture succeeded"))
    #expect(!events.contains("authorization lapses soon"))
  }
}
