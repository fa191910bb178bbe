/// The stage of a command that needs more than one request.
enum AmazonPayStage: String {
  case first = ""
  /// The payment is completed, after the session was compared with the agreement.
  case complete
  /// The session is read, because the refusal of the first request does not tell its state.
  case session
  /// The charge is read: its amounts are the truth about money.
  case charge
  /// Session or charge is read, because the outcome of a request is unknown.
  case unknown
  /// A pending refund is read again, because the charge's total of refunds has risen: by this refund or another.
  case refund
  /// The charge is read, because Amazon reported a success in an answer that cannot be read.
  case unreadable
  /// The charge is read, because it does not allow the request: it must have changed outside Ferry.
  case impossible
  /// The charge is read, because the refusal of the first request does not tell its state.
  case refused
}
