import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// Something that an operator may do with a checkout. The raw values are parts of addresses and words of timelines.
enum OperatorAction: String, CaseIterable, Sendable {
  case capture, refund, void
  case accept, reject, ask, hold
  /// The provider has carried out the operation of unknown outcome.
  case happened
  /// The provider has not carried it out.
  case didNotHappen = "did-not-happen"
  case check
  case forget

  func link(_ checkout: CheckoutID) -> Link { "/checkouts/\(checkout.text)/\(rawValue)" }

  /// True if the operator writes an amount.
  var takesAmount: Bool {
    switch self {
    case .capture, .refund, .happened: true
    case .void, .accept, .reject, .ask, .hold, .didNotHappen, .check, .forget: false
    }
  }

  /// True if the operator may choose lines in place of an amount.
  var takesLines: Bool { self == .capture || self == .refund }

  /// The amount of a form that names none, or of the page that asks; nil if the action is about no amount.
  func usualAmount(_ checkout: Checkout) -> Money? {
    switch self {
    case .capture: checkout.payment?.capturable
    case .refund: checkout.payment.map { $0.refundable.isPositive ? $0.refundable : $0.refundableDespiteDispute }
    case .happened: checkout.undecidedOperation.map { $0.reportedAmount ?? $0.amount }
    case .accept: checkout.amountMismatch?.reported
    case .void, .reject, .ask, .hold, .didNotHappen, .check, .forget: nil
    }
  }

  /// True if money may move, so that the page warns of real money.
  var movesMoney: Bool {
    switch self {
    case .capture, .refund, .void, .accept, .reject: true
    case .ask, .hold, .happened, .didNotHappen, .check, .forget: false
    }
  }

  /// The decision that it is; nil for other actions.
  var decision: Resolution? { self == .didNotHappen ? .didNotHappen : Resolution(rawValue: rawValue) }

  /// The effect of the decision; nil if it is none, or not possible.
  func effect(_ file: CheckoutFile, amount: Money? = nil) -> DecisionEffect? {
    decision.flatMap { try? file.checkout.effect(of: $0, amount: amount, for: file.order) }
  }

  private var words: (name: KeyPath<OperatorTexts, String>, meaning: KeyPath<OperatorTexts, String>) {
    switch self {
    case .capture: (\.capture, \.captureMeans)
    case .refund: (\.refund, \.refundMeans)
    case .void: (\.void, \.voidMeans)
    case .accept: (\.accept, \.acceptMeans)
    case .reject: (\.reject, \.rejectMeans)
    case .ask: (\.ask, \.askMeans)
    case .hold: (\.hold, \.holdMeans)
    case .happened: (\.happened, \.happenedMeans)
    case .didNotHappen: (\.didNotHappen, \.didNotHappenMeans)
    case .check: (\.ask, \.checkMeans)
    case .forget: (\.forget, \.forgetMeans)
    }
  }

  func name(_ texts: Texts<OperatorTexts>) -> String { texts[dynamicMember: words.name] }

  func meaning(_ texts: Texts<OperatorTexts>) -> String { texts[dynamicMember: words.meaning] }

  static func name(of kind: Operation.Kind, _ texts: Texts<OperatorTexts>) -> String {
    switch kind {
    case .capture: texts.capture
    case .refund: texts.refund
    case .void: texts.void
    }
  }
}

/// An action with its amount or lines, and with the key of the form that it was confirmed by.
struct PlannedAction: Sendable {
  let action: OperatorAction
  /// Of a capture or refund; the amount that the provider has carried out, or that it reports and the operator accepts.
  let amount: Money?
  /// Of a capture or refund by lines, in place of an amount.
  let lines: [LineQuantity]?
  /// True for a refund that may exceed the captured amount.
  let beyondCapture: Bool
  /// True for a refund of what an open dispute claims.
  let despiteDispute: Bool
  /// Of a refund.
  let reason: StatedReason?
  /// A random text that the confirmation page holds. The same key is the same operation.
  let key: String

  init(_ action: OperatorAction, _ written: WrittenAction, key: String) {
    self.action = action
    amount = written.amount
    lines = written.lines
    beyondCapture = written.beyondCapture
    despiteDispute = written.despiteDispute
    reason = written.reason
    self.key = key
  }

  /// The words for the timeline: "refund 12.50 EUR".
  private func words(for file: CheckoutFile, at now: Moment) -> String {
    let amount = amount ?? lines.flatMap { _ in try? outcome(for: file, at: now).get()?.amount }
    return action.rawValue + (amount.map { " \($0)" } ?? "")
  }

