import AmazonPay

/// Where a command stands that needs more than one request.
enum AmazonPayStage: String {
  case first = ""
  /// The payment is completed, now that the session was seen to hold what the buyer agreed to.
  case complete
  /// The session is read, because the refusal of the first request does not say how it stands.
  case session
  /// The charge is read, whose amounts are the truth about money.
  case charge
  /// Session or charge is read, because nothing definite was said about a request.
  case unknown
  /// An undecided refund is read again, because the charge's total of refunds has risen: by this one or by another.
  case refund
  /// The charge is read, because Amazon said that it has done what was asked for, in words that cannot be read.
  case unreadable
  /// The charge is read, because it must have changed unseen: it does not allow what was asked for.
  case impossible
  /// The charge is read, because the first request was refused in words that do not say how it stands.
  case refused
}
