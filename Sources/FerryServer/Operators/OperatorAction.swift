import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// Something that an operator may do with a checkout. The raw values are parts of addresses and words of timelines.
enum OperatorAction: String, CaseIterable, Sendable {
  case capture, refund, void
  case accept, reject, ask, hold
  case check
  case forget

  /// The page that asks for confirmation.
  func link(_ checkout: CheckoutID) -> Link { "/checkouts/\(checkout.text)/\(rawValue)" }

  var takesAmount: Bool {
    switch self {
    case .capture, .refund: true
    case .void, .accept, .reject, .ask, .hold, .check, .forget: false
    }
  }

  /// True if money may move, so that the page warns of real money.
  var movesMoney: Bool {
    switch self {
    case .capture, .refund, .void, .accept, .reject: true
    case .ask, .hold, .check, .forget: false
    }
  }

  func name(in checkout: Checkout) -> OperatorText {
    switch self {
    case .capture: .capture
    case .refund: .refund
    case .void: .void
    case .accept: checkout.phase == .paid ? .closeOperation : .accept
    case .reject: .reject
    case .ask, .check: .ask
    case .hold: .hold
    case .forget: .forget
    }
  }

  /// The consequence.
  func meaning(in checkout: Checkout) -> OperatorText {
    switch self {
    case .capture: .captureMeans
    case .refund: .refundMeans
    case .void: .voidMeans
    case .accept: checkout.phase == .paid ? .closeOperationMeans : .acceptMeans
    case .reject: .rejectMeans
    case .ask: .askMeans
    case .hold: .holdMeans
    case .check: .checkMeans
    case .forget: .forgetMeans
    }
  }
}

/// An action with its amount, and with the key of the form that it was confirmed by.
struct PlannedAction: Sendable {
  let action: OperatorAction
  /// Only of captures and refunds.
  let amount: Money?
  /// A random text that the confirmation page holds. The same key is the same operation.
  let key: String

  /// The word for the timeline: "refund 12.50 EUR".
  var word: String { action.rawValue + (amount.map { " \($0)" } ?? "") }

  /// The order about money; nil for other actions.
  func order(_ checkout: CheckoutID) -> PaymentOrder? {
    let id = OperationID("op_" + TextDigest.sha256("\(checkout.text)/operator/\(key)").prefix(22))
    return switch action {
    case .capture: .capture(id, amount)
    case .refund: .refund(id, amount)
    case .void: .void
    case .accept, .reject, .ask, .hold, .check, .forget: nil
    }
  }

  /// Changes the checkout as far as the action is no event, and returns the event if it is one. The operator is written into the
  /// timeline, unless it is an operation that was asked for before.
  /// - Throws: `Refusal`.
  func apply(
    to file: inout CheckoutFile, _ change: inout Change, by person: Operator, at now: Moment
  ) throws(Refusal) -> Event? {
    let event = try event(for: file, at: now)
    if event.map({ !$0.isKnown(in: file.checkout) }) ?? file.hasBuyer {
      change.log.append(LogEntry(at: now, .action(word, by: person.name)))
    }
    if action == .forget { try file.forgetBuyer(&change, at: now) }
    return event
  }

  /// Why the action is not possible now; nil if it is. Nothing is changed.
  func refusal(for file: CheckoutFile, at now: Moment) -> Refusal? {
    var copy = file
    do {
      guard let event = try event(for: file, at: now) else {
        return file.checkout.phase.isFinal ? nil : .wrongPhase(file.checkout.phase.name)
      }
      _ = try copy.checkout.receive(event, at: now, for: &copy.order)
      return nil
    } catch {
      return error
    }
  }

  private func event(for file: CheckoutFile, at now: Moment) throws(Refusal) -> Event? {
    let checkout = file.checkout
    switch action {
    case .capture, .refund, .void: return try order(checkout.id)?.event(for: checkout)
    case .accept: return .resolve(.accept)
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
}

extension Event {
  /// True for an operation that the checkout has already.
  fileprivate func isKnown(in checkout: Checkout) -> Bool {
    switch self {
    case .capture(let id, _), .refund(let id, _), .void(let id):
      checkout.payment?.operations.contains { $0.id == id } ?? false
    default: false
    }
  }
}
