public import FerryCore

/// Something that happened to a checkout.
public enum Event: Codable, Hashable, Sendable {
  // Intents of buyer and merchant: ordered by commit, and may be refused.

  /// The buyer leaves for the provider to select, or to change the selection.
  case leave(change: ChangeKind?)
  case confirm(revision: Int, total: Money)
  /// The buyer leaves a change: the earlier selection stays.
  case keep
  case cancel(Party)
  /// The buyer followed the provider's cancel link. While they select, it ends a first selection, and keeps the earlier
  /// selection in a change. In any other phase the link may be an old one: it is a hint.
  case returnedToShop
  /// The buyer restarts in another browser: everything that the first browser has brought back is discarded.
  case restarted
  /// The merchant captures authorized money; all that is left if no amount is named.
  case capture(OperationID, Money?, lines: [LineQuantity]? = nil)
  /// The merchant refunds captured money; all that is left if no amount is named. With `beyondCapture` the amount may exceed
  /// the captured one, as far as the provider allows it. With `despiteDispute` it may have what an open dispute claims.
  case refund(
    OperationID, Money?, lines: [LineQuantity]? = nil, beyondCapture: Bool = false, despiteDispute: Bool = false,
    reason: StatedReason? = nil)
  case void(OperationID)
  /// A person has decided about a held or overdue checkout, or about an operation of unknown outcome.
  case resolve(Resolution, operation: OperationID? = nil, amount: Money? = nil)

  /// A person has learned of a dispute, or a settlement report names one.
  case recordDispute(DisputeReport, from: Dispute.Source = .person)
  /// The shop answers a dispute. The evidence itself is committed beside the event.
  case answerDispute(DisputeID, OperationID, digest: String, [EvidencePart])

  // Hints: they say nothing about money. The provider is asked.

  /// The buyer came back from the provider with the id of its session.
  case returned(session: String?)
  /// The provider has notified of a dispute.
  case disputeNoticed(DisputeID)
  /// The provider has notified of a change, or somebody wants to know the present state.
  case recheckRequested
  /// The time `wakeAt` was reached.
  case timerFired

  // Answers.

  case performed(CommandNumber, Outcome)
}

/// The commands and ledger entries of an event, committed together with the new state.
public struct Decision: Hashable, Sendable {
  public var commands: [Command]
  public var ledger: [LedgerEntry]
}

