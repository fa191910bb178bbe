import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

@Suite("Endpoints of webhooks")
struct EndpointJourneyTests {
  private static let crm = "https://crm.example/"
  private static let endpoints = [
    WebhookWorld.endpoint(types: [.checkoutPaid]), WebhookWorld.endpoint("crm", url: crm, types: [.checkoutPaid]),
  ]

  /// A world with three paid orders, in which the CRM has accepted nothing for ten days.
  private func afterOutage() async throws -> (world: WebhookWorld, ids: [CheckoutID]) {
    let told = try WebhookWorld(Self.endpoints)
    told.receivers.behave { $0.url == Self.crm ? .fails(.notReached) : .answers(204) }
    let ids = try await told.run {
      var ids: [CheckoutID] = []
      for number in 1...3 { ids.append(try await told.pay("cart-\(number)")) }
      try await told.time.sleep(for: .seconds(10 * 86_400))
      return ids
    }
    #expect(try await told.deliveries(WebhookFilter(endpoint: "crm")) == Array(repeating: "crm 2 parked", count: 3))
    told.receivers.behave { _ in .answers(204) }
    return (told, ids)
  }

  @Test("One call resends all parked messages of an endpoint, and nothing else")
  func together() async throws {
    let (told, ids) = try await afterOutage()
    let before = told.receivers.got.count
    try await told.run {
      #expect(try await told.engine.sendParkedAgain(to: "crm", of: "demo", .test) == 3)
      try await told.time.sleep(for: .seconds(2))
      #expect(try await told.engine.sendParkedAgain(to: "crm", of: "demo", .test) == 0)
    }
    let after = told.receivers.got.dropFirst(before)
    #expect(after.map(\.url) == [Self.crm, Self.crm, Self.crm])
    #expect(Set(after.map(\.id)) == Set(ids.map { "msg_\($0)_2" }))
    #expect(try await told.deliveries(WebhookFilter(endpoint: "crm")) == Array(repeating: "crm 2 delivered", count: 3))
    for id in ids {
      let log = try await told.store.log(id, after: 0, limit: 1000).map(\.entry.what)
      #expect(log.contains(.event("webhook 2 sent again", phase: "paid")))
    }
  }

  @Test("The call does not work for an endpoint of another shop or mode, or one that does not exist")
  func foreign() async throws {
    let (told, _) = try await afterOutage()
    let before = told.receivers.got.count
    try await told.run {
      #expect(try await told.engine.sendParkedAgain(to: "crm", of: "other", .test) == nil)
      #expect(try await told.engine.sendParkedAgain(to: "crm", of: "demo", .live) == nil)
      #expect(try await told.engine.sendParkedAgain(to: "nobody", of: "demo", .test) == nil)
      try await told.time.sleep(for: .seconds(60))
    }
    #expect(told.receivers.got.count == before)
    #expect(try await told.deliveries(WebhookFilter(state: .parked)).count == 3)
  }

  @Test("An endpoint that answered 410 gets everything again on request, and is parked again if it still does")
  func stillGone() async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
    told.receivers.behave { _ in .answers(410) }
    try await told.run {
      for number in 1...3 { _ = try await told.pay("cart-\(number)") }
      #expect(told.receivers.got.count == 1)
      #expect(try await told.engine.sendParkedAgain(to: "orders", of: "demo", .test) == 3)
      try await told.time.sleep(for: .seconds(2))
      // Those that were under way at once.
      #expect((2...4).contains(told.receivers.got.count))
      #expect(try await told.deliveries(WebhookFilter(state: .parked)).count == 3)
      let before = told.receivers.got.count
      told.receivers.behave { _ in .answers(204) }
      #expect(try await told.engine.sendParkedAgain(to: "orders", of: "demo", .test) == 3)
      try await told.time.sleep(for: .seconds(2))
      #expect(told.receivers.got.count == before + 3)
    }
    #expect(try await told.deliveries() == Array(repeating: "orders 2 delivered", count: 3))
  }

  @Test("Messages for a removed endpoint are parked, listed, and can be sent when it is back")
  func removed() async throws {
    let told = try WebhookWorld(Self.endpoints)
    told.receivers.behave { $0.url == Self.crm ? .answers(500) : .answers(204) }
    let id = try await told.run { try await told.pay() }
    #expect(try await told.deliveries() == ["crm 2 waiting", "orders 2 delivered"])
    told.receivers.behave { _ in .answers(204) }
    let message = WebhookMessageID(checkout: id, sequence: 2)

    let without = try WebhookWorld(restarting: told, with: [Self.endpoints[0]])
    try await without.run {
      try await without.time.sleep(for: .seconds(60))
      #expect(try await without.engine.sendParkedAgain(to: "crm", of: "demo", .test) == nil)
      #expect(try await without.engine.sendAgain(message) == ["orders"])
      try await without.time.sleep(for: .seconds(60))
    }
    #expect(try await told.deliveries() == ["crm 2 parked", "orders 2 delivered"])
    let crm = WebhookDelivery.ID(endpoint: "crm", message: message)
    #expect(try await told.store.delivery(crm)?.lastResult == "not sent, the endpoint was removed")
    #expect(try await told.told(id).contains("checkout.paid crm not sent, the endpoint was removed, given up"))
    #expect(try await told.store.webhookBacklog() == [WebhookBacklog(endpoint: "crm", parked: 1)])

    let back = try WebhookWorld(restarting: told, with: Self.endpoints)
    let got = told.receivers.got(at: Self.crm).count
    try await back.run {
      try await back.time.sleep(for: .seconds(60))
      #expect(told.receivers.got(at: Self.crm).count == got)
      #expect(try await back.engine.sendParkedAgain(to: "crm", of: "demo", .test) == 1)
      try await back.time.sleep(for: .seconds(2))
    }
    #expect(told.receivers.got(at: Self.crm).count == got + 1)
    #expect(try await told.deliveries() == ["crm 2 delivered", "orders 2 delivered"])
  }

  @Test("Without any endpoint waiting messages are parked too")
  func allRemoved() async throws {
    let told = try WebhookWorld(Self.endpoints)
    told.receivers.behave { _ in .answers(500) }
    let id = try await told.run { try await told.pay() }
    let without = try InProcessAmazonPay(store: told.store, time: told.time)
    try await without.run {
      try await without.time.sleep(for: .seconds(60))
      #expect(
        try await without.engine.sendAgain(WebhookMessageID(checkout: id, sequence: 2)) == [])
    }
    #expect(try await told.deliveries() == ["crm 2 parked", "orders 2 parked"])
  }

  @Test("A new endpoint with the name of a removed one gets none of its messages")
  func reassigned() async throws {
    let others = [
      WebhookWorld.endpoint(shop: "other", url: Self.crm), WebhookWorld.endpoint(mode: .live, url: Self.crm),
    ]
    for other in others {
      let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
      told.receivers.behave { _ in .answers(500) }
      let id = try await told.run { try await told.pay() }
      told.receivers.behave { _ in .answers(204) }
      let again = try WebhookWorld(restarting: told, with: [other])
      try await again.run {
        try await again.time.sleep(for: .seconds(86_400))
        _ = try await again.engine.sendAgain(WebhookMessageID(checkout: id, sequence: 2))
        _ = try await again.engine.sendParkedAgain(to: "orders", of: other.shop, other.mode)
        try await again.time.sleep(for: .seconds(86_400))
      }
      #expect(told.receivers.got(at: Self.crm).isEmpty)
      #expect(try await told.deliveries() == ["orders 2 parked"])
      #expect(try await told.told(id).last == "checkout.paid orders not sent, the endpoint was removed, given up")
    }
  }
}
