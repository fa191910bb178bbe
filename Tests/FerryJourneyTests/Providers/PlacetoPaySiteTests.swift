import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import PlacetoPaySandbox
import Testing

/// A site as PlacetoPay documents it, where the demo's is more talkative: sessions do not show refunds as transactions, a
/// payment settles after a day, and refunds are not notified.
@Suite("PlacetoPay: sites whose sessions do not show what happens later", .timeLimit(.minutes(10)))
struct PlacetoPaySiteTests {
  /// - Parameter isFrozen: True for a site whose sessions show nothing at all after their end.
  private func world(isFrozen: Bool) throws -> ProviderWorld {
    try ProviderWorld(.placetoPay, notifies: true, settings: ["FERRY_PLACETO_PAY_TEST_QUERIES_SHOW_OPERATIONS": "no"]) {
      place in
      var rules = PlacetoPaySandbox.Rules()
      rules.showsLaterChanges = !isFrozen
      return try PlacetoPaySandbox.Sandbox(
        Site(
          login: PlacetoPaySandbox.DemoAccount.login, secret: PlacetoPaySandbox.DemoAccount.secret(place),
          name: place.shopName), rules, at: place,
        journal: nil)
    }
  }

  private static let day = Duration.seconds(86_400)

  @Test(
    "Refunds are in our books although no session shows them, in part once the payment has settled",
    arguments: [true, false])
  func refunds(_ isFrozen: Bool) async throws {
    let world = try world(isFrozen: isFrozen)
    let file = try await world.run {
      let id = try await world.pay().checkout.id
      #expect(try await world.operate(.refund("early", world.minor(3_000)), on: id).state == .failed(.notAllowed))
      #expect(world.moved(try await world.file(id))[1] == 0)
      try await world.time.sleep(for: Self.day)
      try await world.operate(.refund("one", world.minor(3_000)), on: id)
      try await world.operate(.refund("two", nil), on: id)
      try await world.time.sleep(for: Self.day * 100)
      return try await world.file(id)
    }
    #expect(file.checkout.phase == .paid)
    #expect(file.checkout.payment?.operations.map(\.state) == [.failed(.notAllowed), .succeeded, .succeeded])
    #expect(Set(world.moved(file)).count == 1)
    #expect(try await world.balances().isEmpty)
  }

  @Test(
    "A refund or capture whose answer is lost is sent once and stays unknown, until a person has looked",
    arguments: [true, false], [SandboxFault.Kind.dropAfterExecution, .errorAfterExecution(500), .notJSON])
  func lost(_ isFrozen: Bool, _ fault: SandboxFault.Kind) async throws {
    let world = try world(isFrozen: isFrozen)
    try await world.run {
      let paid = try await world.pay("paid").checkout.id
      try await world.time.sleep(for: Self.day)
      world.sandbox.plan(fault, on: "reverse")
      let refund = try await world.operate(.refund("one", world.minor(3_000)), on: paid)
      try await world.time.sleep(for: Self.day * 7)
      let file = try await world.file(paid)
      #expect(refund.state == .unknown && file.checkout.payment?.operations.map(\.state) == [.unknown])
      #expect(world.moved(file)[1] == 3_000, "The refund was sent again.")
      let captured = try #require(file.checkout.payment).captured.minorUnits
      #expect(file.checkout.payment?.refundable == world.minor(captured - 3_000))

      let held = try await world.pay("held", capture: .manual).checkout.id
      world.sandbox.plan(fault, on: "checkout")
      let capture = try await world.operate(.capture("ship", world.minor(8_000)), on: held)
      try await world.time.sleep(for: Self.day * 7)
      #expect(world.moved(try await world.file(held))[0] == 8_000)
      // A site that shows captures proves this one.
      #expect(capture.state == (isFrozen ? .unknown : .succeeded))
    }
  }

  @Test(
    "A refund of a whole payment whose answer is lost is repeated, for PlacetoPay carries it out once at most",
    arguments: [true, false], [SandboxFault.Kind.dropBeforeExecution, .dropAfterExecution, .unknownState])
  func lostInWhole(_ isFrozen: Bool, _ fault: SandboxFault.Kind) async throws {
    let world = try world(isFrozen: isFrozen)
    let file = try await world.run {
      let id = try await world.pay("paid").checkout.id
      world.sandbox.plan(fault, on: "reverse")
      #expect(try await world.operate(.refund("one", nil), on: id).state == .succeeded)
      return try await world.file(id)
    }
    #expect(Set(world.moved(file)).count == 1)
    #expect(world.sandbox.calls("reverse") == 2)
    #expect(try await world.balances().isEmpty)
  }

  @Test(
    "A capture or release that did not arrive is repeated, also at a site that shows neither", arguments: [true, false])
  func repeated(_ isCapture: Bool) async throws {
    let world = try world(isFrozen: true)
    let file = try await world.run {
      let id = try await world.pay(capture: .manual).checkout.id
      world.sandbox.plan(.dropBeforeExecution, on: "checkout", .next(2))
      let order = isCapture ? PaymentOrder.capture("ship", nil) : .void
      #expect(try await world.operate(order, on: id).state == .succeeded)
      return try await world.file(id)
    }
    let total = try #require(file.checkout.agreed).total.minorUnits
    #expect(world.moved(file) == [isCapture ? total : 0, 0])
    #expect(world.sandbox.money.allSatisfy { $0.held.isZero })
  }

  @Test("A hold that lapsed at a site that does not say so becomes overdue, and a person ends it")
  func lapsed() async throws {
    let world = try world(isFrozen: true)
    try await world.run {
      let id = try await world.pay(capture: .manual).checkout.id
      try await world.time.sleep(for: Self.day * 45)
      #expect(world.sandbox.money.allSatisfy { $0.held.isZero })
      let file = try await world.file(id)
      #expect(file.checkout.overdueAt.map { $0 <= world.time.now } == true && file.checkout.wakeAt == nil)
      _ = try await world.engine.submit(.resolve(.hold), to: id)
      #expect(try await world.file(id).checkout.payment?.release == .lapsed)
      #expect(try await world.balances().isEmpty)
    }
  }
}
