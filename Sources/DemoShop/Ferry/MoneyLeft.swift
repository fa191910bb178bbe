import FerryCore

/// What became of the money of a checkout that ended without being paid.
enum MoneyLeft: Hashable, Sendable {
  /// Nothing was charged.
  case none
  /// Nothing was charged, and money is still reserved on the buyer's card.
  case reserved(Money)
  /// Charged, and on its way back.
  case returning(Money)
  case returned(Money)

  init(_ payment: PaymentBody?) {
    guard let payment else {
      self = .none
      return
    }
    // What cannot be reckoned counts as all of it.
    let kept = (try? payment.captured.subtracting(payment.refunded)) ?? payment.captured
    if kept.isPositive {
      self = .returning(kept)
    } else if payment.captured.isPositive {
      self = .returned(payment.captured)
    } else if payment.capturable.isPositive {
      self = .reserved(payment.capturable)
    } else {
      self = .none
    }
  }
}