  /// The order about money; nil for other actions.
  func order(_ checkout: CheckoutID) -> PaymentOrder? {
    let id = OperationID("op_" + TextDigest.sha256("\(checkout.text)/operator/\(key)").prefix(22))
    return switch action {
    case .capture: .capture(id, amount, lines: lines)
    case .refund:
      .refund(
        id, amount, lines: lines, beyondCapture: beyondCapture, despiteDispute: despiteDispute, reason: reason)
    case .void: .void
    case .accept, .reject, .ask, .hold, .happened, .didNotHappen, .check, .forget: nil
    }
  }

  /// Changes the checkout as far as the action is no event, and returns the event if it is one. The operator is written into the
  /// timeline, unless it is an operation that was asked for before.
  /// - Parameter seen: The state of the checkout that the operator has confirmed the action for.
  func apply(
    to file: inout CheckoutFile, _ change: inout Change, by person: ActingOperator, seen: String, at now: Moment
  ) throws -> Event? {
    let isRepetition = order(file.checkout.id)?.operation(in: file.checkout) != nil && action.takesAmount
    guard isRepetition || seen == file.checkout.seenState else { throw StaleConfirmation() }
    let event = try event(for: file, at: now)
    if event.map({ !$0.isKnown(in: file.checkout) }) ?? file.hasErasable {
      change.note(words(for: file, at: now), by: person, at: now)
    }
    if action == .forget { try file.forgetBuyer(&change, at: now) }
    return event
  }

  /// Tries the action on a copy of the checkout.
  /// - Returns: The capture, refund or void that it would become; nil for another action.
  func outcome(for file: CheckoutFile, at now: Moment) -> Result<Operation?, Refusal> {
    var copy = file
    do {
      guard let event = try event(for: file, at: now) else {
        let phase = file.checkout.phase
        return phase.isFinal ? .success(nil) : .failure(.wrongPhase(phase.name))
      }
      _ = try copy.checkout.receive(event, at: now, for: &copy.order)
      return .success(order(file.checkout.id)?.operation(in: copy.checkout))
    } catch {
      return .failure(error)
    }
  }

  private func event(for file: CheckoutFile, at now: Moment) throws(Refusal) -> Event? {
    let checkout = file.checkout
    switch action {
    case .capture, .refund, .void: return order(checkout.id)?.event(for: checkout)
    case .accept:
      guard checkout.phase.name == .held else { throw .wrongPhase(checkout.phase.name) }
      return .resolve(.accept, amount: amount)
    case .happened: return .resolve(.happened, operation: try undecided(checkout), amount: amount)
    case .didNotHappen: return .resolve(.didNotHappen, operation: try undecided(checkout))
    case .reject: return .resolve(.reject)
    case .ask: return .resolve(.ask)
    case .hold:
      guard let overdueAt = file.overdueAt, overdueAt <= now else { throw .notOverdue }
      return .resolve(.hold)
    case .check:
      // A held checkout needs a person; asking the provider again cannot resolve it.
      guard checkout.phase.name != .held else { throw .wrongPhase(.held) }
      return .recheckRequested
    case .forget: return nil
    }
  }

  private func undecided(_ checkout: Checkout) throws(Refusal) -> OperationID {
    guard let operation = checkout.undecidedOperation else { throw .operationNotUnknown }
    return operation.id
  }
}

/// The checkout is not in the state that the confirmation was about.
struct StaleConfirmation: Error {}

extension Checkout {
  /// The operation of unknown outcome. A person decides about it. There is one at most.
  var undecidedOperation: Operation? { payment?.current.flatMap { $0.state == .unknown ? $0 : nil } }

  /// The facts that a decision depends on. A confirmation counts for one state alone.
  var seenState: String {
    let reason: String? = if case .held(let reason) = phase { reason.rawValue } else { nil }
    let reported = (amountMismatch?.reported ?? undecidedOperation?.reportedAmount).map { "\($0)" }
    return [
      phase.name.rawValue, reason, payment?.current?.id.text, String(payment?.operations.count ?? 0),
      undecidedOperation == nil ? nil : "unknown", amountMismatch?.unreadable ?? reported,
    ].map { $0 ?? "" }.joined(separator: "/")
  }
}

extension Event {
  /// True for an operation that the checkout has already.
  fileprivate func isKnown(in checkout: Checkout) -> Bool {
    switch self {
    case .capture(let id, _, _), .refund(let id, _, _, _, _, _), .void(let id):
      checkout.payment?.operations.contains { $0.id == id } ?? false
    default: false
    }
  }
}
