public import FerryCore
public import FerryHTTP

/// A status. Three layers have one: the request (created, refused), the session, and each of its transactions. Decide by
/// `state` only, and by that of the right layer: `ok` in the answer to a new session means that it exists, not that it is
/// paid.
public struct Status: Hashable, Sendable, Decodable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Of a request: it was done. Of a subscription: the payment method is saved.
    case ok = "OK"
    /// Of a request: it was refused. Of a transaction: a technical failure, final.
    case failed = "FAILED"
    /// Of a session: the buyer can pay, or a transaction is undecided. Of a transaction: undecided.
    case pending = "PENDING"
    /// Of a transaction: it waits for `confirm` or `cancelTransaction`.
    case pendingConfirmation = "PENDING_CONFIRMATION"
    /// Identity or payment are checked by people.
    case pendingValidation = "PENDING_VALIDATION"
    /// Of a part of a dispersion: it waits for another part.
    case pendingProcess = "PENDING_PROCESS"
    /// Paid; for a `checkin`, held.
    case approved = "APPROVED"
    /// Of a session: a part is paid, and the buyer can pay the rest. Not final.
    case approvedPartial = "APPROVED_PARTIAL"
    /// Of a session: a part is paid, and the session is expired or cancelled. Final.
    case partialExpired = "PARTIAL_EXPIRED"
    /// Of a session: cancelled, expired, or too many attempts. Of a transaction: declined. Final.
    case rejected = "REJECTED"
    /// Rare: a refunded transaction normally stays approved and has `refunded`.
    case refunded = "REFUNDED"
    case reversed = "REVERSED"
    /// Not of the standard flow, like those that follow; not final.
    case manual = "MANUAL"
    case dispute = "DISPUTE"
    case disputeWin = "DISPUTE_WIN"
    case disputeLoss = "DISPUTE_LOSS"
    case chargeback = "CHARGEBACK"
    case error = "ERROR"
    case unknown = "UNKNOWN"
    /// Mentioned once in the documentation; a cancelled session is `rejected`.
    case canceled = "CANCELED"
  }

  /// The documented reasons. Networks add their own, so log a reason, and do not decide by it.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case success = "00"
    /// Of a session: active, without a transaction. Of a created session: done.
    case processed = "PC"
    /// A transaction is pending.
    case transactionPending = "PT"
    case partiallyApproved = "P0"
    case partiallyExpired = "PX"
    case cancelledByBuyer = "?C"
    case cancelledByMerchant = "MC"
    case expired = "EX"
    /// A rejected session; an invalid token.
    case rejected = "XN"
    case pending = "?-"
    case notProcessed = "BR"
    case declined = "05"
    case authentication = "401"
    case unspecified = "0"
    /// The path does not exist.
    case noSuchPath = "NA"
    /// The request contradicts itself, or is not possible in this state.
    case requestNotValid = "request_not_valid"
    case payerDataNotValid = "payer_data_not_valid"
    case tooManyDispersions = "max_dispersion_error"
    case actionNotAllowed = "action_not_allowed"
    case transactionRequestError = "transaction_request_error"
  }

  public let state: Open<State>
  public let reason: Open<Reason>?
  public let message: String?
  /// ISO 8601, exactly as received. For an open session it is the time of the query.
  public let date: String?

  /// `date` as a time; nil if it is missing or unreadable.
  public var moment: Moment? { date.flatMap { PlacetoPayTime.moment($0) } }

  private enum CodingKeys: String, MemberKey {
    case state = "status"
    case reason, message, date
  }
}

extension Status: CustomStringConvertible {
  /// State and reason, for logs.
  public var description: String {
    let texts = [state.text, reason?.text].compactMap { $0 }
    return String(texts.joined(separator: " ").filter { ("\u{20}"..."\u{7E}").contains($0) }.prefix(80))
  }
}
