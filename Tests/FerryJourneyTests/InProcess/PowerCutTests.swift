import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Synchronization
import Testing

@Suite("A power cut, which undoes the changes that wait for a flush")
struct PowerCutTests {
  /// The things that buyer and shop were told, in their order.
  private enum Told: Int, Comparable {
    case nothing, created, started, claimed, payable, approved, paid

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  @Test("A checkout takes eight flushes")
  func flushes() async throws {
    let store = MemoryStore()
    let checkout = try await ServedInProcess.run(store: store) { try await $0.browser().run(reference: "order") }
    #expect(checkout.phase == .paid)
    #expect(await store.flushes == 8)
  }

  @Test("A change that makes a request for more than information does not wait, whatever its caller says")
  func requests() async throws {
    let store = MemoryStore()
    let world = try InProcessAmazonPay(store: store)
    let paid = try await world.run { try await InProcessBuyer(world: world).pay() }
    for (event, flushes) in [(Event.recheckRequested, 0), (.refund("refund-1", .yen(1_000)), 1)] {
      let before = await store.flushes
      // The engine does not run, so that nothing else is committed.
      _ = try await world.engine.commit(paid.checkout.id, mayWait: true) { _, change in
        change.waits = true
        return (event, ())
      }
      #expect(await store.flushes == before + flushes)
    }
  }

  @Test("At any commit it undoes nothing that buyer or shop was told, and money moves once", .timeLimit(.minutes(10)))
  func cuts() async throws {
    var commits = 0
    var wasCut = true
    while wasCut {
      let power = PowerSwitch(afterCommits: commits)
      let store = MemoryStore(losesUnflushed: true)
      let told = Mutex((id: "", last: Told.nothing))
      let world = try await ServedInProcess.run(store: store, power: power) { served in
        power.arm()
        // Without power the server gives no answer that the buyer could use.
        do {
          try await shop(served.browser()) { id, last in told.withLock { $0 = (id, last) } }
        } catch is DemoShop.Unexpected {}
        return served.world
      }
      wasCut = power.isOff
      store.cutPower()
      let (id, last) = told.withLock { $0 }
      if last > .nothing { try await expect(last, CheckoutID(id), world, "\(commits) commits") }
      commits += 1
    }
    #expect(commits > 12)
  }

  private func shop(_ buyer: ScriptedCheckout, _ tell: (String, Told) -> Void) async throws {
    let checkout = try await buyer.create("order")
    tell(checkout.id, .created)
    let session = try await buyer.start(checkout)
    tell(checkout.id, .started)
    try await buyer.act(session, "select", card: "1111")
    try await buyer.comeBackFromSelection(session)
    tell(checkout.id, .claimed)
    let review = try #require(try await buyer.read(checkout.id).review, "There is no review.")
    let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
    let confirmed = try await buyer.confirm(checkout.id, agreed)
    guard confirmed.phase == .paying else { return }
    tell(checkout.id, .payable)
    _ = try await buyer.paymentPage(confirmed)
    try await buyer.act(session, "approve", card: "1111")
    tell(checkout.id, .approved)
    try await buyer.comeBackFromPayment(session)
    if try await buyer.read(checkout.id).phase == .paid { tell(checkout.id, .paid) }
  }

  private func expect(
    _ last: Told, _ id: CheckoutID, _ world: InProcessAmazonPay, _ comment: Comment
  ) async throws {
    let file = try #require(try await world.store.file(id), comment)
    #expect(!file.roundTrips.tickets.isEmpty || last > .created, comment)
    #expect(file.roundTrips.binding != nil || last < .started, comment)
    #expect(file.roundTrips.isClaimed || last < .claimed, comment)
    #expect(file.checkout.agreed != nil || last < .payable, comment)
    #expect(file.checkout.phase == .paid || last < .paid, comment)
    // Without the buyer, the server ends what is left.
    let again = try InProcessAmazonPay(restarting: world)
    let end = try await again.run {
      try await again.engine.wait(for: id, within: .seconds(3 * 86_400)) { $0.checkout.phase.isFinal }
    }
    #expect((end.checkout.phase == .paid) == (last >= .approved), comment)
    #expect(world.sandbox.money.map(\.captured) == (last >= .approved ? [.yen(9_520)] : []), comment)
  }
}
