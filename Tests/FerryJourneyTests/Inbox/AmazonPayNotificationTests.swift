import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerryTesting
import Testing

@Suite("Notifications of Amazon Pay, from the sandbox to the checkout")
struct AmazonPayNotificationTests {
  /// What is known of a console refund five minutes after it, long before a question on schedule.
  private func refunded(
    _ version: AmazonPayNotificationSettings.SignatureVersion, change: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) async throws -> (known: Money?, statuses: [Int], told: [String]) {
    try await NotifiedShop.run(version, change: change) { shop in
      let paid = try await shop.buyer.pay()
      let charge = try #require(paid.checkout.payment?.reference)
      try shop.refundInConsole(charge, yen: 1_000)
      try await shop.world.time.sleep(for: .seconds(300))
      let file = try await shop.world.engine.file(paid.checkout.id)
      return (file?.checkout.payment?.refunded, shop.post.statuses, try await shop.told(paid.checkout.id))
    }
  }

  @Test(
    "A refund that somebody made at Amazon is found by its notification alone",
    arguments: AmazonPayNotificationSettings.SignatureVersion.allCases)
  func consoleRefund(version: AmazonPayNotificationSettings.SignatureVersion) async throws {
    let result = try await refunded(version)
    #expect(result.known == .yen(1_000))
    #expect(!result.statuses.isEmpty && result.statuses.allSatisfy { $0 == 200 })
    #expect(result.told.contains("notified REFUND.STATE_CHANGE"))
  }

  @Test("Spoilt on its way it changes nothing, and nobody knows of the refund yet")
  func spoilt() async throws {
    let result = try await refunded(.one) { body in
      Array(String(decoding: body, as: UTF8.self).replacing("S03-", with: "S04-").utf8)
    }
    #expect(result.known == .yen(0))
    #expect(!result.statuses.isEmpty && result.statuses.allSatisfy { $0 == 403 })
    #expect(result.told.isEmpty)
  }

  @Test("The same message again and again is worked on once")
  func repeated() async throws {
    try await NotifiedShop.run { shop in
      shop.world.sandbox.plan(
        AmazonPayNotificationFault(.duplicate(copies: 5, pause: .seconds(20)), on: .charge, .next(1)))
      let paid = try await shop.buyer.pay()
      try await shop.world.time.sleep(for: .seconds(600))
      let messages = Set(shop.post.bodies)
      #expect(shop.post.statuses.allSatisfy { $0 == 200 })
      #expect(shop.post.bodies.count > messages.count)
      let told = try await shop.told(paid.checkout.id)
      #expect(!told.isEmpty && told.count <= messages.count)
      // What was taken once is known for good, whoever sends it.
      for body in shop.post.bodies { #expect(try await shop.post.post(body) == 200) }
      try await shop.world.time.sleep(for: .seconds(600))
      #expect(try await shop.told(paid.checkout.id) == told)
    }
  }

  @Test("The stand-in's question is answered with yes where a person wants it, at its own address")
  func confirmed() async throws {
    try await NotifiedShop.run(asksForConfirmation: true) { shop in
      try await shop.world.time.sleep(for: .seconds(60))
      #expect(shop.post.statuses == [200])
      #expect(String(decoding: shop.post.bodies.first ?? [], as: UTF8.self).contains("SubscriptionConfirmation"))
    }
  }

  @Test(
    "Without the certificate nothing is believed; a redirect in its place is not followed, and it is not there either",
    arguments: [(503, 503), (302, 403), (404, 403)])
  func noCertificate(status: Int, answer: Int) async throws {
    let spoilt = SpoiltAnswers(".pem", [SpoiltAnswer(status: status, body: "")])
    try await NotifiedShop.run(spoilt: spoilt) { shop in
      _ = try await shop.buyer.pay()
      try await shop.world.time.sleep(for: .seconds(2 * 3600))
      #expect(shop.post.statuses.first == answer)
      #expect(shop.post.statuses.last == 200)
      #expect(spoilt.count == 1)
    }
  }
}
