import FerryCheckout
import FerryCore
import FerryTesting
import Testing

/// A provider that captures once, tells refunds apart, and lets authorizations lapse.
@Suite("Money at a provider that captures once and names its refunds")
struct CaptureOnceTests {
  private static let day = Duration.seconds(86_400)
  private static let lapse = Attempt.start + day * 30

  private func authorized() throws -> Attempt {
    var attempt = try Attempt(Attempt.captureOnce, capture: .manual)
    try attempt.goToSettling()
    var observation = Observation.authorized()
    observation.charge?.lapsesAt = Self.lapse
    try attempt.answer("settle", .observed(observation))
    return attempt
  }

  private func paid() throws -> Attempt {
    var attempt = try Attempt(Attempt.captureOnce)
    try attempt.goToPaid()
    return attempt
  }

  private static func refund(
    _ total: Int64, _ state: OperationReport.State?, failed: Bool = false
  ) -> Observation {
    var observation = Observation.captured(refunded: total)
    if let state { observation.reports = [OperationReport("r1", reference: "R-1", state)] }
    if failed { observation.failures = [OperationFailure("r1", .notAllowed)] }
    return observation
  }

  @Test("A partial capture releases the rest, and nothing more can be captured")
  func partial() throws {
    var attempt = try authorized()
    try attempt.receive(.capture("k1", .yen(4_000)))
    try attempt.answer("capture", .observed(.captured(.yen(4_000))))
    #expect(attempt.totals == [9_520, 4_000, 0, 5_520])
    #expect(attempt.checkout.payment?.release == .afterCapture)
    #expect(attempt.checkout.payment?.capturable == .yen(0))
    #expect(attempt.balances == [.receivable: 4_000, .sales: -4_000])
    #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) { try attempt.receive(.capture("k2", nil)) }
    #expect(throws: Refusal.nothingLeft(.released(.afterCapture))) { try attempt.receive(.void("v1")) }
    #expect(attempt.checkout.wakeAt == nil)
  }

