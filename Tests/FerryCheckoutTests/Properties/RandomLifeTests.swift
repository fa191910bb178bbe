import FerryCheckout
import FerryCore
import FerryTesting
import Testing

/// Random events for an order with several checkouts. The provider is truthful; its answers are late, lost, repeated and
/// out of order.
@Suite("Random events")
struct RandomLifeTests {
  @Test(
    "With any events an order is paid at most once, the money adds up, and every checkout ends",
    arguments: [
      Attempt.selectThenPay, Attempt.pay, Attempt.captureOnce, Attempt.watched, Attempt.authorizedAtProvider,
    ], CapturePolicy.allCases)
  func lives(_ profile: JourneyProfile, _ capture: CapturePolicy) throws {
    for seed in UInt64(1)...500 {
      var life = try Life(profile, capture, seed: seed)
      for _ in 0..<60 { try life.step() }
      try life.settleDown()
    }
  }
}

private struct Life {
  let seed: UInt64
  let capture: CapturePolicy
  var random: SplitMix64
  var order: Order
  var attempts: [Attempt] = []
  var providers: [SimulatedProvider] = []
  var now = Attempt.start
  let profile: JourneyProfile

  init(_ profile: JourneyProfile, _ capture: CapturePolicy, seed: UInt64) throws {
    self.seed = seed
    self.capture = capture
    self.profile = profile
    random = SplitMix64(seed: seed)
    order = try Attempt.order()
    try open()
  }

