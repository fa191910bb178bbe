import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import Testing

@Suite("A provider that accepts with unreadable answers")
struct UnreadableAnswerTests {

  @Test("An inquiry is repeated a few times, then the outcome is unknown, and the timeline names the inquiry")
  func question() async throws {
    let point = InterferencePoint()
    let world = try InProcessAmazonPay(between: point.between)
    let buyer = InProcessBuyer(world: world)
    let transport = try #require(point.transport, "The engine has a transport.")
    let (file, log, requests) = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.notJSON, on: .getCharge, .next(100_000)))
      transport.interfere { _ in }
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(3_600))
      return (try await world.engine.file(id), try await buyer.log(id), transport.count)
    }
    #expect(file?.outstanding.isEmpty == true)
    #expect(file?.checkout.phase == .paid)
    #expect((2...20).contains(requests), "\(requests) requests")
    let remarks = log.compactMap { if case .remark(let text) = $0 { text } else { nil } }
    #expect(remarks.last?.contains("getCharge") == true, "\(remarks)")
    #expect(remarks.last?.contains("unknown") == true, "\(remarks)")
  }

  @Test("If the payment page cannot be read, the buyer can confirm again, and nothing is charged")
  func paymentPage() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (back, paid) = try await world.run {
      let (shown, session) = try await buyer.toReview()
      world.sandbox.plan(SandboxFault(.notJSON, on: .updateCheckoutSession, .next(100_000)))
      _ = try await world.engine.submit(
        .confirm(revision: shown.checkout.revision, total: .yen(9_520)), to: shown.checkout.id)
      let back = try await buyer.reach(shown.checkout.id) { $0 == .reviewing }
      world.sandbox.clearFaults()
      _ = try await buyer.confirm(back)
      return (back, try await buyer.finish(back.checkout.id, session))
    }
    #expect(back.checkout.agreed == nil)
    #expect(paid.checkout.phase == .paid)
    #expect(world.money == [9_520, 0, 9_520, 0])
  }

  @Test("A payment that is unreadable for long is paid once the provider is readable again, without a person")
  func settling() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (waiting, overdue, paid) = try await world.run {
      let (paying, session) = try await buyer.toPayment()
      try buyer.act(session, "approve")
      world.sandbox.plan(SandboxFault(.notJSON, on: .getCheckoutSession, .next(100_000)))
      _ = try await world.engine.submit(.returned(session: session), to: paying.checkout.id)
      try await world.time.sleep(for: .seconds(2 * 3_600))
      let waiting = try await world.engine.file(paying.checkout.id)
      let overdue = try await world.engine.backlog().map(\.overdue)
      world.sandbox.clearFaults()
      return (waiting, overdue, try await buyer.reach(paying.checkout.id) { $0.isFinal })
    }
    #expect(waiting?.checkout.phase.name == .settling)
    #expect(overdue == [1])
    #expect(paid.checkout.phase == .paid)
    #expect(world.money == [9_520, 0, 9_520, 0])
  }
}
