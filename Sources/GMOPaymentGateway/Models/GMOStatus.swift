/// The status of a transaction (`StatusWallet` of GMO's interface description). Decide by it only, and take an unknown one
/// as not final.
public enum GMOStatus: String, Codable, Hashable, Sendable, CaseIterable {
  /// Registered. The usual end of an abandoned checkout.
  case unprocessed = "UNPROCESSED"
  /// The payment page is ready, and the buyer has not finished.
  case requestAccepted = "REQSUCCESS"
  /// The authorization is in progress.
  case authorizing = "AUTHPROCESS"
  /// Authorized.
  case authorized = "AUTH"
  /// Captured at once.
  case captured = "CAPTURE"
  /// Captured after an authorization.
  case sales = "SALES"
  /// A refund is accepted, and in progress.
  case refundRequested = "REQRETURN"
  /// Refunded.
  case refunded = "RETURN"
  /// Voided.
  case cancelled = "CANCEL"
  /// The payment failed.
  case failed = "PAYFAIL"
  /// The payment page was not opened or not finished in time.
  case expired = "EXPIRED"
  /// A consent for recurring payments is registered.
  case consentRegistered = "REGISTER"
  /// A consent for recurring payments has ended.
  case consentEnded = "END"

  /// True if the transaction can not change any more.
  public var isFinal: Bool {
    switch self {
    case .refunded, .cancelled, .failed, .expired, .consentEnded: true
    case .unprocessed, .requestAccepted, .authorizing, .authorized, .captured, .sales, .refundRequested,
      .consentRegistered:
      false
    }
  }
}