  @Test("A capture fails if the provider reports that less was captured before")
  func overtaken() throws {
    var attempt = try authorized()
    try attempt.receive(.capture("k1", .yen(4_000)))
    try attempt.hear(.captured(.yen(1_000)))
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.failed(.notAllowed)])
  }

  @Test("A repeated capture has no effect, and one with another amount is refused")
  func sameCapture() throws {
    var attempt = try authorized()
    try attempt.receive(.capture("k1", .yen(4_000)))
    try attempt.receive(.capture("k1", .yen(4_000)))
    try attempt.receive(.capture("k1", nil))
    #expect(attempt.outstanding.count == 1)
    #expect(throws: Refusal.operationReused) { try attempt.receive(.capture("k1", .yen(4_001))) }
  }

  @Test("An authorization causes one warning, and is checked from its expected lapse until it has lapsed")
  func lapse() throws {
    var attempt = try authorized()
    #expect(attempt.checkout.wakeAt == Self.lapse - Self.day * 3)
    try attempt.wake()
    #expect(attempt.checkout.payment?.lapseWarnedAt == attempt.now)
    try attempt.answer("read", .observed(.authorized()))
    #expect(attempt.checkout.wakeAt == Self.lapse)
    try attempt.wake()
    try attempt.answer("read", .observed(.authorized()))
    #expect(try #require(attempt.checkout.wakeAt) > Self.lapse)
    try attempt.wake()
    var lapsed = Observation.voided
    lapsed.charge?.release = .lapsed
    try attempt.answer("read", .observed(lapsed))
    #expect(attempt.checkout.wakeAt == nil)
    #expect(attempt.phase == .paid)
    #expect(attempt.balances.isEmpty)
    #expect(throws: Refusal.nothingLeft(.released(.lapsed))) { try attempt.receive(.capture("k1", nil)) }
  }

  @Test("An authorization that stands long after its lapse is overdue, and a person's decision ends it")
  func neverSaidToHaveLapsed() throws {
    var attempt = try authorized()
    var questions = 0
    while let next = attempt.checkout.wakeAt {
      try #require(next < Self.lapse + Self.day * 30)
      try attempt.wake()
      try attempt.answer("read", .observed(.authorized()))
      questions += 1
    }
    #expect(questions > 2)
    let overdueAt = Self.lapse + attempt.checkout.profile.decisionTime
    #expect(attempt.checkout.overdueAt == overdueAt && attempt.now < overdueAt)
    try attempt.receive(.resolve(.hold))
    #expect(attempt.checkout.payment?.release == nil)
    attempt.now = overdueAt
    try attempt.receive(.resolve(.hold))
    #expect(attempt.checkout.payment?.release == .lapsed)
    #expect(attempt.checkout.overdueAt == nil && attempt.phase == .paid && attempt.balances.isEmpty)
  }

  @Test("Captured, voided and pending money causes no warning")
  func noWarning() throws {
    for event in [Event.capture("k1", nil), .void("v1")] {
      var attempt = try authorized()
      try attempt.receive(event)
      #expect(attempt.checkout.wakeAt == nil)
    }
  }

  @Test("The reason of a release does not depend on the order of reports")
  func release() throws {
    var reasons: Set<Payment.Release?> = []
    for order in [[Payment.Release.lapsed, .byProvider], [.byProvider, .lapsed]] {
      var attempt = try authorized()
      for release in order {
        var observation = Observation.voided
        observation.charge?.release = release
        try attempt.hear(observation)
      }
      reasons.insert(attempt.checkout.payment?.release)
    }
    #expect(reasons.count == 1)
  }

  @Test("A rise of the total by a refund's amount does not complete that refund until the provider reports it")
  func consoleRefund() throws {
    var attempt = try paid()
    try attempt.receive(.refund("r1", .yen(3_000)))
    try attempt.answer("refund", .observed(Self.refund(0, .pending)))
    #expect(attempt.checkout.payment?.operations.first?.reference == "R-1")
    try attempt.hear(Self.refund(3_000, .pending))
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.pending])
    #expect(attempt.checkout.payment?.refundable == .yen(3_520))
    #expect(attempt.balances == [.receivable: 6_520, .sales: -3_520, .refundPending: -3_000])
    var declined = attempt
    try attempt.hear(Self.refund(6_000, .done))
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.succeeded])
    #expect(attempt.balances == [.receivable: 3_520, .sales: -3_520])
    try declined.hear(Self.refund(3_000, .pending, failed: true))
    #expect(declined.checkout.payment?.operations.map(\.state) == [.failed(.notAllowed)])
    #expect(declined.checkout.payment?.refundable == .yen(6_520))
    #expect(declined.balances == [.receivable: 6_520, .sales: -6_520])
  }

  @Test("A refund that the provider reports as done is refunded, even before the total rises, and is entered once")
  func totalComesLate() throws {
    let courses = [
      [Self.refund(0, .done), Self.refund(3_000, .done)], [Self.refund(3_000, .pending), Self.refund(3_000, .done)],
    ]
    for observations in courses {
      var attempt = try paid()
      try attempt.receive(.refund("r1", .yen(3_000)))
      for observation in observations { try attempt.hear(observation) }
      #expect(attempt.totals == [9_520, 9_520, 3_000, 0])
      #expect(attempt.checkout.payment?.refundable == .yen(6_520))
      #expect(attempt.balances == [.receivable: 6_520, .sales: -6_520])
      #expect(Set(attempt.ledger.map { [$0.kind.rawValue, $0.externalID] }).count == attempt.ledger.count)
    }
  }

  @Test("A refund that the provider no longer knows needs a person")
  func lost() throws {
    var attempt = try paid()
    try attempt.receive(.refund("r1", .yen(3_000)))
    try attempt.answer("refund", .observed(Self.refund(0, .pending)))
    try attempt.hear(Self.refund(0, .lost))
    #expect(attempt.checkout.payment?.operations.map(\.state) == [.unknown])
    #expect(throws: Refusal.operationUnderWay) { try attempt.receive(.refund("r2", .yen(1))) }
    attempt.now = attempt.now + .seconds(300)
    try attempt.receive(.resolve(.didNotHappen, operation: "r1"))
    try attempt.receive(.refund("r2", .yen(1)))
  }

  static let said: [Observation] = [
    refund(0, .pending), refund(3_000, .pending), refund(0, nil), refund(3_000, nil), refund(6_000, .done),
    refund(9_000, .done),
  ]
  static let saidOfDeclined: [Observation] = [
    refund(0, .pending), refund(3_000, .pending), refund(0, nil), refund(3_000, nil),
    refund(3_000, .pending, failed: true),
  ]

  @Test("Reports about a refund and about others give the same state in any order", arguments: [said, saidOfDeclined])
  func permutations(_ said: [Observation]) throws {
    var start = try paid()
    try start.receive(.refund("r1", .yen(3_000)))
    var ends: Set<PermutationTests.End> = []
    var states: Set<[FerryCheckout.Operation.State]> = []
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      var attempt = start
      for observation in (said + [said[1]]).shuffled(using: &random) { try attempt.hear(observation) }
      ends.insert(PermutationTests.End(attempt))
      states.insert(attempt.checkout.payment?.operations.map(\.state) ?? [])
      #expect(Set(attempt.ledger.map { [$0.kind.rawValue, $0.externalID] }).count == attempt.ledger.count)
    }
    #expect(ends.count == 1)
    #expect(states.count == 1)
  }

  @Test("A refund without refundable or captured money is refused with that reason")
  func shortages() throws {
    var held = try authorized()
    #expect(throws: Refusal.nothingLeft(.notCaptured)) { try held.receive(.refund("r1", .yen(1))) }
    var attempt = try paid()
    #expect(throws: Refusal.nothingLeft(.captured)) { try attempt.receive(.capture("k1", nil)) }
    try attempt.hear(.captured(refunded: 9_520))
    #expect(throws: Refusal.nothingLeft(.refunded)) { try attempt.receive(.refund("r1", .yen(1))) }
  }
}
