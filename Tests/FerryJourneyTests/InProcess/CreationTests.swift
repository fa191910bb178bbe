import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Testing

@Suite("Several checkouts of one order")
struct CreationTests {
  private static let other = OrderContent(
    currency: .jpy, lines: [OrderLine(sku: "fire-hd10", name: "Fire HD10", quantity: 1, unitPrice: .yen(15_980))],
    tax: InProcessBuyer.order.tax, shipping: InProcessBuyer.order.shipping)

  @Test("An order that leaves nothing to pay anywhere gets no checkout, and one that is free to some regions does")
  func free() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    try await world.run {
      var content = Self.other
      content.lines[0].unitPrice = .yen(0)
      content.shipping = ShippingRule(standard: .yen(0))
      await #expect(throws: CreationRefusal.nothingToPay) { try await buyer.create(content: content) }
      content.shipping = ShippingRule(standard: .yen(600), zones: [.init(regions: ["Hokkaido"], price: .yen(0))])
      let created = try await buyer.create(content: content)
      #expect(created.checkout.phase == .open)
      content.paidOtherwise = [NamedAmount("Gift card", .yen(600))]
      await #expect(throws: CreationRefusal.nothingToPay) { try await buyer.create(content: content) }
    }
  }

  @Test("A changed cart replaces a checkout that the buyer has not confirmed", arguments: 0...3)
  func putAside(_ step: Int) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (first, second) = try await world.run {
      let created = try await buyer.create()
      if step > 0 {
        let session = try await buyer.depart(created.checkout.id)
        try buyer.choose(session)
        if step > 1 { _ = try await buyer.review(created.checkout.id, session) }
        if step > 2 { _ = try await world.engine.submit(.leave(change: .address), to: created.checkout.id) }
      }
      let next = try await buyer.create(content: Self.other)
      return (try await world.engine.file(created.checkout.id), next)
    }
    #expect(first?.checkout.phase == .cancelled(.merchant))
    #expect(second.checkout.id != first?.checkout.id)
    #expect(second.checkout.content == Self.other)
    #expect(second.order.id == first?.order.id)
    #expect(second.order.live == second.checkout.id)
  }

  @Test("A changed cart does not end a checkout that the buyer may be paying or has paid")
  func underWay() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      let id = paying.checkout.id
      await #expect(throws: CreationRefusal.attemptLive(id, .paying)) {
        try await buyer.create(content: Self.other)
      }
      #expect(try await buyer.create().checkout.id == id)
      let paid = try await buyer.finish(id, session)
      await #expect(throws: CreationRefusal.orderPaid(id)) { try await buyer.create(content: Self.other) }
      await #expect(throws: CreationRefusal.orderPaid(id)) { try await buyer.create() }
      return paid
    }
    #expect(file.checkout.phase == .paid)
    #expect(world.sandbox.money.map(\.captured) == [.yen(9_520)])
  }

  @Test("At the limit no checkout is opened or abandoned, and the live one is returned")
  func noRoom() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let created = try await buyer.create()
      #expect(try await buyer.create(hasRoom: false).checkout.id == created.checkout.id)
      await #expect(throws: CreationRefusal.noRoom) { try await buyer.create(content: Self.other, hasRoom: false) }
      await #expect(throws: CreationRefusal.noRoom) { try await buyer.create("cart-2", hasRoom: false) }
      return try await world.engine.file(created.checkout.id)
    }
    #expect(file?.checkout.phase == .open)
  }

  @Test("Another capture policy is another checkout")
  func otherCapture() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (first, second, old) = try await world.run {
      let first = try await buyer.create(capture: .automatic)
      let second = try await buyer.create(capture: .manual)
      return (first, second, try await world.engine.file(first.checkout.id))
    }
    #expect(second.checkout.id != first.checkout.id)
    #expect(second.checkout.capture == .manual)
    #expect(old?.checkout.phase == .cancelled(.merchant))
  }
}
