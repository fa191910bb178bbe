import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import HTTPTypes
import Synchronization
import Testing

@Suite("Retries of webhooks")
struct WebhookDeliveryTests {
  private static let paid = ["payment.captured", "checkout.paid"]

  @Test("A receiver that recovers within three days gets everything, also after a restart")
  func back() async throws {
    let told = try WebhookWorld()
    told.receivers.behave { _ in .answers(503) }
    let id = try await told.run { try await told.pay(then: .seconds(86_400)) }
    #expect(try await told.deliveries() == ["orders 1 waiting", "orders 2 waiting"])
    let again = try WebhookWorld(restarting: told)
    again.receivers.behave { _ in .answers(204) }
    try await again.run { try await again.time.sleep(for: .seconds(86_400)) }
    #expect(try await again.deliveries() == ["orders 1 delivered", "orders 2 delivered"])
    #expect(Set(again.receivers.got.suffix(2).map(\.id)) == ["msg_\(id)_1", "msg_\(id)_2"])
  }

  @Test(
    "Every answer but success is retried, redirects included",
    arguments: [301, 302, 307, 308, 400, 401, 404, 500, 502])
  func refused(_ status: Int) async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
    let first = Moment(milliseconds: 0)
    told.receivers.behave { got in got.at > first && told.receivers.got.count == 1 ? .answers(status) : .answers(299) }
    let id = try await told.run { try await told.pay(then: .seconds(60)) }
    #expect(told.receivers.got.map(\.url) == [WebhookWorld.url, WebhookWorld.url])
    #expect(
      try await told.told(id) == ["checkout.paid orders answered \(status)", "checkout.paid orders answered 299"])
  }

  @Test("A receiver that never answers delays no other, and the attempt ends after ten seconds")
  func slow() async throws {
    let told = try WebhookWorld([
      WebhookWorld.endpoint("slow", url: "https://slow.example/"),
      WebhookWorld.endpoint("quick", url: "https://quick.example/"),
    ])
    told.receivers.behave { got in got.url.contains("slow") ? .answersAfter(.seconds(3600), 204) : .answers(204) }
    try await told.run {
      for number in 1...6 { _ = try await told.pay("cart-\(number)", then: .zero) }
      try await told.time.sleep(for: .seconds(3600))
    }
    let quick = told.receivers.got(at: "https://quick.example/")
    #expect(quick.count == 12)
    for message in quick {
      let happened = try #require(await told.store.delivery(id(message, "quick"))?.createdAt)
      #expect(message.at.since(happened) < .milliseconds(100))
    }
    let slow = told.receivers.got(at: "https://slow.example/")
    #expect(slow.count >= 24)
    #expect(told.receivers.most(at: "https://slow.example/") == 4)
    let told1 = try await told.told(CheckoutID(slow[0].body.data.checkout))
    #expect(told1.contains("payment.captured slow no answer in time"))
  }

  private func id(_ got: FakeReceivers.Got, _ endpoint: WebhookEndpointID) throws -> WebhookDelivery.ID {
    WebhookDelivery.ID(endpoint: endpoint, message: try #require(WebhookMessageID(text: got.id)))
  }

  @Test("The messages of one checkout are sent in order, and those of others at the same time")
  func order() async throws {
    let told = try WebhookWorld(mostAtOnce: 3)
    told.receivers.behave { _ in .answersAfter(.seconds(5), 204) }
    try await told.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...5 { group.addTask { _ = try await told.pay("cart-\(number)", then: .seconds(60)) } }
        try await group.waitForAll()
      }
    }
    let got = told.receivers.got
    #expect(got.count == 10)
    #expect(told.receivers.most(at: WebhookWorld.url) == 3)
    #expect(told.receivers.mostOfOneCheckout == 1)
    for number in 1...5 {
      #expect(got.filter { $0.body.data.orderReference == "cart-\(number)" }.map(\.body.data.sequence) == [1, 2])
    }
  }

  @Test("If a delivery ends during a read of the store, nothing is sent twice")
  func overtaken() async throws {
    let time = VirtualTime()
    let store = HookedStore(MemoryStore(), nil, pauseOfDeliveries: { try await time.sleep(for: .seconds(1)) })
    let told = try WebhookWorld(store: store, time: time)
    told.receivers.behave { _ in .answersAfter(.milliseconds(500), 204) }
    try await told.run {
      let id = try await told.pay(then: .zero)
      while told.receivers.got.isEmpty { try await time.sleep(for: .milliseconds(100)) }
      // Now the first message is under way and still due in the store: what follows from this makes the engine look.
      _ = try await told.engine.submit(.refund("refund-1", .yen(1_000)), to: id)
      try await time.sleep(for: .seconds(3_600))
    }
    #expect(told.receivers.got.map(\.body.data.sequence) == [1, 2, 3, 4])
  }

  @Test("An endpoint that answered 410 gets nothing more until a person asks or the server restarts")
  func gone() async throws {
    let told = try WebhookWorld()
    told.receivers.behave { _ in .answers(410) }
    let (first, second) = try await told.run {
      (try await told.pay("cart-1"), try await told.pay("cart-2"))
    }
    #expect(told.receivers.got.map(\.id) == ["msg_\(first)_1"])
    #expect(try await told.deliveries(WebhookFilter(state: .parked)).count == 4)
    #expect(try await told.told(second).first == "payment.captured orders not sent, the endpoint is gone, given up")

    told.receivers.behave { _ in .answers(204) }
    try await told.run {
      _ = try await told.engine.sendAgain(WebhookMessageID(checkout: second, sequence: 2))
      try await told.time.sleep(for: .seconds(2))
    }
    #expect(told.receivers.got.map(\.id) == ["msg_\(first)_1", "msg_\(second)_2"])

    told.receivers.behave { _ in .answers(410) }
    let third = try await told.run { try await told.pay("cart-3") }
    let again = try WebhookWorld(restarting: told)
    again.receivers.behave { _ in .answers(204) }
    let fourth = try await again.run { try await again.pay("cart-4") }
    #expect(again.receivers.got.dropFirst(2).map(\.id) == ["msg_\(third)_1", "msg_\(fourth)_1", "msg_\(fourth)_2"])
  }

  @Test("An endpoint's Retry-After delays all of its messages")
  func tooMany() async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
    told.receivers.behave { got in
      told.receivers.got.count == 1 ? .answers(429, retryAfter: .seconds(120)) : .answers(204)
    }
    try await told.run {
      _ = try await told.pay("cart-1", then: .zero)
      _ = try await told.pay("cart-2", then: .seconds(600))
    }
    let got = told.receivers.got
    #expect(
      got.map(\.body.data.orderReference) == ["cart-1", "cart-2", "cart-1"]
        || got.map(\.body.data.orderReference) == ["cart-1", "cart-1", "cart-2"])
    #expect(try #require(got.dropFirst().map(\.at).min()) >= got[0].at + .seconds(120))
  }

  @Test(
    "The delay by Retry-After is between one second and one hour",
    arguments: [(0, 1), (1_800, 1_800), (360_000, 3_600)])
  func pauses(_ asked: Int, _ heeded: Int) async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])], mostAtOnce: 1)
    told.receivers.behave { _ in
      told.receivers.got.count == 1 ? .answers(429, retryAfter: .seconds(asked)) : .answers(204)
    }
    try await told.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...2 { group.addTask { _ = try await told.pay("cart-\(number)", then: .seconds(2 * 86_400)) } }
        try await group.waitForAll()
      }
    }
    let got = told.receivers.got
    #expect(Set(got.prefix(2).map(\.body.data.orderReference)) == ["cart-1", "cart-2"])
    let pause = try #require(got.dropFirst().first).at.since(got[0].at)
    #expect(pause >= .seconds(heeded) && pause < .seconds(heeded + 1), "\(pause)")
    // The message itself arrives at its own time, a day later at most.
    let again = try #require(got.dropFirst(2).first).at.since(got[0].at)
    #expect(again >= .seconds(min(max(asked, 5), 86_400)), "\(again)")
    #expect(again < .seconds(min(max(asked, 6), 86_400) + 1), "\(again)")
  }

  @Test("A clock that is set back delays no waiting message")
  func clockSetBack() async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
    told.receivers.behave { _ in .answers(500) }
    _ = try await told.run { try await told.pay(then: .seconds(5 * 3600)) }
    #expect(try await told.deliveries() == ["orders 2 waiting"])
    let time = VirtualTime(start: told.time.now - .seconds(30 * 86_400))
    let receivers = FakeReceivers(time)
    let again = try InProcessAmazonPay(
      store: told.store, time: time,
      webhooks: Webhooks(endpoints: [WebhookWorld.endpoint()], transport: receivers))
    try await again.run { try await time.sleep(for: .seconds(120)) }
    #expect(receivers.got.count == 1)
    #expect(try await told.deliveries() == ["orders 2 delivered"])
  }
}
