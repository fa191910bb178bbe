import FerryCheckout
import FerryCore
import FerryTesting

/// A truthful provider with one session and at most one charge, and its buyer.
struct SimulatedProvider {
  let profile: JourneyProfile
  let capture: CapturePolicy
  private let name: String
  let closesAt: Moment
  var random: SplitMix64

  private(set) var session: Observation.Session = .open
  private(set) var selection = Attempt.tokyo
  private(set) var asked: Money?
  private(set) var hasApproved = false
  private(set) var state: ChargeObservation.State?
  private(set) var captured: Int64 = 0
  private(set) var refunded: Int64 = 0
  /// Accepted and not yet done.
  private var refunding: [(id: OperationID, units: Int64)] = []
  /// The outcomes of our refunds: true if the money went back.
  private(set) var ends: [OperationID: Bool] = [:]
  /// True if somebody moves money in the provider's console.
  private(set) var hasConsole = false
  /// The buyer's bank claims money back.
  private(set) var dispute: DisputeReport?
  private var lapsesAt: Moment?
  private var release: Payment.Release?
  private var failures: [OperationFailure] = []
  /// Failed attempts of the buyer in the open session.
  private var declinedAttempts: [DeclinedAttempt] = []
  /// All observations so far, for late and repeated answers.
  private(set) var history: [Observation] = []

  init(_ checkout: Checkout, seed: UInt64) {
    profile = checkout.profile
    capture = checkout.capture
    name = "ch-\(checkout.id)"
    // A page that no call ends may outlive the checkout.
    closesAt = checkout.createdAt + .seconds(profile.cancelReport == .returnLink ? 120_000 : 86_400)
    random = SplitMix64(seed: seed)
  }

  private mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// The charge of the buyer's current attempt.
  private var reference: String { declinedAttempts.isEmpty ? name : "\(name)-\(declinedAttempts.count + 1)" }

  /// Captured or authorized money of the buyer.
  var kept: Int64 {
    switch state {
    case .authorized, .capturing: (asked?.minorUnits ?? 0)
    case .captured: max(0, captured - refunded - (dispute?.state == .lost ? dispute?.amount?.minorUnits ?? 0 : 0))
    case .pending, .declined, .voided, .unrecognised, nil: 0
    }
  }

  // MARK: Buyer and time

  mutating func buyerChooses(_ selection: Selection) {
    if session == .open, asked == nil { self.selection = selection }
  }

  mutating func buyerActs(_ now: Moment) {
    guard session == .open, asked != nil, !hasApproved else { return }
    if happens(15) {
      session = .ended(happens(50) ? .cancelledByBuyer : .declined(.paymentMethodRefused))
    } else {
      hasApproved = true
      if !profile.settlesOnlyByUs { charge() }
    }
  }

  /// Somebody uses the provider's console.
  mutating func somebodyActs() {
    switch state {
    case .authorized where capture == .manual:
      hasConsole = true
      if happens(40) {
        captureMoney(.yen(Int64.random(in: 1...(asked?.minorUnits ?? 1), using: &random)))
      } else if happens(50) {
        // It takes days, or is declined at once.
        state = happens(50) ? .capturing : .declined(.refused)
      } else {
        state = .voided
        release = .byMerchant
      }
    case .captured:
      let left = captured - refunded - refunding.reduce(Int64(0)) { $0 + $1.units }
      guard left > 0 else { return }
      hasConsole = true
      refunded += Int64.random(in: 1...left, using: &random)
    default: break
    }
  }

  /// The buyer's bank opens a dispute, or decides about it.
  /// - Returns: True if the provider notifies of it.
  mutating func bankActs() -> Bool {
    guard state == .captured, captured > refunded else { return false }
    let changes = (dispute?.changedAt?.milliseconds ?? 0) + 1
    let next: [DisputeState] =
      switch dispute?.state {
      case nil, .won: [.needsResponse]
      case .needsResponse: [.underReview, .lost, .withdrawn]
      case .underReview: [.won, .lost]
      case .lost, .withdrawn: []
      }
    guard let state = next.randomElement(using: &random) else { return false }
    dispute = DisputeReport(
      "d1", state: state, amount: dispute?.amount ?? .yen(Int64.random(in: 1...(captured - refunded), using: &random)),
      changedAt: Moment(milliseconds: changes))
    return happens(80) || changes == 1 || state == .needsResponse
  }

  private mutating func charge() {
    // A bank's session stays open while the bank decides about an attempt, and after a decline.
    if happens(20) {
      if profile.settlesOnlyByUs { session = .completed }
      return state = .pending
    }
    session = .completed
    if happens(10) { return state = .declined(.refused) }
    captureMoney()
  }

  private var capturesByItself: Bool { profile.cancelReport == .provider }

  private mutating func captureMoney() {
    if capture == .automatic, capturesByItself, happens(80) {
      state = .captured
      captured = asked?.minorUnits ?? 0
    } else {
      state = .authorized
    }
  }

  /// Decides about a pending attempt.
  private mutating func decide() {
    if happens(70) {
      session = .completed
      captureMoney()
    } else if session == .open, happens(70) {
      declinedAttempts.append(DeclinedAttempt(reference: reference, reason: .timedOut))
      state = nil
      hasApproved = false
    } else {
      session = .completed
      state = .declined(.timedOut)
    }
  }

