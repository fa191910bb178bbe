/// Why a payment was declined, as far as a buyer can do something about it.
public enum DeclineReason: String, Codable, Hashable, Sendable, CaseIterable {
  /// The means of payment was refused; another one may work.
  case paymentMethodRefused = "payment-method-refused"
  /// The buyer did not pass the provider's check, such as 3-D Secure.
  case verificationFailed = "verification-failed"
  /// The provider refused without a reason that helps the buyer.
  case refused
  /// The provider took too long; trying again may work.
  case timedOut = "timed-out"
  /// There was no payment page to show: the trouble is the provider's or the account's, the means of payment was never
  /// asked, and nothing was charged. Later, or in another way, it may work.
  case notStarted = "not-started"
}
