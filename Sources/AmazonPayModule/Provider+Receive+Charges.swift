import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider

/// Charges and their refunds.
extension AnswerReading {
  func charge(_ charge: Charge) -> ProviderReaction {
    guard let observed = charge.observation(task.checkout) else {
      return .unreadable("Amazon Pay does not name an amount (\(call.operation.rawValue)).")
    }
    var observation = Observation(sessionReference: task.checkout.session, session: .completed, charge: observed)
    var record = record
    record.charge = charge.chargeId
    if hasRisen(observed, &record) { return next(.refund, record, references: [.charge(charge.chargeId)]) }
    report(&record, in: &observation)
    let findings = ProviderFindings(
      record: try record.bytes, references: [.charge(charge.chargeId)], remarks: charge.remarks)
    if let operation = task.command.kind.operation {
      switch fate(of: task.command.kind, with: observed) {
      case .done where stage == .unreadable:
        observation.reports.append(OperationReport(operation, reference: nil, .done))
      case .done: break
      // The charge has the reason: it is reported together with the rejection.
      case .failed(let rejection): observation.failures = [OperationFailure(operation, rejection)]
      case .notDone: return .nothingHappened(stage: Stage.first.rawValue)
      case .undecided:
        return .transient("Amazon Pay names a charge state that is not known yet.", retryAfter: .seconds(60))
      case .unclear: return .done(.parked, findings)
      }
    }
    return .done(.observed(observation), findings)
  }

  /// True if the charge's total of refunds has risen while a refund is undecided. The refund is read again then, because
  /// the rise may be its own or another refund's.
  private func hasRisen(_ charge: ChargeObservation, _ record: inout Record) -> Bool {
    guard record.refund != nil, record.refundEnd == nil else { return false }
    let before = record.refundedBefore ?? task.checkout.payment?.refunded.minorUnits ?? 0
    guard charge.refunded.minorUnits > before else { return false }
    record.refundedBefore = charge.refunded.minorUnits
    return true
  }

  /// Reports the state of the recorded refund, and removes it from the record when it has ended.
  private func report(_ record: inout Record, in observation: inout Observation) {
    guard let refund = record.refund, let operation = record.refundOperation else { return }
    let state: OperationReport.State =
      switch record.refundEnd {
      case nil, .declined: .pending
      case .refunded: .done
      case .lost, .unrecognised: .lost
      }
    let isDeclined = record.refundEnd == .declined
    observation.reports = [
      OperationReport(operation, reference: refund, state, amount: isDeclined ? nil : record.refundAmount)
    ]
    if isDeclined { observation.failures = [OperationFailure(operation, .notAllowed)] }
    let asked = task.checkout.payment?.operations.first { $0.id == operation }?.amount
    switch record.refundEnd {
    case nil: break
    // Amazon may agree with what was asked, or name a state that is known, when the refund is read again.
    case .refunded where asked != nil && record.refundAmount != nil && record.refundAmount != asked, .unrecognised:
      record.refundEnd = nil
    case .refunded, .declined, .lost: record.forgetRefund()
    }
  }

  /// The outcome by the charge's state, of an operation that was refused or got no definite answer.
  private func fate(of command: Command.Kind, with charge: ChargeObservation) -> Fate {
    if stage == .impossible { return .failed(.notAllowed) }
    guard stage == .refused || stage == .unknown || stage == .unreadable else { return .done }
    switch (command, charge.state) {
    case (.capture, .captured), (.capture, .capturing), (.void, .voided): return .done
    case (.capture, .declined(let reason)): return .failed(.declined(reason))
    // The charge does not name its refunds, and does not show pending ones.
    case (.refund(_, let amount), _) where stage == .unreadable:
      // A question meanwhile may have entered the new total.
      let operation = task.checkout.payment?.operations.first { $0.id == command.operation }
      let before = (operation?.before ?? task.checkout.payment?.refunded)?.minorUnits ?? 0
      return charge.refunded.minorUnits - before >= amount.minorUnits ? .done : .notDone
    case (.refund, _): return .unclear
    case (_, .authorized) where stage == .unknown: return .notDone
    case (_, .pending) where stage == .unknown, (_, .unrecognised) where stage == .unknown,
      (.void, .capturing) where stage == .unknown:
      return .undecided
    default: return .failed(.notAllowed)
    }
  }

  // MARK: Refunds

  func refundCreated(_ refund: Refund) -> ProviderReaction {
    var record = record
    switch refund.state {
    case .known(.declined):
      return .done(
        .rejected(.notAllowed), ProviderFindings(references: [.refund(refund.refundId)], remarks: [Self.refundDeclined])
      )
    case .known(.refunded):
      record.begin(refund, for: task.command.kind.operation, end: refund.hasReadableAmount ? .refunded : .unrecognised)
    case .known(.refundInitiated): record.begin(refund, for: task.command.kind.operation, end: nil)
    case .unknown: record.begin(refund, for: task.command.kind.operation, end: .unrecognised)
    }
    return next(.charge, record, references: [.refund(refund.refundId)], remarks: refund.remarks)
  }

  func refundRead(_ refund: Refund) -> ProviderReaction {
    // The recorded refund has ended meanwhile, or another one is pending.
    guard refund.refundId == record.refund else { return next(.charge, record) }
    var record = record
    record.refundAmount = refund.refundAmount?.money
    switch refund.state {
    case .known(.refunded): record.refundEnd = refund.hasReadableAmount ? .refunded : .unrecognised
    case .known(.declined):
      record.refundEnd = .declined
      return next(.charge, record, remarks: [Self.refundDeclined])
    case .known(.refundInitiated): record.refundEnd = nil
    case .unknown: record.refundEnd = .unrecognised
    }
    return next(.charge, record, remarks: refund.remarks)
  }

  private static var refundDeclined: String { "Amazon Pay declined a refund. Pay the buyer back in another way." }
}

extension Refund {
  fileprivate var hasReadableAmount: Bool { refundAmount.map { $0.money != nil } ?? true }

  fileprivate var remarks: [String] {
    let remarks = [refundAmount?.remark].compactMap(\.self)
    guard case .unknown = state else { return remarks }
    return remarks + ["Amazon Pay names an unknown refund state: \(state.printable)."]
  }
}

private enum Fate {
  /// It has taken effect, or will.
  case done
  case failed(Rejection)
  /// The charge is as it was before: the operation may be sent again under its key.
  case notDone
  /// The charge's state is not final, or not known.
  case undecided
  /// It cannot be determined.
  case unclear
}