/// Why an intent was not accepted. A refusal changes nothing.
public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  case wrongPhase(PhaseName)
  /// The agreement is not about the present review.
  case reviewChanged
  case operationUnderWay
  case amountExceeded(Money)
  /// The refund is above what is left of the capture. If the merchant asks for a refund beyond the capture, so much can be
  /// refunded; nil if the provider does not have that for this payment.
  case captureExceeded(Money, beyondCapture: Money?)
  /// The provider's rules allow no partial capture: this is the whole amount.
  case capturedInWhole(Money)
  /// The provider's rules allow no partial refund, at any time or until this moment: this is the whole amount.
  case refundedInWhole(Money, until: Moment?)
  /// There is nothing (more) to capture, void or refund.
  case nothingLeft(Shortage)
  /// A dispute claims the money: so much can be refunded.
  case paymentDisputed(DisputeID, left: Money)
  /// Nothing is captured that could be disputed.
  case notDisputable
  /// The provider has no such dispute that waits for the shop's answer.
  case notAnswerable
  case invalidAmount
  /// The operation is for lines that the order does not have, or has no longer.
  case lines(LinesProblem)
  /// Nothing is left to pay for the selection.
  case nothingToPay
  case operationReused
  case orderPaid
  case nothingToAccept
  case notOverdue
  /// The outcome of this operation is unknown. A person decides about it first, by *happened* or *didNotHappen*.
  case operationUndecided(OperationID)
  /// The decision is about an operation, and names none that the payment has.
  case operationNotFound
  /// The outcome of the operation is known, or the provider is still deciding.
  case operationNotUnknown
  /// The operation cannot count as not done before this moment: its request may still arrive at the provider.
  case requestMayArrive(until: Moment)
  /// The decision is about the whole checkout, and names an operation.
  case operationNotConcerned
  case amountNotConcerned
  /// The provider reports another amount than was asked for. Whoever accepts it names it.
  case amountDiffers(asked: Money, reported: Money)
  /// The provider's total has risen by this amount since the operation was requested, which is less than the amount that the
  /// decision names.
  case totalDiffers(Money)
  case money(MoneyError)

  /// Why there is nothing left.
  public enum Shortage: Hashable, Sendable {
    case notAuthorized
    case captured
    case released(Payment.Release)
    case declined
    case notCaptured
    case refunded
  }

  /// The problem of the lines of a capture or refund.
  public enum LinesProblem: Hashable, Sendable {
    /// The order has no line of this id.
    case unknown(String)
    case repeated(String)
    /// The line has fewer pieces left.
    case exceeded(String, left: Int)
    /// Amount and lines were both named.
    case besideAmount

    fileprivate var text: String {
      switch self {
      case .unknown(let id): "The order has no line with the id \"\(id)\". The review lists the ids."
      case .repeated(let id): "The line \"\(id)\" is named twice. Name it once, with all its pieces."
      case .exceeded(let id, left: 0): "Nothing of the line \"\(id)\" is left."
      case .exceeded(let id, let left): "Of the line \"\(id)\", name 1 to \(left) pieces; more are not left."
      case .besideAmount: "Name an amount or lines, not both."
      }
    }
  }

  public var description: String {
    switch self {
    case .wrongPhase(let phase): "This is not possible while the checkout is \(phase.rawValue)."
    case .reviewChanged: "The order has changed since it was shown. Show the new review and let the buyer agree again."
    case .operationUnderWay: "Another operation on this payment is under way. Try again when it has finished."
    case .amountExceeded(let left): "That is more than is left: \(left)."
    case .captureExceeded(let left, let most?):
      """
      That is more than is left of the captured amount: \(left). This provider refunds up to \(most) if the request says \
      "beyondCapture": true.
      """
    case .captureExceeded(let left, nil):
      """
      That is more than is left of the captured amount: \(left). Ferry cannot refund more than was captured for this payment.
      """
    case .capturedInWhole(let amount): "This provider allows no partial capture. Capture the whole amount: \(amount)."
    case .refundedInWhole(let amount, until: nil):
      "This provider allows no partial refund. Refund the whole amount: \(amount)."
    case .refundedInWhole(let amount, let end?):
      "Until \(end) this provider allows no partial refund. Refund the whole amount, \(amount), or wait."
    case .nothingLeft(let shortage): shortage.text
    case .paymentDisputed(let id, let left):
      """
      Dispute \(id) claims this money. Only \(left) can be refunded. To settle an open dispute by a refund, say \
      "despiteDispute": true. After a lost dispute the buyer has the money already.
      """
    case .notDisputable: "Nothing of this payment is captured, so there is nothing to dispute."
    case .notAnswerable:
      """
      This dispute takes no answer from here. Ferry sends answers to Amazon Pay, about disputes that it has told of and that need \
      a response. Answer others where you were told of them.
      """
    case .lines(let problem): problem.text
    case .nothingToPay:
      "Nothing is left to pay. Store the address, cancel this checkout, and finish the order without a payment."
    case .invalidAmount: "Name an amount above zero in the order's currency."
    case .operationReused:
      "An operation with this id exists with another kind, amount, lines or reason. Use a new id."
    case .orderPaid: "Another checkout has paid this order. This one's money can only be returned."
    case .nothingToAccept:
      "There is no money that could be accepted. Have the provider asked again, or reject the checkout."
    case .notOverdue:
      "Nothing of this checkout takes longer than it should. Wait, or have the provider asked: POST /v1/checkouts/{id}/check."
    case .operationUndecided(let id):
      """
      The outcome of operation \(id) is unknown. Look it up at the provider, then decide about it: "happened" or \
      "didNotHappen", with "operation": "\(id)".
      """
    case .operationNotFound:
      "Name the operation that you decide about: GET /v1/checkouts/{id}/operations lists them."
    case .operationNotUnknown: "The outcome of this operation is not unknown, so there is nothing to decide."
    case .requestMayArrive(let end):
      "The request may still arrive at the provider until \(end). Look the operation up there again after that, and decide then."
    case .operationNotConcerned: "This decision is about the whole checkout. Leave the operation out."
    case .amountNotConcerned: "This decision takes no amount. Leave it out."
    case .amountDiffers(let asked, let reported):
      """
      The provider reports \(reported), and \(asked) was asked for. To accept what the provider reports, name it as the \
      amount: \(reported.decimal).
      """
    case .totalDiffers(let rise):
      """
      The provider's total has risen by \(rise) since this operation was requested. Name an amount up to that, or have the \
      provider asked again.
      """
    case .money(let error): error.description
    }
  }
}

extension Refusal.Shortage {
  fileprivate var text: String {
    switch self {
    case .notAuthorized: "Nothing is authorized yet: the provider is still deciding. Try again when it has."
    case .captured: "All of it is captured already."
    case .released(.afterCapture):
      "The payment was captured in part, and the provider released the rest: it captures once."
    case .released(.lapsed):
      "The authorization has lapsed because it was not captured in time. The buyer must pay again."
    case .released(.byBuyer): "The buyer has had the authorization released; nothing is held any more."
    case .released(.byMerchant): "The merchant has voided the authorization; nothing is held any more."
    case .released(.byProvider): "The provider has released the authorization; nothing is held any more."
    case .declined: "The provider has refused the payment; nothing is held any more."
    case .notCaptured: "Nothing is captured, so there is nothing to refund. Void the authorization instead."
    case .refunded: "All of it is refunded already, or being refunded."
    }
  }
}
