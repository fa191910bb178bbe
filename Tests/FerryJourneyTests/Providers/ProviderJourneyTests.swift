import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

@Suite("The contract of providers: journeys", .timeLimit(.minutes(10)))
struct ProviderJourneyTests {
  @Test("A buyer pays: provider, ledger and order hold the total, once", arguments: ProviderBench.allCases)
  func paid(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run { try await world.pay() }
    let total = try #require(file.checkout.agreed).total
    #expect(file.checkout.phase == .paid)
    #expect(file.order.paidBy == file.checkout.id)
    #expect(file.checkout.payment?.captured == total)
    #expect(world.moved(file) == [total.minorUnits, 0])
    #expect(world.sandbox.money.map(\.payments.count) == [1])
    #expect(try await world.balances() == [.receivable: total.minorUnits, .sales: -total.minorUnits])
  }

  @Test("A buyer who is declined pays in a second try, and the money moves once", arguments: ProviderBench.allCases)
  func declinedThenPaid(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      let page = try await world.toPayment(created)
      try world.act(.decline, on: page, bench.decline)
      try world.act(.approve, on: page, bench.secondTry)
      return try await world.finish(created.checkout.id)
    }
    #expect(file.checkout.phase == .paid)
    #expect(world.moved(file) == [try #require(file.checkout.agreed).total.minorUnits, 0])
    // Buyer and operator see the card that has paid, or none. The test bank has one account.
    let digits = bench.secondTry["card"].map { String($0.suffix(4)) } ?? "4711"
    let shown = [file.details?.paymentDescriptor, file.details?.lastDigits].compactMap(\.self)
    #expect(shown.allSatisfy { $0.contains(digits) }, "\(shown)")
  }

  /// The place at which a buyer cancels.
  enum Place: CaseIterable, Sendable {
    case before, whileSelecting, review, page, byTheProvidersLink, afterPaying
  }

  @Test(
    "A buyer who cancels at any place has paid in full or nothing, and the order is free for another checkout",
    arguments: ProviderBench.allCases, Place.allCases)
  func cancelled(_ bench: ProviderBench, _ place: Place) async throws {
    let world = try ProviderWorld(bench)
    let (first, paying) = try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      switch place {
      case .before: break
      case .whileSelecting:
        if world.provider.profile.journey == .selectThenPay { _ = try await world.toSelection(id) }
      case .review: _ = try await world.toReview(created)
      case .page: try world.act(.leave, on: try await world.toPayment(created))
      case .byTheProvidersLink: try world.act(.cancel, on: try await world.toPayment(created))
      case .afterPaying: try world.act(.approve, on: try await world.toPayment(created))
      }
      _ = try await world.engine.submit(place == .byTheProvidersLink ? .returnedToShop : .cancel(.buyer), to: id)
      let first = try await world.reach(id, within: .seconds(3_600)) { $0.isFinal }
      return (first, first.checkout.phase == .paid ? first : try await world.pay())
    }
    // A checkout that was cancelled after the buyer has approved may be paid, or its money is returned.
    let isPaid = first.checkout.phase == .paid
    #expect(isPaid ? place == .afterPaying : first.checkout.phase.name == .cancelled, "\(first.checkout.phase)")
    #expect(paying.checkout.phase == .paid && paying.order.number == first.order.number)
    let total = world.sandbox.money.map { $0.captured.minorUnits - $0.refunded.minorUnits }.reduce(0, +)
    #expect(total == paying.checkout.agreed?.total.minorUnits)
  }

  @Test(
    "What a buyer pays on a page that was open at the cancellation is given back, even if nobody returns",
    arguments: ProviderBench.allCases)
  func paidAfterCancel(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      let page = try await world.toPayment(created)
      try world.act(.leave, on: page)
      _ = try await world.engine.submit(.cancel(.buyer), to: id)
      _ = try await world.reach(id, within: .seconds(3_600)) { $0.isFinal }
      // A page that has ended with the checkout takes no payment.
      _ = try? world.act(.approve, on: page)
      try await world.time.sleep(for: .seconds(2 * 86_400))
      #expect(try await world.file(id).checkout.phase.name == .cancelled)
      #expect(world.sandbox.money.allSatisfy { $0.held.isZero && $0.captured == $0.refunded })
    }
  }

  @Test(
    "If nobody returns and nothing notifies, the server finds the payment, or that there is none, within the bound",
    arguments: ProviderBench.allCases, [true, false])
  func nobodyReturns(_ bench: ProviderBench, _ pays: Bool) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      try world.act(pays ? .approve : .leave, on: try await world.toPayment(created))
      return try await world.reach(created.checkout.id) { $0.isFinal }
    }
    #expect(file.checkout.phase.name == (pays ? .paid : .expired))
    #expect(world.moved(file)[0] == (pays ? file.checkout.agreed?.total.minorUnits : 0))
    #expect(world.time.now <= file.checkout.expiresAt + Checkout.patience, "The order is blocked beyond the bound.")
    #expect(file.order.live == nil)
  }
}
