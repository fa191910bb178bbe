import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("Overdue operations")
struct OverdueTests {
  @Test("A recent request is not abandoned together with an overdue one")
  func young() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let operation = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(503), on: .getCharge, .next(1_000_000)))
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(2 * 3_600))
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(429), on: .createRefund, .next(2)))
      try await buyer.ask(.refund("one", .yen(1_000)), on: id)
      await #expect(throws: Refusal.operationUnderWay) { _ = try await world.engine.submit(.resolve(.hold), to: id) }
      world.sandbox.clearFaults()
      return try await buyer.end(of: .refund("one", nil), on: id)
    }
    #expect(operation.state == .succeeded)
  }

  @Test("A checkout that is held meanwhile has no abandoned operation: its money can move again")
  func heldMeanwhile() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (held, again) = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(429), on: .createRefund, .next(1_000_000)))
      try await buyer.ask(.refund("one", .yen(1_000)), on: id)
      world.sandbox.plan(SandboxFault(.otherAmount, on: .getCharge, .next(1)))
      _ = try await world.engine.submit(.recheckRequested, to: id)
      _ = try await buyer.reach(id) { $0.name == .held }
      try await world.time.sleep(for: .seconds(2 * 3_600))
      world.sandbox.clearFaults()
      let held = try await world.engine.submit(.resolve(.hold), to: id)
      await #expect(throws: Refusal.operationUndecided("one")) {
        _ = try await world.engine.submit(.resolve(.accept), to: id)
      }
      try await world.time.sleep(for: .seconds(300))
      _ = try await world.engine.submit(.resolve(.didNotHappen, operation: "one"), to: id)
      // The provider agrees with what was asked for.
      _ = try await world.engine.submit(.resolve(.ask), to: id)
      _ = try await buyer.reach(id) { $0 == .paid }
      return (held, try await buyer.operate(.refund("two", .yen(2_000)), on: id))
    }
    #expect(held.checkout.phase.name == .held)
    #expect(held.checkout.payment?.operations.map(\.state) == [.unknown])
    #expect(again.state == .succeeded)
    #expect(world.money.refunded == 2_000)
  }

  @Test("A refund that is pending at the provider is not abandoned with something else that is overdue")
  func pending() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (after, end) = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await buyer.ask(.refund("one", .yen(1_000)), on: id)
      _ = try await buyer.answer(to: .refund("one", nil), on: id)
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(503), on: .getRefund, .next(1_000_000)))
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(2 * 3_600))
      let after = try await world.engine.submit(.resolve(.hold), to: id)
      world.sandbox.clearFaults()
      return (after, try await buyer.end(of: .refund("one", nil), on: id))
    }
    #expect(after.checkout.payment?.operations.map(\.state) == [.pending])
    #expect(end.state == .succeeded)
    #expect(world.money.refunded == 1_000)
  }

  @Test("An overdue command is retried at once on request, and ends when its cause is fixed")
  func mended() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (operation, overdue) = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(429), on: .createRefund, .next(1_000_000)))
      try await buyer.ask(.refund("one", .yen(1_000)), on: id)
      try await world.time.sleep(for: .seconds(2 * 86_400))
      world.sandbox.clearFaults()
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(60))
      let file = try #require(try await world.engine.file(id), "The checkout is there.")
      return (PaymentOrder.refund("one", nil).operation(in: file.checkout), try await world.engine.backlog())
    }
    #expect(operation?.state == .succeeded)
    #expect(overdue.map(\.overdue) == [0])
  }
}
