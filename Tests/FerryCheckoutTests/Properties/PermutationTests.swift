import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@Suite("Observations in any order")
struct PermutationTests {
  /// The compared end. A buyer who may still be paying and a payment that is being checked both count as undecided.
  struct End: Hashable, CustomStringConvertible {
    var phase: Phase?
    var totals: [Int64]
    var balances: [LedgerEntry.Account: Int64]

    init(_ attempt: Attempt) {
      switch attempt.checkout.phase {
      case .paying, .settling, .closing: phase = nil
      default: phase = attempt.checkout.phase
      }
      totals = attempt.totals
      balances = attempt.balances
    }

    var description: String {
      let sums = balances.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
      return "\(phase.map { "\($0)" } ?? "undecided") \(totals) \(sums)"
    }
  }

  static let said: [Observation] = [
    .open, .completed, .pending, .capturing, .authorized(), .captured(), .captured(refunded: 3_000),
    .captured(refunded: 9_520), .declined(.refused), .declined(.timedOut), .voided, .ended(.cancelledByBuyer),
    .ended(.cancelledByProvider), .ended(.declined(.verificationFailed)), .ended(.expired), .captured(.yen(4_000)),
    .authorized(.yen(9_521)), .captured(Money(minorUnits: 9_520, .usd)),
    Observation(session: .unrecognised("LIMBO")),
    .charge(.unrecognised("LIMBO"), authorized: .yen(0), captured: .yen(0)),
    .charge(.unrecognised("LIMBO"), authorized: .yen(0), captured: .yen(9_520)),
    Observation(session: .open, asked: .yen(1)),
  ]

  enum Place: CaseIterable { case paying, settling, closing, expired }

  static func attempt(at place: Place, _ capture: CapturePolicy) throws -> Attempt {
    var attempt = try Attempt(capture: capture)
    try attempt.goToPaying()
    switch place {
    case .paying: break
    case .settling: try attempt.receive(.recheckRequested)
    case .closing: try attempt.receive(.cancel(.buyer))
    case .expired:
      attempt.wait(.seconds(86_400))
      try attempt.receive(.timerFired)
      try attempt.answer("settle", .observed(.open))
    }
    return attempt
  }

  @Test(
    "Any order and repetition of observations gives the same state", arguments: CapturePolicy.allCases, Place.allCases)
  func permutations(_ capture: CapturePolicy, _ place: Place) throws {
    var random = SplitMix64(seed: 7)
    let start = try Self.attempt(at: place, capture)
    for run in 0..<250 {
      var set = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Self.said[Int.random(in: 0..<Self.said.count, using: &random)]
      }
      // An automatic capture after the session's end makes it live again; until then the order of the two matters.
      if capture == .automatic, set.contains(.authorized()) { set.removeAll { $0 == .ended(.expired) } }
      // Two currencies in one charge are held, and the first is kept.
      if set.contains(where: { $0.charge?.authorized.currency == .usd }) {
        set.removeAll { $0.charge?.authorized.currency == .jpy }
      }
      var ends: Set<End> = []
      for _ in 0..<4 {
        var attempt = start
        let repeated = set + (set.randomElement(using: &random).map { [$0] } ?? [])
        for observation in repeated.shuffled(using: &random) { try attempt.hear(observation) }
        ends.insert(End(attempt))
        #expect(attempt.checkout.isAlive, "Run \(run): \(set)")
      }
      #expect(ends.count == 1, "Run \(run): \(set.map(\.summary)) gave \(ends)")
    }
  }

  @Test("The facts of a payment are the same in whatever order they come, and none is lost")
  func facts() throws {
    let reported = [
      PaymentFacts(method: "visa", issuer: "Bank of Invention"),
      PaymentFacts(method: "pse", authorizationCode: "000123"),
      PaymentFacts(methodName: "Visa", issuer: "Other Bank"), PaymentFacts(issuer: "\u{7}"),
    ]
    var random = SplitMix64(seed: 7)
    let start = try Self.attempt(at: .settling, .automatic)
    for _ in 0..<20 {
      var attempt = start
      for facts in (reported + reported).shuffled(using: &random) {
        var observation = Observation.pending
        observation.charge?.facts = facts
        try attempt.hear(observation)
      }
      try attempt.hear(.captured())
      #expect(
        attempt.checkout.payment?.facts
          == PaymentFacts(
            method: "pse", methodName: "Visa", issuer: "Bank of Invention", authorizationCode: "000123"))
    }
  }

  @Test("Any order and repetition of observations of several attempts gives the same state")
  func attempts() throws {
    var second = Observation.attemptPending("a2")
    second.declinedAttempts = Observation.attemptDeclined(["a1"]).declinedAttempts
    var paid = Observation.charge(.captured, authorized: Attempt.total, captured: Attempt.total, reference: "a2")
    paid.declinedAttempts = second.declinedAttempts
    let said = [Observation.open, .attemptPending("a1"), .attemptDeclined(["a1"]), second, paid]
    var random = SplitMix64(seed: 7)
    var start = try Attempt(Attempt.pay)
    try start.goToSettling()
    for length in 1...said.count {
      // A provider that reports the second attempt has declined the first one before.
      let set = Array(said.prefix(length))
      var ends: Set<End> = []
      for _ in 0..<50 {
        var attempt = start
        for observation in (set + [set[0]]).shuffled(using: &random) {
          // The first attempt is over once the second one is reported: only a late answer reports the first one alone.
          try attempt.hear(observation)
        }
        ends.insert(End(attempt))
      }
      #expect(ends.count == 1, "\(set.map(\.summary)) gave \(ends)")
    }
  }
}

extension Observation {
  var summary: String {
    "\(session.map { "\($0)" } ?? "-") \(charge.map { "\($0)" } ?? "") \(asked?.description ?? "")"
  }
}

extension Checkout {
  /// True if the checkout is over, or something will still happen without outside help.
  var isAlive: Bool {
    switch phase {
    case .paid, .declined, .cancelled, .expired, .held: return true
    case .authorizing(let authorizing): return authorizing.command <= lastCommand
    case .open, .selecting, .reviewing, .confirmed, .paying: return wakeAt != nil
    case .settling(let settling): return settling.command != nil || wakeAt != nil
    case .closing(let closing): return closing.command != nil || wakeAt != nil
    }
  }
}
