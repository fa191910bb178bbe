import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes

/// The provider's memory of a checkout.
struct Record: VersionedRecord, Hashable {
  private(set) var version = 1
  var payment: String?
  var page: String?
  var entrance: String?
  /// When the bank gave the entrance.
  var since: Moment?

  init() {}
}

extension BankProvider {
  public func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction
  {
    do {
      let record = try Record(task.record)
      switch answer.status.code {
      case 200..<300:
        guard let payment = Wire.decode(Wire.Payment.self, answer.body), let seen = Seen(payment) else {
          return .failed(.unreadable(reason: "The bank's answer to \(request.call) cannot be read."))
        }
        return took(seen, at: answer.receivedAt, request, task, record)
      case 500...: return .failed(.unknownOutcome(reason: "The bank failed (\(answer.status.code))."))
      default:
        guard let refusal = Wire.decode(Wire.Refusal.self, answer.body) else {
          return .failed(.unknownOutcome(reason: "The bank refused \(request.call) in words that cannot be read."))
        }
        return refused(refusal, at: answer.receivedAt, request, task)
      }
    } catch {
      return .failed(error)
    }
  }

  private func took(
    _ seen: Seen, at now: Moment, _ request: ProviderRequest, _ task: ProviderTask, _ record: Record
  ) -> ProviderReaction {
    guard seen.payment.id == record.payment || record.payment == nil && seen.payment.reference == task.reference else {
      return .failed(.unreadable(reason: "The bank answered about another payment."))
    }
    if task.stage == Stage.look.rawValue, !seen.shows(task) { return .nothingHappened(stage: Stage.first.rawValue) }
    var record = record
    record.payment = seen.payment.id
    record.page = seen.payment.page
    record.entrance = seen.payment.entrance
    record.since = now
    let references =
      [ProviderReference("payment", seen.payment.id)]
      + [seen.payment.transaction].compactMap { $0 }.map { ProviderReference("transaction", $0) }
    return .done(
      .observed(seen.observation(task)),
      ProviderFindings(
        record: record.bytes, references: references, details: seen.details, remarks: seen.remarks))
  }

  private func refused(
    _ refusal: Wire.Refusal, at now: Moment, _ request: ProviderRequest, _ task: ProviderTask
  ) -> ProviderReaction {
    switch refusal.error {
    case "wrong-time": .failed(.clockOff(Moment(milliseconds: refusal.time).since(now)))
    case "unauthenticated":
      .failed(.misconfigured(reason: "The bank does not accept the login.", fix: "Check login and secret."))
    case Books.Refusal.notFound.rawValue where task.stage == Stage.look.rawValue:
      .nothingHappened(stage: Stage.first.rawValue)
    case Books.Refusal.duplicateReference.rawValue: .next(stage: Stage.look.rawValue, ProviderFindings())
    case Books.Refusal.buyerActive.rawValue: .done(.rejected(.notYet), ProviderFindings())
    // It has changed meanwhile: it is read, and what it shows counts.
    case Books.Refusal.wrongState.rawValue where request.call == "cancel":
      .next(stage: Stage.look.rawValue, ProviderFindings())
    case Books.Refusal.wrongState.rawValue, Books.Refusal.tooMuch.rawValue, Books.Refusal.wholeAmountOnly.rawValue,
      Books.Refusal.notFound.rawValue:
      .done(.rejected(.notAllowed), ProviderFindings())
    default: .failed(.unknownOutcome(reason: "The bank refused \(request.call) for a reason that is not known."))
    }
  }
}

/// A payment as the bank told it, with its amounts read.
private struct Seen {
  let payment: Wire.Payment
  let amount: Money
  let captured: Money
  let refunded: Money

  /// Nil if an amount cannot be read.
  init?(_ payment: Wire.Payment) {
    guard let currency = Currency(payment.currency), let amount = try? Money(decimal: payment.amount, currency),
      let captured = try? Money(decimal: payment.captured, currency),
      let refunded = try? Money(decimal: payment.refunded, currency)
    else { return nil }
    guard [amount, captured, refunded].allSatisfy({ !$0.isNegative }) else { return nil }
    self.payment = payment
    self.amount = amount
    self.captured = captured
    self.refunded = refunded
  }

  /// Nil for a state that is not known.
  private var state: Books.Payment.State? { Books.Payment.State(rawValue: payment.state) }

  var remarks: [String] { state == nil ? ["The bank names an unknown state."] : [] }

  /// Nil before the bank has decided.
  var details: BuyerDetails? {
    payment.account.map {
      BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: nil, lastDigits: $0.lastDigits)
    }
  }

  private var facts: PaymentFacts? {
    payment.account.map {
      PaymentFacts(
        method: "account", methodName: "Bank account", issuer: $0.bank, authorizationCode: $0.authorization)
    }
  }

  /// True if the payment shows that the command was carried out, or that it never will be.
  func shows(_ task: ProviderTask) -> Bool {
    switch task.command.kind {
    case .capture, .void: state != .authorized
    case .refund: payment.refunds.contains(task.reference)
    case .read, .settle, .authorize, .cancel: true
    }
  }

  func observation(_ task: ProviderTask) -> Observation {
    var observation = Observation(
      sessionReference: payment.id, session: session, asked: amount, paymentPage: payment.page, charge: charge,
      declinedAttempts: payment.declined.map { DeclinedAttempt(reference: $0, reason: .refused) })
    if let operation = task.command.kind.operation, payment.refunds.contains(task.reference) {
      observation.reports = [OperationReport(operation, reference: task.reference, .done)]
    }
    return observation
  }

  private var session: Observation.Session {
    switch state {
    case .open: .open
    case .pending: .open
    case .authorized, .captured, .voided: .completed
    case .cancelled: .ended(payment.isCancelledByShop ? .cancelledByProvider : .cancelledByBuyer)
    case .expired: .ended(.expired)
    case nil: .unrecognised(payment.state)
    }
  }

  /// Nil for a state that is not known, whose amounts are not believed either.
  private var charge: ChargeObservation? {
    guard let reference = payment.transaction else { return nil }
    let zero = Money.zero(amount.currency)
    let state: ChargeObservation.State
    switch self.state {
    case .open, .cancelled, .expired, nil: return nil
    case .pending: state = .pending
    case .authorized: state = .authorized
    case .captured: state = .captured
    case .voided: state = .voided
    }
    let isAuthorized = state == .authorized || state == .captured || state == .voided
    return ChargeObservation(
      reference: reference, state: state, authorized: isAuthorized ? amount : zero, captured: captured,
      refunded: refunded, release: state == .voided ? .byMerchant : nil, facts: facts)
  }
}
