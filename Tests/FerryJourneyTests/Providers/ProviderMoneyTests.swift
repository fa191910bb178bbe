import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

@Suite("The contract of providers: money after the sale", .timeLimit(.minutes(10)))
struct ProviderMoneyTests {
  @Test("Refunds in part and in whole never exceed the captured amount", arguments: ProviderBench.allCases)
  func refunds(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let files = try await world.run {
      let parts = try await world.live(.sale, "parts")
      await #expect(throws: Refusal.self, "More than was captured was refunded in parts.") {
        try await world.operate(.refund("three", world.minor(1)), on: parts.checkout.id)
      }
      let whole = try await world.pay("whole")
      await #expect(throws: Refusal.self, "More than was captured was refunded.") {
        let more = whole.checkout.payment.map { $0.captured.minorUnits + 1 } ?? 0
        try await world.operate(.refund("more", world.minor(more)), on: whole.checkout.id)
      }
      #expect(try await world.operate(.refund("all", nil), on: whole.checkout.id).state == .succeeded)
      return [parts, try await world.file(whole.checkout.id)]
    }
    for file in files {
      let captured = try #require(file.checkout.payment).captured.minorUnits
      #expect(world.moved(file) == [captured, captured])
    }
    #expect(try await world.balances().isEmpty)
  }

  @Test("A declined refund moves nothing, and its money can be refunded again", arguments: ProviderBench.allCases)
  func declinedRefund(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let id = try await world.pay().checkout.id
      world.sandbox.plan(bench.declinedRefund)
      let declined = try await world.operate(.refund("one", nil), on: id)
      #expect(declined.state == .failed(.notAllowed))
      let file = try await world.file(id)
      #expect(world.moved(file)[1] == 0)
      #expect(file.checkout.payment?.refundable == file.checkout.payment?.captured)
      try await world.operate(.refund("two", nil), on: id)
      return try await world.file(id)
    }
    #expect(file.checkout.payment?.operations.last?.state == .succeeded)
    #expect(Set(world.moved(file)).count == 1)
    #expect(try await world.balances().isEmpty)
  }

  @Test(
    "A refund in the console is drift that an inquiry finds and a check repairs; ours never exceeds the rest",
    arguments: ProviderBench.allCases)
  func console(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let paid = try await world.pay()
      let id = paid.checkout.id
      let total = try #require(paid.checkout.payment).captured.minorUnits
      try await world.refundInConsole(world.minor(3_000), paid)
      try await world.time.sleep(for: .seconds(3_600))
      guard case .charge(let charge)? = await world.statuses([paid])[id] else {
        Issue.record("The provider gives no status.")
        return paid
      }
      #expect(charge.refunded == world.minor(3_000))
      #expect(try await world.discrepancies([paid]).map(\.kind) == [.refunded])
      // The server does not know it yet: the provider refuses, and its refusal or the next check brings the facts.
      let refused = try await world.operate(.refund("too-much", world.minor(total - 1_000)), on: id)
      #expect(refused.state == .failed(.notAllowed))
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(3_600))
      #expect(try await world.discrepancies([try await world.file(id)]).isEmpty)
      #expect(try await world.operate(.refund("rest", nil), on: id).amount == world.minor(total - 3_000))
      return try await world.file(id)
    }
    #expect(Set(world.moved(file)).count == 1)
    #expect(file.checkout.payment?.refunded == file.checkout.payment?.captured)
    #expect(try await world.balances().isEmpty)
  }

  @Test(
    "Money is captured, voided and lapses by the provider's rule, and every book says so",
    arguments: ProviderBench.allCases)
  func captureRule(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      let part = PaymentOrder.capture("part", world.minor(4_000))
      let id = try await world.pay("captured", capture: .manual).checkout.id
      let total = try #require(try await world.file(id).checkout.payment).authorized
      #expect(try await world.balances() == [.holdProvider: total.minorUnits, .holdOrder: -total.minorUnits])
      switch world.provider.profile.captures {
      case .whole:
        await #expect(throws: Refusal.capturedInWhole(total)) { try await world.operate(part, on: id) }
        try await world.operate(.capture("whole", nil), on: id)
      case .once:
        try await world.operate(part, on: id)
        await #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) {
          try await world.operate(.capture("rest", nil), on: id)
        }
      case .several:
        try await world.operate(part, on: id)
        try await world.operate(.capture("rest", nil), on: id)
      }
      let captured = try await world.file(id)
      #expect(world.moved(captured)[0] == captured.checkout.payment?.captured.minorUnits)
      #expect(captured.checkout.payment?.capturable.isZero == true)

      let voided = try await world.live(.release, "voided")
      #expect(world.moved(voided) == [0, 0])
      #expect(world.sandbox.money.allSatisfy { $0.held.isZero })
      await #expect(throws: Refusal.nothingLeft(.released(.byMerchant))) {
        try await world.operate(.capture("late", nil), on: voided.checkout.id)
      }

      let waiting = try await world.pay("waiting", capture: .manual)
      let lapsesAt = waiting.checkout.payment?.lapsesAt
      try await world.time.sleep(until: (lapsesAt ?? world.time.now + .seconds(60 * 86_400)) + .seconds(86_400))
      let late = PaymentOrder.capture("late", nil)
      if lapsesAt == nil {
        #expect(try await world.operate(late, on: waiting.checkout.id).state == .succeeded)
      } else {
        await #expect(throws: Refusal.nothingLeft(.released(.lapsed))) {
          try await world.operate(late, on: waiting.checkout.id)
        }
      }
      #expect(world.sandbox.money.allSatisfy { $0.held.isZero })
      let files = [captured, voided, try await world.file(waiting.checkout.id)]
      let kept = files.compactMap(\.checkout.payment?.captured.minorUnits).reduce(0, +)
      #expect(try await world.balances() == [.receivable: kept, .sales: -kept])
    }
  }

  @Test("The provider's own word about every kind of checkout equals our ledger", arguments: ProviderBench.allCases)
  func books(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      var files: [CheckoutFile] = []
      for course in ProviderWorld.Course.allCases { files.append(try await world.live(course, "\(course)")) }
      files.append(try await world.pay("authorized", capture: .manual))
      let left = try await world.create("left")
      try world.act(.cancel, on: try await world.toPayment(left))
      files.append(try await world.finish(left.checkout.id))
      try await world.time.sleep(for: .seconds(2 * 3_600))
      let statuses = await world.statuses(files)
      for file in files {
        let payment = file.checkout.payment
        switch statuses[file.checkout.id] {
        case .charge(let charge):
          #expect(
            [charge.captured, charge.refunded, charge.held]
              == payment.map { [$0.captured, $0.refunded, $0.capturable] })
          #expect([charge.captured, charge.refunded].map(\.minorUnits) == world.moved(file))
        case .noCharge: #expect(payment == nil)
        case let other: Issue.record("\(file.order.reference): \(String(describing: other))")
        }
      }
      #expect(try await world.discrepancies(files).isEmpty)
    }
  }

  @Test(
    "Money that is found after the checkout's time or after a person's no pays the order or is returned",
    arguments: ProviderBench.allCases, [true, false])
  func lateMoney(_ bench: ProviderBench, _ isRejected: Bool) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      try world.act(.approve, on: try await world.toPayment(created))
      world.sandbox.plan(.errorBeforeExecution(503), .next(1_000_000))
      _ = try await world.engine.submit(.returned(session: nil), to: id)
      try await world.time.sleep(for: .seconds(2 * 86_400))
      let unanswered = try await world.file(id)
      #expect([.settling, .closing].contains(unanswered.checkout.phase.name), "\(unanswered.checkout.phase)")
      if isRejected {
        _ = try await world.engine.submit(.resolve(.hold), to: id)
        _ = try await world.engine.submit(.resolve(.reject), to: id)
      }
      world.sandbox.clearFaults()
      try await world.time.sleep(for: .seconds(86_400))
      return try await world.file(id)
    }
    let (moved, balances) = (world.moved(file), try await world.balances())
    if file.checkout.phase == .paid {
      #expect(!isRejected)
      #expect(moved == [try #require(file.checkout.agreed).total.minorUnits, 0])
      #expect(file.order.paidBy == file.checkout.id)
    } else {
      #expect(file.checkout.phase.isFinal, "\(file.checkout.phase)")
      #expect(moved[0] == moved[1], "Late money was kept.")
      #expect(balances.isEmpty)
    }
  }
}

extension ProviderWorld {
  /// The differences between our books about these checkouts and the provider's.
  func discrepancies(_ files: [CheckoutFile]) async throws -> [Discrepancy] {
    var payments: [RecordedPayment] = []
    for file in files {
      payments.append(
        RecordedPayment(
          file.checkout, orderReference: file.order.reference, entries: try await store.ledger(file.checkout.id),
          movedAt: file.checkout.createdAt))
    }
    return Reconciliation(
      payments: payments, statuses: await statuses(files), window: VirtualTime().now..<time.now, grace: .zero
    ).discrepancies(at: time.now)
  }
}
