import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import HTTPTypes
import Synchronization
import Testing

@Suite("Webhooks out")
struct WebhookJourneyTests {
  private static let paid = ["payment.captured", "checkout.paid"]

  @Test("The events of a paid order are sent in order, signed, once, and without data of the buyer")
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

  @Test("Cancelled, expired and declined attempts are sent, each once")
  func ends() async throws {
    let told = try WebhookWorld()
    try await told.run {
      let cancelled = try await told.buyer.create("cart-1")
      _ = try await told.engine.submit(.cancel(.buyer), to: cancelled.checkout.id)
      _ = try await told.buyer.create("cart-2")
      let (paying, session) = try await told.buyer.toPayment("cart-3", card: "3434")
      try told.buyer.act(session, "approve", card: "3434")
      // The decline page offers another card; the buyer gives up there.
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

  @Test("A refund is sent as a movement and as the outcome of an operation")
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

  @Test("Without endpoints nothing is written")
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

  @Test("During the rotation of a secret every message is signed with both")
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

  @Test("A delivery that a stop interrupts is no failed attempt: the next process sends it at once")
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

  @Test("A delivery that cannot be recorded is sent again after a while")
  func notRecorded() async throws {
    let failures = Mutex(0)
    let store = HookedStore(
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
    "A receiver that is down for three days gets ten attempts; then the message is parked, listed, and can be resent"
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
    // Messages that failed together are not retried together.
    #expect(waits.contains { Int($0 * 1000) % 1000 != 0 })
    #expect(Set(told.receivers.got.map(\.id)) == ["msg_\(id)_2"])
    // Each attempt is signed for its own time; otherwise a receiver would refuse it as old.
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
}