  mutating func timePasses(_ now: Moment, isLast: Bool) {
    if profile.lapseWarning != nil, state == .authorized {
      lapsesAt = lapsesAt ?? now + .seconds(400_000)
      if let lapsesAt, now >= lapsesAt {
        state = .voided
        release = .lapsed
      }
    }
    if state == .pending, isLast || happens(30) { decide() }
    if isLast, dispute?.state?.isOpen == true { _ = bankActs() }
    if session == .open, state != .pending, now >= closesAt { session = .ended(.expired) }
    if state == .capturing, isLast || happens(30) {
      if happens(90) {
        state = .captured
        captured = asked?.minorUnits ?? 0
      } else {
        state = .declined(.refused)
      }
    }
    if let refund = refunding.first, isLast || happens(30) {
      refunding.removeFirst()
      ends[refund.id] = happens(80)
      if ends[refund.id] == true {
        refunded += refund.units
      } else {
        failures.append(OperationFailure(refund.id, .notAllowed))
      }
    }
  }

  // MARK: Commands

  mutating func perform(_ command: Command) -> Outcome {
    switch command.kind {
    case .read: return .observed(look())
    case .readDispute:
      guard let dispute, happens(80) else { return happens(50) ? .unanswered : .rejected(.notAllowed) }
      return .observed(Observation(disputes: [dispute]))
    case .answerDispute: return happens(50) ? .observed(Observation()) : .rejected(.notAllowed)
    case .authorize(let total):
      if case .ended(let end) = session { return .rejected(.sessionEnded(end)) }
      if happens(5) { return .rejected(.notAllowed) }
      asked = total
      return .observed(look())
    case .settle:
      if case .ended(let end) = session, happens(50) { return .rejected(.sessionEnded(end)) }
      if profile.settlesOnlyByUs, session == .open, hasApproved { charge() }
      if !capturesByItself, capture == .automatic, state == .authorized, happens(80) {
        captureMoney(asked ?? .zero(.jpy))
      }
      if session == .open, happens(30) { return .rejected(.notYet) }
      if session == .completed, happens(20) { return .rejected(.alreadyDone) }
      return .observed(look())
    case .cancel:
      // The buyer may be in the bank's app.
      guard session == .open, state != .pending, happens(70) else { return .rejected(.notAllowed) }
      session = .ended(.cancelledByProvider)
      return .observed(look())
    case .capture(_, let amount):
      guard state == .authorized else { return .rejected(state == .captured ? .alreadyDone : .notAllowed) }
      if happens(10) {
        state = .declined(.refused)
        return .rejected(.declined(.refused))
      }
      if amount == asked, happens(30) { state = .capturing } else { captureMoney(amount) }
      return .observed(look())
    case .void:
      guard state == .authorized else { return .rejected(.notAllowed) }
      state = .voided
      release = .byMerchant
      return .observed(look())
    case .refund(let id, let amount):
      let reserved = refunding.reduce(Int64(0)) { $0 + $1.units }
      guard captured - refunded - reserved >= amount.minorUnits else { return .rejected(.notAllowed) }
      if happens(10) { return .rejected(.notAllowed) }
      if happens(50) {
        refunding.append((id, amount.minorUnits))
      } else {
        refunded += amount.minorUnits
        ends[id] = true
      }
      return .observed(look())
    }
  }

  private mutating func captureMoney(_ amount: Money) {
    state = .captured
    captured = amount.minorUnits
  }

  /// True if the provider has carried out an operation whose command has no answer; nil while it is deciding.
  func hasDone(_ operation: FerryCheckout.Operation) -> Bool? {
    refunding.contains { $0.id == operation.id } ? nil : ends[operation.id] ?? false
  }

  private var reports: [OperationReport] {
    refunding.map { OperationReport($0.id, reference: "rf-\($0.id)", .pending) }
      + ends.sorted { $0.key < $1.key }.map {
        OperationReport($0.key, reference: "rf-\($0.key)", $0.value ? .done : .pending)
      }
  }

  mutating func look() -> Observation {
    let currency = Currency.jpy
    var charge: ChargeObservation?
    if let state {
      let isHeld: Bool =
        switch state {
        case .authorized, .capturing, .captured: true
        case .pending, .declined, .voided, .unrecognised: false
        }
      charge = ChargeObservation(
        reference: reference, state: state, authorized: isHeld ? asked ?? .zero(currency) : .zero(currency),
        captured: Money(minorUnits: captured, currency), refunded: Money(minorUnits: refunded, currency),
        lapsesAt: state == .authorized ? lapsesAt : nil, release: release)
    }
    let observation = Observation(
      sessionReference: "s-\(name)", session: session, selection: session == .open ? selection : nil,
      asked: asked, paymentPage: session == .open && asked != nil ? "https://pay.example/" : nil, charge: charge,
      declinedAttempts: declinedAttempts, failures: failures, reports: profile.namesRefunds ? reports : [])
    history.append(observation)
    return observation
  }
}
