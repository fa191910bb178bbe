import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Testing

@Suite("Refunds, in process on virtual time")
struct RefundTests {
  @Test("Of two simultaneous refunds of 60 % exactly one is made, and the other gets the amount that is left")
  func together() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (taken, left) = try await world.run {
      let id = try await buyer.pay().checkout.id
      let amount = Money.yen(5_712)
      let taken = await withTaskGroup(of: String?.self) { group in
        for name in ["one", "two"] {
          group.addTask {
            do {
              try await buyer.ask(.refund(OperationID(name), amount), on: id)
              return name
            } catch {
              return nil
            }
          }
        }
        return await group.reduce(into: [String]()) { if let name = $1 { $0.append(name) } }
      }
      let name = OperationID(try #require(taken.first))
      #expect(try await buyer.end(of: .refund(name, amount), on: id).state == .succeeded)
      await #expect(throws: Refusal.captureExceeded(.yen(3_808), beyondCapture: .yen(5_236))) {
        try await buyer.ask(.refund("again", amount), on: id)
      }
      return (taken, try await buyer.payment(id).refundable)
    }
    #expect(taken.count == 1)
    #expect(left == .yen(3_808))
    #expect(world.money == [9_520, 0, 9_520, 5_712])
  }

  @Test("A refund above the capture reaches Amazon, as far as its allowance goes, and all books bear it")
  func beyondCapture() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (operation, payment) = try await world.run {
      let id = try await buyer.pay().checkout.id
      await #expect(throws: Refusal.captureExceeded(.yen(9_520), beyondCapture: .yen(10_948))) {
        try await buyer.ask(.refund("one", .yen(10_948)), on: id)
      }
      await #expect(throws: Refusal.amountExceeded(.yen(10_948))) {
        try await buyer.ask(.refund("one", .yen(10_949), beyondCapture: true), on: id)
      }
      let operation = try await buyer.operate(.refund("one", .yen(10_948), beyondCapture: true), on: id)
      return (operation, try await buyer.nudge(id))
    }
    #expect(operation.state == .succeeded)
    #expect(payment.refunded == .yen(10_948) && payment.refundable == .yen(0))
    #expect(world.money == [9_520, 0, 9_520, 10_948])
    #expect(try await world.balances() == [.receivable: -1_428, .sales: 1_428])
  }

  @Test("A refund that is declined late does not stay pending: its money can be refunded again")
  func declinedLate() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    world.sandbox.plan(SandboxFault(.simulate("AmazonRejected"), on: .createRefund))
    let (first, failed, payment, second) = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await buyer.ask(.refund("one", .yen(9_520)), on: id)
      let first = try await buyer.answer(to: .refund("one", nil), on: id)
      let failed = try await buyer.end(of: .refund("one", nil), on: id)
      let payment = try await buyer.payment(id)
      return (first, failed, payment, try await buyer.operate(.refund("two", nil), on: id))
    }
    #expect(first == .pending)
    #expect(failed.state == .failed(.notAllowed))
    #expect(failed.reference != nil)
    #expect(payment.refundable == .yen(9_520))
    #expect(second.state == .succeeded)
    #expect(second.reference != failed.reference)
    #expect(world.money == [9_520, 0, 9_520, 9_520])
    #expect(try await world.balances().isEmpty)
  }

  @Test("A refund in the console of the same amount is not mistaken for ours", arguments: [true, false])
  func besideConsole(_ isOursDeclined: Bool) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    if isOursDeclined { world.sandbox.plan(SandboxFault(.simulate("AmazonRejected"), on: .createRefund)) }
    let (meanwhile, operation, payment) = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await buyer.console("refund", id, amount: "3000")
      // The other one is decided while ours is pending.
      try await world.time.sleep(for: .seconds(20))
      try await buyer.ask(.refund("ours", .yen(3_000)), on: id)
      _ = try await buyer.answer(to: .refund("ours", nil), on: id)
      try await world.time.sleep(for: .seconds(12))
      let meanwhile = try await buyer.nudge(id)
      let operation = try await buyer.end(of: .refund("ours", nil), on: id)
      return (meanwhile, operation, try await buyer.payment(id))
    }
    #expect(meanwhile.refunded == .yen(3_000))
    #expect(meanwhile.operations.map(\.state) == [.pending])
    #expect(meanwhile.refundable == .yen(3_520))
    #expect(operation.state == (isOursDeclined ? .failed(.notAllowed) : .succeeded))
    #expect(payment.refunded == .yen(isOursDeclined ? 3_000 : 6_000))
    #expect(world.money[3] == payment.refunded.minorUnits)
    let kept = 9_520 - payment.refunded.minorUnits
    #expect(try await world.balances() == [.receivable: kept, .sales: -kept])
  }

  @Test("A refund in the console is recorded, and reduces the amount that is left")
  func console() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (payment, operation) = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await buyer.console("refund", id, amount: "9000")
      try await world.time.sleep(for: .seconds(60))
      // Ferry does not know it yet: the provider refuses, and its refusal brings the facts.
      let refused = try await buyer.operate(.refund("too-much", .yen(9_000)), on: id)
      return (try await buyer.payment(id), refused)
    }
    #expect(operation.state == .failed(.notAllowed))
    #expect(payment.refunded == .yen(9_000))
    #expect(payment.refundable == .yen(520))
    #expect(try await world.balances() == [.receivable: 520, .sales: -520])
  }

  @Test("A refund in the console above the captured amount, as the provider allows, leaves the order paid")
  func consoleBeyond() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await buyer.console("refund", id, amount: "10000")
      try await world.time.sleep(for: .seconds(60))
      _ = try await buyer.nudge(id)
      return try await world.engine.file(id)
    }
    #expect(file?.checkout.phase == .paid)
    #expect(file?.checkout.payment?.refunded == .yen(10_000))
    #expect(try await world.balances() == [.receivable: -480, .sales: 480])
  }

  @Test("An unanswered refund is found by its key as soon as Amazon answers, whatever happens in the console meanwhile")
  func answeredLate() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (payment, overdue) = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.dropAfterExecution, on: .createRefund, .next(1_000)))
      try await buyer.ask(.refund("one", .yen(3_808)), on: id)
      try await buyer.console("refund", id, amount: "3808")
      try await world.time.sleep(for: .seconds(5 * 3_600))
      let overdue = try await world.engine.backlog().map(\.overdue)
      world.sandbox.clearFaults()
      try await world.time.sleep(for: .seconds(3_600))
      return (try await buyer.payment(id), overdue)
    }
    #expect(overdue == [1])
    #expect(payment.operations.map(\.state) == [.succeeded])
    #expect(world.money == [9_520, 0, 9_520, 7_616])
    #expect(try await world.balances() == [.receivable: 1_904, .sales: -1_904])
  }

  @Test("A person can stop the wait for an unanswered refund, and decides; until then no other one starts")
  func unknown() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (unknown, last, payment) = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.dropBeforeExecution, on: .createRefund, .next(1_000)))
      try await buyer.ask(.refund("one", .yen(5_712)), on: id)
      await #expect(throws: Refusal.operationUnderWay) {
        try await buyer.ask(.refund("two", .yen(5_712)), on: id)
      }
      // Somebody refunds the same amount in the console meanwhile: that does not make ours a success.
      try await buyer.console("refund", id, amount: "5712")
      try await world.time.sleep(for: .seconds(3 * 3_600))
      _ = try await world.engine.submit(.resolve(.hold), to: id)
      _ = try await buyer.nudge(id)
      let unknown = try await buyer.payment(id)
      await #expect(throws: Refusal.operationUnderWay) { try await buyer.ask(.refund("two", .yen(1)), on: id) }
      world.sandbox.clearFaults()
      // A person has looked: it was not done.
      _ = try await world.engine.submit(.resolve(.didNotHappen, operation: "one"), to: id)
      let last = try await buyer.operate(.refund("two", .yen(3_808)), on: id)
      return (unknown, last, try await buyer.payment(id))
    }
    #expect(unknown.operations.map(\.state) == [.unknown])
    #expect(unknown.refunded == .yen(5_712))
    #expect(unknown.refundable.isZero)
    #expect(last.state == .succeeded)
    #expect(payment.operations.map(\.state) == [.failed(.notAllowed), .succeeded])
    #expect(world.money == [9_520, 0, 9_520, 9_520])
    #expect(try await world.balances().isEmpty)
  }

  @Test("An inquiry from before a refund, answered after it, does not discard the refund")
  func slowQuestion() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let operation = try await world.run {
      let id = try await buyer.pay().checkout.id
      world.sandbox.plan(SandboxFault(.slow(.seconds(15)), on: .getCharge))
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(1))
      return try await buyer.operate(.refund("one", .yen(1_000)), on: id)
    }
    #expect(operation.state == .succeeded)
    #expect(operation.reference != nil)
    #expect(world.money[3] == 1_000)
  }

  @Test("A refund whose saved answer can never be read shows in the charge's total, once it has one")
  func unreadable() async throws {
    let spoilt = SpoiltAnswers("/refunds", [SpoiltAnswer(status: 201, body: "<html>", isExecuted: true)])
    let world = try InProcessAmazonPay(spoilt: spoilt)
    let buyer = InProcessBuyer(world: world)
    let (soon, end) = try await world.run {
      let id = try await buyer.pay().checkout.id
      try await buyer.ask(.refund("one", .yen(1_000)), on: id)
      try await world.time.sleep(for: .seconds(5))
      let soon = try await buyer.payment(id)
      return (soon, try await buyer.end(of: .refund("one", nil), on: id))
    }
    #expect(soon.refundable == .yen(8_520) && soon.current != nil)
    #expect(end.state == .succeeded)
    #expect(world.money[3] == 1_000)
    #expect(try await world.balances() == [.receivable: 8_520, .sales: -8_520])
  }

  @Test("Many partial refunds sum up to the captured amount, and not to a yen more")
  func parts() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let payment = try await world.run {
      let id = try await buyer.pay().checkout.id
      for part in 1...4 { try await buyer.operate(.refund(OperationID("part-\(part)"), .yen(2_000)), on: id) }
      try await buyer.operate(.refund("rest", nil), on: id)
      await #expect(throws: Refusal.captureExceeded(.yen(0), beyondCapture: .yen(1_428))) {
        try await buyer.ask(.refund("more", .yen(1)), on: id)
      }
      return try await buyer.payment(id)
    }
    #expect(payment.operations.map(\.amount) == [.yen(2_000), .yen(2_000), .yen(2_000), .yen(2_000), .yen(1_520)])
    #expect(world.money == [9_520, 0, 9_520, 9_520])
    #expect(try await world.balances().isEmpty)
  }
}
