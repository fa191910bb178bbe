import FerryCore
import FerryHTTP
import PlacetoPay

/// The meaning of a session's status. Those of the session and of its transactions are separate: an approved request, an open
/// session and a declined transaction are one usual answer.
enum SessionMeaning: Equatable {
  /// The buyer can still pay, or a payment is being decided.
  case pending
  case approved
  /// Part was paid, and the rest can still be.
  case approvedPartially
  /// Part was paid, and the rest can no longer be.
  case endedPartially
  case rejected
  case unknown(String)
}

extension SessionInformation {
  var meaning: SessionMeaning {
    switch status.state {
    case .known(.pending), .known(.pendingConfirmation), .known(.pendingValidation), .known(.pendingProcess): .pending
    // The transactions say how much was refunded.
    case .known(.approved), .known(.refunded), .known(.reversed): .approved
    case .known(.approvedPartial): .approvedPartially
    case .known(.partialExpired): .endedPartially
    case .known(.rejected): .rejected
    case .known, .unknown: .unknown(status.state.printable)
    }
  }

  /// PlacetoPay's code of the reason.
  var reason: String? { status.reason?.text }

  /// True if the buyer can do nothing more on its page.
  var isFinal: Bool {
    switch meaning {
    case .approved, .endedPartially, .rejected: true
    case .pending, .approvedPartially, .unknown: false
    }
  }
}

/// The meaning of the status of one attempt of a buyer to pay, or of one operation of the merchant.
enum TransactionMeaning: Equatable {
  case approved
  case pending
  case declined
  /// Refunded or reversed as a whole: the payment itself, or a transaction beside it that refunds it.
  case reversed
  /// Paid, and disputed since. The words are those of the Gateway's base schema; whether a session of Checkout has them is
  /// UNCONFIRMED.
  case disputed(DisputeState)
  /// Not final.
  case unknown(String)

  init(_ state: Open<Status.State>) {
    self =
      switch state {
      case .known(.approved): .approved
      case .known(.pending), .known(.pendingConfirmation), .known(.pendingValidation), .known(.pendingProcess),
        .known(.approvedPartial):
        .pending
      case .known(.rejected), .known(.failed), .known(.partialExpired): .declined
      case .known(.refunded), .known(.reversed): .reversed
      case .known(.dispute): .disputed(.underReview)
      case .known(.disputeWin): .disputed(.won)
      case .known(.disputeLoss), .known(.chargeback): .disputed(.lost)
      case .known, .unknown: .unknown(state.printable)
      }
  }
}

extension Transaction {
  var id: String { internalReference }
  var meaning: TransactionMeaning { TransactionMeaning(status.state) }
  /// PlacetoPay's code of the reason.
  var reason: String? { status.reason?.text }
  /// The requested amount, before a conversion by the acquirer; nil if it cannot be read.
  var requested: Money? { amount?.from }
  /// `requested` as PlacetoPay wrote it.
  var written: WrittenAmount { amount?.requested ?? WrittenAmount(nil, nil) }
  var isApproved: Bool { meaning == .approved }
  /// Nil if it was never disputed.
  var dispute: DisputeState? { if case .disputed(let state) = meaning { state } else { nil } }
  /// True if it moved money, or held it.
  var isPaidOrReversed: Bool { meaning == .approved || meaning == .reversed || dispute != nil }
}
