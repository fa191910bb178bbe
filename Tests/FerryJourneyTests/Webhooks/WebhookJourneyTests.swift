import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import HTTPTypes
import Synchronization
import Testing

@Suite("Webhooks out")
struct WebhookJourneyTests {
  private static let paid = ["payment.captured", "checkout.paid"]

  @Test("A paid order is told in its order, signed, once, and without anything of the buyer")
  func paid() async throws {
    let told = try WebhookWorld()
    let id = try await told.run { try await told.pay() }
    let got = told.receivers.got
    #expect(got.map(\.type) == Self.paid)
    #expect(got.map(\.body.data.sequence) == [1, 2])
    #expect(got.map(\.id) == ["msg_\(id)_1", "msg_\(id)_2"])
    let file = try #require(try await told.store.file(id))
    for message in got {
      try message.signature.verify(message.bytes, secrets: [WebhookWorld.secret], at: message.at)
      #expect(message.headers[.contentType] == "application/json")
      #expect(message.body.data.phase == .paid)
      #expect(message.body.data.orderReference == "cart-1")
      #expect(message.body.data.orderNumber == file.order.number)
      #expect(message.body.data.payment?.captured == .yen(9_520))
      let text = String(decoding: message.bytes, as: UTF8.self)
      #expect(text.contains(#""captured":{"amount":"9520","currency":"JPY"}"#))
      let details = try #require(file.details)
      for personal in [
        details.buyer?.name, details.buyer?.email, details.shippingAddress?.lines.first, details.paymentDescriptor,
      ] {
        #expect(!text.contains(try #require(personal)))
      }
    }
    #expect(got[0].body.data.amount == .yen(9_520))
    #expect(try await told.told(id) == Self.paid.map { "\($0) orders answered 204" })
    #expect(try await told.deliveries() == ["orders 1 delivered", "orders 2 delivered"])
  }

