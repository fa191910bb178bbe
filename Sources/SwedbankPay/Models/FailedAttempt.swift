public import FerryCore
public import FerryHTTP

/// An attempt to pay that failed, or a failed capture, cancellation or reversal.
public struct FailedAttempt: Sendable, Decodable {
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case failed = "Failed"
    /// The payer ended it.
    case aborted = "Aborted"
  }

  public let created: Moment?
  public let instrument: Open<Instrument>?
  public let number: String?
  /// Nil for captures, cancellations and reversals.
  public let status: Open<Status>?
  /// `Capture` and others; nil for an attempt to pay.
  public let operation: String?
  public let problem: Problem?

  private enum CodingKeys: String, MemberKey { case created, instrument, number, status, operation, problem }
}

/// An event in the life of a payment order.
public struct HistoryEntry: Sendable, Decodable {
  public enum Initiator: String, Hashable, Sendable, CaseIterable {
    case payer = "Payer"
    case payee = "Payee"
    case paymentGateway = "PaymentGateway"
  }

  public enum Name: String, Hashable, Sendable, CaseIterable {
    case created = "PaymentCreated"
    case instrumentSet = "PaymentInstrumentSet"
    case loaded = "PaymentLoaded"
    case instrumentSelected = "PaymentInstrumentSelected"
    case attemptStarted = "PaymentAttemptStarted"
    case attemptAborted = "PaymentAttemptAborted"
    case attemptFailed = "PaymentAttemptFailed"
    case paid = "PaymentPaid"
    case captured = "PaymentCaptured"
    case partiallyCaptured = "PaymentPartiallyCaptured"
    case cancelled = "PaymentCancelled"
    case partiallyCancelled = "PaymentPartiallyCancelled"
    case reversed = "PaymentReversed"
    case partiallyReversed = "PaymentPartiallyReversed"
    case captureFailed = "PaymentCapturedFailed"
    case partialCaptureFailed = "PaymentPartiallyCapturedFailed"
    case cancellationFailed = "PaymentCancelledFailed"
    case partialCancellationFailed = "PaymentPartiallyCancelledFailed"
    case reversalFailed = "PaymentReversedFailed"
    case partialReversalFailed = "PaymentPartiallyReversedFailed"
    case checkinInitiated = "CheckinInitiated"
    case payerCheckedIn = "PayerCheckedIn"
    case payerDetailsRetrieved = "PayerDetailsRetrieved"
  }

  public let name: Open<Name>
  public let created: Moment?
  public let instrument: Open<Instrument>?
  public let number: String?
  public let amount: Money?
  /// True if stored payment details were offered.
  public let prefill: Bool?
  public let initiatedBy: Open<Initiator>?

  private enum CodingKeys: String, MemberKey { case name, created, instrument, number, amount, prefill, initiatedBy }
}