  mutating func open() throws {
    let id = CheckoutID("c\(attempts.count + 1)")
    let attempt = try Attempt(order, profile, capture: capture, id: id, at: now)
    order = attempt.order
    attempts.append(attempt)
    providers.append(SimulatedProvider(attempt.checkout, seed: seed &* 31 &+ UInt64(attempts.count)))
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func step() throws {
    if order.live == nil, order.paidBy == nil, attempts.count < 3, number(0..<3) == 0 { try open() }
    let index = number(0..<attempts.count)
    switch number(0..<10) {
    case 0...3: try perform(index)
    case 4: if attempts[index].hasShownPage { providers[index].buyerActs(now) }
    case 5 where profile.namesRefunds && number(0..<3) == 0: providers[index].somebodyActs()
    case 5 where number(0..<3) == 0:
      if providers[index].bankActs() { try receive(.disputeNoticed("d1"), index) }
    case 5: providers[index].buyerChooses(number(0..<2) == 0 ? Attempt.tokyo : Attempt.sapporo)
    case 6:
      now = now + .seconds([1, 30, 600, 20_000, 90_000][number(0..<5)])
      providers[index].timePasses(now, isLast: false)
      try receive(.timerFired, index)
    case 7:
      // A repetition of an earlier answer.
      guard let said = providers[index].history.randomElement(using: &random) else { return }
      let last = attempts[index].checkout.lastCommand
      guard last > 0 else { return }
      let number = number(1..<last + 1)
      guard !attempts[index].outstanding.contains(where: { $0.number == number }) else { return }
      try receive(.performed(number, .observed(said)), index)
    default: try receive(intent(index), index)
    }
  }

  mutating func intent(_ index: Int) -> Event {
    let checkout = attempts[index].checkout
    switch number(0..<17) {
    case 0, 1: return .leave(change: number(0..<3) == 0 ? .address : nil)
    case 2...6: return .confirm(revision: checkout.revision, total: checkout.quote?.total ?? .yen(1))
    case 7: return [.cancel(.merchant), .keep, .cancel(.buyer), .restarted, .returnedToShop][number(0..<5)]
    case 8: return .capture(OperationID("k\(number(0..<3))"), number(0..<2) == 0 ? nil : .yen(Int64(number(1..<9_000))))
    case 9, 10: return .refund(OperationID("r\(number(0..<6))"), .yen(Int64(number(1..<6_000))))
    case 11: return .void(OperationID("v\(number(0..<2))"))
    case 12: return .recheckRequested
    case 13: return decision(index) ?? .resolve([.accept, .reject, .ask, .hold][number(0..<4)])
    case 14: return .answerDispute("d1", OperationID("a\(number(0..<3))"), digest: "d", [EvidencePart(.other)])
    case 16: return .keep
    default: return .returned(session: number(0..<3) == 0 ? nil : "s-ch-\(checkout.id)")
    }
  }

  /// The decision of a person who has looked at the provider's console; nil if there is nothing to decide yet.
  func decision(_ index: Int) -> Event? {
    guard let operation = attempts[index].checkout.payment?.current, operation.state == .unknown,
      let isDone = providers[index].hasDone(operation)
    else { return nil }
    return .resolve(isDone ? .happened : .didNotHappen, operation: operation.id)
  }

  /// The provider performs a command; sometimes its answer is lost or late.
  mutating func perform(_ index: Int) throws {
    guard let command = attempts[index].outstanding.randomElement(using: &random) else { return }
    if number(0..<50) == 0, command.kind.changesState { return try receive(.performed(command.number, .parked), index) }
    try receive(.performed(command.number, providers[index].perform(command)), index)
  }

  mutating func receive(_ event: Event, _ index: Int) throws {
    let before = attempts[index]
    attempts[index].order = order
    attempts[index].now = now
    do {
      let commands = try attempts[index].receive(event)
      #expect(commands.allSatisfy { $0.number > before.checkout.lastCommand }, "Seed \(seed)")
    } catch {
      #expect(attempts[index].checkout == before.checkout && attempts[index].order == order, "Seed \(seed): \(event)")
    }
    order = attempts[index].order
    if case .paying = attempts[index].checkout.phase { attempts[index].hasShownPage = true }
    check(before, event: event, after: attempts[index])
  }

  func check(_ before: Attempt, event: Event, after: Attempt) {
    let checkout = after.checkout
    let paid = attempts.filter { $0.phase == .paid }
    let fine =
      paid.count <= 1 && paid.allSatisfy { order.paidBy == $0.checkout.id }
      && (before.phase != .paid || after.phase == .paid)
      && Set(after.commands.map(\.number)).count == after.commands.count
      && Set(after.ledger.map { "\($0.kind) \($0.externalID)" }).count == after.ledger.count
      && after.ledger.allSatisfy { $0.amount.isPositive && $0.debit != $0.credit }
      && after.balances.values.reduce(0, +) == 0
      && isAlive(after)
    #expect(fine, "Seed \(seed): \(before.checkout.phase) and \(event) gave \(checkout.phase)")
    #expect(
      !after.isUndecided || !after.outstanding.isEmpty || checkout.wakeAt != nil,
      "Seed \(seed): nothing asks any more. \(before.summary), \(event) gave \(after.summary)")
    // A provider that tells the truth is never in doubt.
    #expect(
      checkout.doubt == nil && checkout.phase != .held(.contradiction), "Seed \(seed): \(before.summary), \(event)")
    // The payment's ledger balances equal the sums of the ledger.
    #expect(
      checkout.ledgerBalances == LedgerEntry.balances(of: after.ledger), "Seed \(seed): \(before.summary), \(event)")
    guard let payment = checkout.payment else { return }
    let reserved = payment.operations.filter { $0.kind == .refund && $0.isUnderWay }.reduce(Int64(0)) {
      let rise = profile.namesRefunds ? 0 : max(0, payment.refunded.minorUnits - $1.before.minorUnits)
      return $0 + $1.amount.minorUnits - min($1.amount.minorUnits, rise)
    }
    // A refund in the console ignores the amounts that are reserved here.
    let mayExceed = providers.contains(where: \.hasConsole)
    #expect(mayExceed || payment.refunded.minorUnits + reserved <= payment.captured.minorUnits, "Seed \(seed)")
    #expect(payment.operations.filter(\.isUnderWay).count <= 1, "Seed \(seed)")
    let income = after.balances[.sales, default: 0] + after.balances[.suspense, default: 0]
    #expect(-income == payment.captured.minorUnits - payment.refunded.minorUnits - reserved, "Seed \(seed)")
    #expect(after.balances[after.phase == .paid ? .suspense : .sales] == nil, "Seed \(seed)")
  }

  func isAlive(_ attempt: Attempt) -> Bool {
    let checkout = attempt.checkout
    let waits = checkout.phase.isFinal || checkout.phase.name == .held
    // An expected command is outstanding.
    let isWaiting = !attempt.outstanding.isEmpty || checkout.wakeAt != nil
    return waits || (isWaiting && checkout.isAlive)
  }

  /// From now on everything is performed and answered.
  mutating func settleDown() throws {
    for index in attempts.indices {
      var rounds = 0
      // A change in the console is reported by a notification, or found by a check before the schedule ends.
      var isNotified = !providers[index].hasConsole
      while rounds < 1_000 {
        rounds += 1
        // A page that no call ends may be used as long as it is open.
        if profile.cancelReport == .returnLink, attempts[index].hasShownPage, number(0..<40) == 0 {
          providers[index].buyerActs(now)
        }
        providers[index].timePasses(now, isLast: true)
        if let command = attempts[index].outstanding.first {
          try receive(.performed(command.number, providers[index].perform(command)), index)
        } else if rounds > 20, let decision = decision(index) {
          try receive(decision, index)
        } else if case .held = attempts[index].checkout.phase {
          try receive(.resolve(rounds < 20 ? .ask : .reject), index)
        } else if let wakeAt = attempts[index].checkout.wakeAt {
          now = max(now, wakeAt)
          try receive(.timerFired, index)
        } else if !isNotified {
          isNotified = true
          try receive(.recheckRequested, index)
        } else {
          break
        }
      }
      let attempt = attempts[index]
      #expect(attempt.phase.isFinal && attempt.checkout.wakeAt == nil, "Seed \(seed): \(attempt.summary)")
      // The provider and we agree on the money, and only a paid order has any.
      let provider = providers[index]
      let kept =
        (attempt.checkout.payment?.captured.minorUnits ?? 0) - (attempt.checkout.payment?.refunded.minorUnits ?? 0)
      #expect(kept == provider.captured - provider.refunded, "Seed \(seed): \(attempt.summary) but \(provider.summary)")
      if attempt.phase != .paid {
        #expect(provider.kept == 0, "Seed \(seed): \(attempt.summary) but \(provider.summary)")
      }
      if profile.namesRefunds {
        for operation in attempt.checkout.payment?.operations ?? [] where operation.kind == .refund {
          let isDone = provider.ends[operation.id] == true
          #expect((operation.state == .succeeded) == isDone, "Seed \(seed): \(operation)")
        }
        // The shop was warned while it could still capture.
        let payment = attempt.checkout.payment
        #expect(payment?.release != .lapsed || payment?.lapseWarnedAt != nil, "Seed \(seed): \(attempt.summary)")
      }
      if attempt.phase == .paid, capture == .automatic {
        #expect(provider.captured == attempt.checkout.agreed?.total.minorUnits, "Seed \(seed)")
      }
    }
  }
}

extension Attempt {
  /// True if the provider is deciding about money, or knows of money that we do not. A held checkout is a person's task.
  fileprivate var isUndecided: Bool {
    guard let payment = checkout.payment, phase != .held else { return false }
    return payment.isPending || payment.operations.contains { $0.state == .pending || $0.state == .unknown }
  }

  fileprivate var summary: String {
    let operations = checkout.payment?.operations.map { "\($0.id) \($0.amount) \($0.state)" } ?? []
    return "\(checkout.phase), \(totals), \(operations), \(outstanding.map(\.kind)), wakes \(checkout.wakeAt as Any)"
  }
}

extension SimulatedProvider {
  fileprivate var summary: String {
    "\(session), \(state as Any), captured \(captured), refunded \(refunded)"
  }
}
