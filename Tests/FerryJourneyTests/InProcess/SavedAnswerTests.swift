import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Testing

@Suite("A provider that repeats its first answer to a key")
struct SavedAnswerTests {
  static let completed = #"{"checkoutSessionId":"another","statusDetails":{"state":"Completed"}}"#

  @Test(
    "With any answer to the completion, the session shows the outcome, and the order is paid once",
    arguments: [
      SpoiltAnswer.refusal(500, "ProcessingFailure"), .refusal(500, "ProcessingFailure", isExecuted: true),
      .refusal(503, "ServiceUnavailable", isExecuted: true), SpoiltAnswer(status: 200, body: "<html>"),
      SpoiltAnswer(status: 200, body: "<html>", isExecuted: true),
      SpoiltAnswer(status: 200, body: completed, isExecuted: true), .refusal(422, "MFANotCompleted"),
      .refusal(422, "SomethingNew"),
    ])
  func completing(_ answer: SpoiltAnswer) async throws {
    let spoilt = SpoiltAnswers("/complete", [answer])
    let world = try InProcessAmazonPay(spoilt: spoilt)
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run { try await buyer.pay(within: .seconds(600)) }
    #expect(file.checkout.phase == .paid)
    #expect(file.outstanding.isEmpty)
    #expect((1...3).contains(spoilt.count))
    #expect(world.sandbox.money.map(\.captured) == [.yen(9_520)])
  }

  @Test("A checkout does not end at the first inquiry about a session that may still be completed")
  func endingAfterUnknown() async throws {
    let spoilt = SpoiltAnswers("/complete", [.refusal(500, "ProcessingFailure")])
    let world = try InProcessAmazonPay(spoilt: spoilt)
    let buyer = InProcessBuyer(world: world)
    let (soon, late) = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      try buyer.act(session, "approve")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      _ = try await world.engine.submit(.cancel(.buyer), to: paying.checkout.id)
      try await world.time.sleep(for: .seconds(10))
      let soon = try await world.engine.file(paying.checkout.id)
      return (soon, try await buyer.reach(paying.checkout.id, within: .seconds(600)) { $0.isFinal })
    }
    #expect(soon?.checkout.phase.name == .settling)
    #expect(late.checkout.phase == .cancelled(.buyer))
    #expect(world.sandbox.money.allSatisfy { $0.captured.isZero })
  }

  @Test("A decline ends the checkout only when the session has ended")
  func declined() async throws {
    let spoilt = SpoiltAnswers("/complete", [.refusal(422, "HardDeclined")])
    let world = try InProcessAmazonPay(spoilt: spoilt)
    let buyer = InProcessBuyer(world: world)
    let (after, file) = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      let after = try await buyer.reach(paying.checkout.id) { $0.name != .settling }
      try buyer.act(session, "cancelPayment")
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      return (after, try await buyer.reach(paying.checkout.id) { $0.isFinal })
    }
    #expect(after.checkout.phase.name == .paying)
    #expect(file.checkout.phase == .cancelled(.buyer))
  }
}