  @Test("On a disk it is the same")
  func paidOnDisk() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-webhooks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await SQLiteStore(path: folder.path + "/ferry.sqlite").running { store in
      let time = VirtualTime()
      let told = try WebhookWorld(store: ThreadedStore(store, time), time: time)
      told.receivers.behave {
        $0.body.data.sequence == 1 && $0.at < SampleAttempt.start + .seconds(60) ? .answers(500) : .answers(204)
      }
      let id = try await told.run { try await told.pay(then: .seconds(700)) }
      #expect(try await told.deliveries() == ["orders 1 delivered", "orders 2 delivered"])
      #expect(Set(told.receivers.got.map(\.id)) == ["msg_\(id)_1", "msg_\(id)_2"])
      #expect(told.receivers.got.count > 2)
      #expect(try await store.file(id)?.lastMessage == 2)
    }
  }

  @Test("Cancelled, expired and declined attempts are told, each once")
  func ends() async throws {
    let told = try WebhookWorld()
    try await told.run {
      let cancelled = try await told.buyer.create("cart-1")
      _ = try await told.engine.submit(.cancel(.buyer), to: cancelled.checkout.id)
      _ = try await told.buyer.create("cart-2")
      let (paying, session) = try await told.buyer.toPayment("cart-3", card: "3434")
      try told.buyer.act(session, "approve", card: "3434")
      // The decline page offers another card; he gives up there.
      try told.buyer.act(session, "cancelPayment")
      _ = try await told.engine.submit(.returned(session: session), to: paying.checkout.id)
      try await told.time.sleep(for: .seconds(3 * 86_400))
    }
    let got = told.receivers.got
    #expect(
      Set(got.map { "\($0.body.data.orderReference) \($0.type)" }) == [
        "cart-1 checkout.cancelled", "cart-2 checkout.expired", "cart-3 checkout.declined",
      ])
    #expect(got.count == 3)
    #expect(got.first { $0.type == "checkout.declined" }?.body.data.decline != nil)
  }

  @Test("A refund is told by what was moved and by what became of it")
  func refund() async throws {
    let told = try WebhookWorld()
    try await told.run {
      let id = try await told.pay()
      _ = try await told.engine.submit(.refund("refund-1", .yen(1_000)), to: id)
      try await told.time.sleep(for: .seconds(3600))
    }
    let after = told.receivers.got.dropFirst(2)
    #expect(after.map(\.type) == ["payment.refunded", "operation.succeeded"])
    #expect(after.map(\.body.data.sequence) == [3, 4])
    #expect(after.first?.body.data.amount == .yen(1_000))
    let operation = after.last?.body.data.operation
    #expect(operation?.id == "refund-1" && operation?.kind == "refund" && operation?.state == .succeeded)
    #expect(operation?.amount == .yen(1_000))
  }

  @Test("Where nobody wants to know, nothing is written")
  func nobody() async throws {
    for endpoints in [[], [WebhookWorld.endpoint(shop: "other")], [WebhookWorld.endpoint(mode: .live)]] {
      let told = try WebhookWorld(endpoints)
      let id = try await told.run { try await told.pay() }
      #expect(told.receivers.got.isEmpty)
      #expect(try await told.deliveries() == [])
      #expect(try await told.store.file(id)?.lastMessage == 0)
    }
  }

  @Test("Each endpoint gets the types that it asked for, signed with its own secret")
  func filter() async throws {
    let secrets = (1...2).map { WebhookSecret(SequentialRandomness(seed: $0)) }
    let told = try WebhookWorld([
      WebhookWorld.endpoint("all", url: "https://a.example/", secrets: [secrets[0]]),
      WebhookWorld.endpoint("paid", url: "https://b.example/", secrets: [secrets[1]], types: [.checkoutPaid]),
    ])
    _ = try await told.run { try await told.pay() }
    let (all, paid) = (told.receivers.got(at: "https://a.example/"), told.receivers.got(at: "https://b.example/"))
    #expect(all.map(\.type) == Self.paid)
    #expect(paid.map { "\($0.type) \($0.body.data.sequence)" } == ["checkout.paid 2"])
    for message in all { try message.signature.verify(message.bytes, secrets: [secrets[0]], at: message.at) }
    for message in paid { try message.signature.verify(message.bytes, secrets: [secrets[1]], at: message.at) }
    #expect(throws: WebhookSignature.Refusal.wrongSignature) {
      try paid[0].signature.verify(paid[0].bytes, secrets: [secrets[0]], at: paid[0].at)
    }
  }

  @Test("While a secret is replaced, every message is signed with both")
  func rotation() async throws {
    let next = WebhookSecret(SequentialRandomness(seed: 8))
    let told = try WebhookWorld([WebhookWorld.endpoint(secrets: [WebhookWorld.secret, next])])
    _ = try await told.run { try await told.pay() }
    #expect(told.receivers.got.count == 2)
    for message in told.receivers.got {
      for secret in [WebhookWorld.secret, next] {
        try message.signature.verify(message.bytes, secrets: [secret], at: message.at)
      }
    }
  }

  @Test("A crash between commit and delivery loses nothing: the next process delivers, under the same id")
  func crash() async throws {
    let power = PowerSwitch(.beforeSending, .delete, "never")
    let told = try WebhookWorld(power: power)
    told.receivers.behave { _ in
      // The receiver has taken it in, and nobody here knows.
      power.turnOff()
      return .answers(204)
    }
    let id = try await told.run {
      let (paying, session) = try await told.buyer.toPayment()
      try told.buyer.act(session, "approve")
      _ = try await told.engine.submit(.returned(session: session), to: paying.checkout.id)
      try? await told.time.sleep(for: .seconds(60))
      return paying.checkout.id
    }
    #expect(power.isOff)
    #expect(told.receivers.got.map(\.type) == ["payment.captured"])
    #expect(try await told.deliveries() == ["orders 1 waiting", "orders 2 waiting"])

    let again = try WebhookWorld(restarting: told)
    again.receivers.behave { _ in .answers(204) }
    try await again.run { try await again.time.sleep(for: .seconds(5)) }
    #expect(again.receivers.got.map(\.id) == ["msg_\(id)_1", "msg_\(id)_1", "msg_\(id)_2"])
    #expect(try await again.deliveries() == ["orders 1 delivered", "orders 2 delivered"])
    #expect(again.receivers.got[0].body == again.receivers.got[1].body)
  }

  @Test("What a stop breaks off is no failed attempt: the next process sends it at once")
  func brokenOff() async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
    told.receivers.behave { _ in .answersAfter(.seconds(3_600), 204) }
    let id = try await told.run { try await told.pay(then: .seconds(2)) }
    #expect(told.receivers.got.count == 1)
    #expect(try await told.told(id) == [])
    let again = try WebhookWorld(restarting: told)
    again.receivers.behave { _ in .answers(204) }
    try await again.run { try await again.time.sleep(for: .seconds(1)) }
    #expect(try await again.told(id) == ["checkout.paid orders answered 204"])
    #expect(Set(again.receivers.got.map(\.id)) == ["msg_\(id)_2"])
  }

  @Test("What is sent and cannot be recorded is sent again, after a while")
  func notRecorded() async throws {
    let failures = Mutex(0)
    let store = InterruptedStore(
      MemoryStore(), nil,
      beforeUpdate: {
        try failures.withLock { left in
          guard left > 0 else { return }
          left -= 1
          throw StoreError.inconsistent("as a test wants it")
        }
      })
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])], store: store)
    told.receivers.behave { _ in
      if told.receivers.got.count == 1 { failures.withLock { $0 = 2 } }
      return .answers(204)
    }
    let id = try await told.run { try await told.pay(then: .seconds(3_600)) }
    let got = told.receivers.got
    #expect(got.map(\.id) == Array(repeating: "msg_\(id)_2", count: 3))
    for (one, next) in zip(got, got.dropFirst()) { #expect(next.at.since(one.at) >= .milliseconds(500)) }
    #expect(try await told.deliveries() == ["orders 2 delivered"])
  }

  @Test(
    "A receiver that is down for three days is asked ten times; then the message is parked, seen, and can be sent again"
  )
  func parked() async throws {
    let told = try WebhookWorld([WebhookWorld.endpoint(types: [.checkoutPaid])])
    told.receivers.behave { _ in .fails(.notReached) }
    let id = try await told.run {
      let id = try await told.pay(then: .seconds(10 * 86_400))
      #expect(try await told.deliveries() == ["orders 2 parked"])
      #expect(try await told.engine.webhookBacklog() == [WebhookBacklog(endpoint: "orders", parked: 1)])
      return id
    }
    let times = told.receivers.got.map(\.at)
    #expect(times.count == 10)
    let waits = zip(times.dropFirst(), times).map { Double($0.since($1).wholeMilliseconds) / 1000 }
    for (wait, scheduled) in zip(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as [Double]) {
      #expect((scheduled...scheduled * 1.101).contains(wait), "\(wait) for \(scheduled)")
    }
    // Those that failed together do not come back together.
    #expect(waits.contains { Int($0 * 1000) % 1000 != 0 })
    #expect(Set(told.receivers.got.map(\.id)) == ["msg_\(id)_2"])
    // Each attempt is signed for its own time, or a receiver would take it for an old one.
    for message in told.receivers.got {
      try message.signature.verify(message.bytes, secrets: [WebhookWorld.secret], at: message.at)
    }
    #expect(try await told.told(id).last == "checkout.paid orders not reached, given up")

    told.receivers.behave { _ in .answers(200) }
    try await told.run {
      let message = WebhookMessageID(checkout: id, sequence: 2)
      #expect(try await told.engine.sendAgain(message) == ["orders"])
      try await told.time.sleep(for: .seconds(2))
    }
    #expect(try await told.deliveries() == ["orders 2 delivered"])
    #expect(told.receivers.got.count == 11)
  }

  @Test("A receiver that comes back within three days gets everything, and after a restart as well")
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
    "Whatever is not a success is sent again, redirects among it",
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

  @Test("A receiver that never answers holds up nobody else, and is left after ten seconds")
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

  @Test("The messages of a checkout go out one after the other, in their order, while those of others go beside them")
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

  @Test("A look at the store that is overtaken by the end of a delivery sends nothing twice")
  func overtaken() async throws {
    let time = VirtualTime()
    let store = InterruptedStore(MemoryStore(), nil, pauseOfDeliveries: { try await time.sleep(for: .seconds(1)) })
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

  @Test("An endpoint that is gone gets nothing more, until a person says so or the server starts anew")
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

  @Test("An endpoint that asks to be left alone is left alone for so long, with everything")
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
    "It is left alone for a second at least and for an hour at most, whatever it asks for",
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
    // The message itself comes when its own turn has come too, a day later at most.
    let again = try #require(got.dropFirst(2).first).at.since(got[0].at)
    #expect(again >= .seconds(min(max(asked, 5), 86_400)), "\(again)")
    #expect(again < .seconds(min(max(asked, 6), 86_400) + 1), "\(again)")
  }

  @Test("What a person decides while no server runs is told when one does, by the routes of the last one")
  func decidedOffline() async throws {
    let told = try WebhookWorld()
    let id = try await told.run {
      let id = try await told.pay()
      try await told.store.update(id) { file, change in
        let second = Observation(
          charge: ChargeObservation(
            reference: "C-2", state: .captured, authorized: .yen(1), captured: .yen(1), refunded: .yen(0)))
        change.ledger = try file.checkout.receive(.performed(1, .observed(second)), at: told.time.now, for: &file.order)
          .ledger
      }
      return id
    }
    #expect(try await told.store.file(id)?.checkout.phase.name == .held)
    let routes = try await told.store.webhookRoutes()
    #expect(routes == [WebhookWorld.endpoint().route])
    try await told.store.update(id) { file, change in
      try file.resolve(.reject, &change, at: told.time.now, telling: routes)
    }
    let again = try WebhookWorld(restarting: told)
    try await again.run { try await again.time.sleep(for: .seconds(60)) }
    #expect(
      again.receivers.got.dropFirst(2).map(\.type) == [
        "checkout.cancelled", "payment.refunded", "operation.succeeded",
      ])
    #expect(again.receivers.got.map(\.body.data.sequence) == [1, 2, 3, 4, 5])
  }

  @Test("A clock that was set back delays nothing that waits")
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
