import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

/// A person moves money in the provider's console, without a notification.
@Suite("Changes in the provider's console are found, in process on virtual time")
struct ConsoleTests {
  private static let day = Duration.seconds(86_400)

  /// A world that records its calls to the provider.
  private static func recorded() throws -> (InProcessAmazonPay, RecordedTransport) {
    let time = VirtualTime()
    var recorded: RecordedTransport?
    let world = try InProcessAmazonPay(
      between: { base in
        let transport = RecordedTransport(base, time)
        recorded = transport
        return transport
      }, time: time)
    return (world, try #require(recorded))
  }

  @Test("A refund in the console is found by a check, and entered")
  func refund() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let payment = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await world.time.sleep(for: Self.day * 2)
      try await buyer.console("refund", id, amount: "3000")
      try await world.time.sleep(for: Self.day)
      return try await buyer.payment(id)
    }
    #expect(payment.refunded == .yen(3_000))
    #expect(payment.refundable == .yen(6_520))
    #expect(payment.operations.isEmpty)
    #expect(try await world.balances() == [.receivable: 6_520, .sales: -6_520])
  }

  @Test("A capture and a cancellation in the console are found within a day", arguments: ["capture", "cancel"])
  func authorization(_ action: String) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      try await world.time.sleep(for: Self.day * 4)
      try await buyer.console(action, id)
      try await world.time.sleep(for: Self.day)
      return try #require(try await world.engine.file(id))
    }
    #expect(file.checkout.phase == .paid)
    #expect(file.checkout.payment?.captured == .yen(action == "capture" ? 9_520 : 0))
    #expect(file.checkout.payment?.release == (action == "capture" ? nil : .byMerchant))
    #expect(try await world.balances() == (action == "capture" ? [.receivable: 9_520, .sales: -9_520] : [:]))
  }

  @Test("A capture in the console that is declined later ends the authorization and holds no checkout")
  func captureDeclined() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let id = try await buyer.pay(capture: .manual).checkout.id
      // From the eighth day on a capture is pending at first.
      try await world.time.sleep(for: Self.day * 8)
      try await buyer.console("capture", id)
      try await buyer.console("decline", id, reason: "AmazonRejected")
      try await world.time.sleep(for: Self.day)
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

  @Test("Captured money is checked seven times, and then no more")
  func bounded() async throws {
    let (world, recorded) = try Self.recorded()
    let buyer = InProcessBuyer(world: world)
    let paidAt = try await world.run(limit: Self.day * 400) {
      let id = try await buyer.pay().checkout.id
      let now = world.time.now
      try await world.time.sleep(for: Self.day * 200)
      #expect(try await world.engine.file(id)?.checkout.wakeAt == nil)
      return now
    }
    let later = recorded.calls.filter { $0.at > paidAt }
    #expect(later.count == 7)
    #expect(later.allSatisfy { $0.method == .get })
    let days = try #require(later.last).at.since(paidAt).wholeMilliseconds / 86_400_000
    #expect((78...90).contains(days))
  }

  @Test("After a standstill late checks are spread, and a new inquiry does not wait for them")
  func standstill() async throws {
    let (world, recorded) = try Self.recorded()
    let buyer = InProcessBuyer(world: world)
    let count = 40
    let ids = try await world.run {
      var ids: [CheckoutID] = []
      for number in 1...count { ids.append(try await buyer.pay("cart-\(number)").checkout.id) }
      return ids
    }
    try await world.time.run { try await world.time.sleep(for: Self.day * 5) }
    let started = world.time.now
    let answeredAfter = try await world.run {
      // A person requests a check of the last waiting checkout.
      try await world.time.sleep(for: .seconds(1))
      var waiting: CheckoutFile?
      for id in ids {
        guard let file = try await world.engine.file(id), let command = file.outstanding.first else { continue }
        if command.notBefore > (waiting?.outstanding.first?.notBefore ?? started) { waiting = file }
      }
      let id = try #require(waiting).checkout.id
      _ = try await world.engine.submit(.recheckRequested, to: id)
      _ = try await world.engine.wait(for: id, within: .seconds(60)) { $0.outstanding.isEmpty }
      let answered = world.time.now
      try await world.time.sleep(for: .seconds(900))
      for id in ids { #expect(try await world.engine.file(id)?.outstanding.isEmpty == true) }
      return answered.since(started)
    }
    #expect(answeredAfter < .seconds(5))
    let asked = recorded.calls.filter { $0.at > started }.map { $0.at.since(started) }
    #expect(asked.count == count)
    #expect(try #require(asked.max()) <= .seconds(601))
    // No minute has more than a third of all.
    for minute in 0..<10 {
      let span = Duration.seconds(minute * 60)..<Duration.seconds(minute * 60 + 60)
      #expect(asked.count { span.contains($0) } < count / 3)
    }
  }
}
