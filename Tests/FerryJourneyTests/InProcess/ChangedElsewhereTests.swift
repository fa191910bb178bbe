import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Testing

@Suite("A selection that is changed in another tab")
struct ChangedElsewhereTests {
  /// Presses "change address" in one tab, and confirms the order in another.
  private func twoTabs(_ buyer: InProcessBuyer) async throws -> (paying: CheckoutFile, session: String) {
    let (reviewed, session) = try await buyer.toReview()
    _ = try await buyer.world.engine.submit(.leave(change: .address), to: reviewed.checkout.id)
    // The second tab reloads the order with the former selection.
    let shown = try await buyer.review(reviewed.checkout.id, session)
    return (try await buyer.confirm(shown), session)
  }

  @Test("Another address is priced and shown again; nothing is paid for the old price", arguments: [true, false])
  func otherAddress(_ comesBackFirst: Bool) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (shown, paid) = try await world.run {
      let (paying, session) = try await twoTabs(buyer)
      #expect(paying.checkout.phase.name == .paying)
      try buyer.act(session, "changeAddress", address: "okinawa")
      if !comesBackFirst { try buyer.act(session, "approve") }
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      let shown = try await buyer.reach(paying.checkout.id) { $0 != .reviewing ? $0.isFinal : true }
      guard comesBackFirst else { return (shown, shown) }
      let again = try await buyer.confirm(shown)
      return (shown, try await buyer.finish(again.checkout.id, session))
    }
    #expect(shown.checkout.phase == .reviewing)
    #expect(shown.checkout.quote?.total == .yen(10_060))
    #expect(shown.checkout.agreed == nil)
    #expect(shown.details?.shippingAddress?.region == "沖縄県")
    guard comesBackFirst else { return }
    #expect(paid.checkout.phase == .paid)
    #expect(paid.checkout.payment?.captured == .yen(10_060))
    #expect(paid.details?.shippingAddress?.region == "沖縄県")
  }

  @Test(
    "Another selection is never shown after the provider was used in another browser: the buyer starts over",
    arguments: [
      true, false,
    ])
  func usedElsewhere(_ isAgreed: Bool) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (before, after, foreign) = try await world.run {
      let (reviewed, session) = try await buyer.toReview()
      let id = reviewed.checkout.id
      if isAgreed { _ = try await buyer.confirm(reviewed) }
      // Somebody else receives the provider's page by mail, selects there, and returns in their own browser.
      try buyer.act(session, "changeAddress", address: "okinawa")
      try await world.engine.update(id) { file, _ in file.roundTrips.distrustNewSelections() }
      if isAgreed {
        _ = try await world.engine.submit(.returned(session: session), to: id)
      } else {
        _ = try await world.engine.submit(.leave(change: .address), to: id)
        _ = try await world.engine.submit(.returned(session: session), to: id)
      }
      try await world.time.sleep(for: .seconds(30))
      let after = try #require(try await world.engine.file(id), "The checkout is there.")
      _ = try await world.engine.submit(.returned(session: session), to: id)
      try await world.time.sleep(for: .seconds(30))
      return (reviewed, after, try await world.engine.file(id))
    }
    #expect(after.checkout.phase.name == .selecting)
    #expect(after.checkout.selection == nil)
    #expect(after.checkout.agreed == nil)
    #expect(after.details == nil)
    #expect(after.roundTrips.nonce != before.roundTrips.nonce)
    #expect(foreign?.details == nil)
    #expect(foreign?.checkout.selection == nil)
  }

  @Test("The provider's description of another selection is never shown with the price of this one")
  func detailsBelongToThePrice() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (paying, session) = try await twoTabs(buyer)
      try buyer.act(session, "changeAddress", address: "okinawa")
      // Cancelled before any return.
      _ = try await world.engine.submit(.cancel(.buyer), to: paying.checkout.id)
      return try await buyer.reach(paying.checkout.id) { $0.isFinal }
    }
    #expect(file.checkout.selection?.region == "東京都")
    #expect(file.details?.shippingAddress?.region == "東京都")
  }

  @Test(
    "Amazon offers no excluded prefecture; an address that Amazon cannot be told of is refused, and the buyer selects another"
  )
  func restrictions() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    var order = InProcessBuyer.order
    order.shipping?.restrictions = ShippingRule.Restrictions(excluded: [
      ShippingRule.Area(country: "JP", regions: ["Osaka-fu"], postalCodes: ["９００"])
    ])
    let restricted = order
    let file = try await world.run {
      let created = try await buyer.create(content: restricted)
      let id = created.checkout.id
      let session = try await buyer.depart(id)
      #expect(throws: InProcessBuyer.Unexpected.self) { try buyer.choose(session, address: "osaka") }
      try buyer.choose(session, address: "okinawa")
      _ = try await world.engine.submit(.returned(session: session), to: id)
      let refused = try await buyer.reach(id) { phase in
        if case .selecting(let selecting) = phase { selecting.refusal == .regionNotServed } else { false }
      }
      #expect(refused.checkout.quote == nil && refused.details == nil)
      try buyer.act(session, "changeAddress", address: "hokkaido")
      _ = try await world.engine.submit(.leave(change: .address), to: id)
      return try await buyer.review(id, session)
    }
    #expect(file.checkout.quote?.total == .yen(10_060))
  }
}
