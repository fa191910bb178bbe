import FerryCore

/// An authorization that nobody captures is let go by the provider after a while. That is said before, and asked about then.
extension Checkout {
  /// When it is to be said that what is authorized is about to lapse.
  var lapseWarningAt: Moment? {
    guard let warning = profile.lapseWarning, let payment = idleAuthorization, payment.lapseWarnedAt == nil else {
      return nil
    }
    return payment.lapsesAt.map { $0 - warning }
  }

  /// When the provider is asked whether the authorization has lapsed: when it should have, and from then on until it has
  /// said so.
  var lapseInquiryAt: Moment? {
    guard let lapsesAt = idleAuthorization?.lapsesAt, inquiry.command == nil else { return nil }
    return inquiry.lastAsked < lapsesAt ? lapsesAt : inquiry.lastAsked + profile.pendingWait(inquiry.asked)
  }

  mutating func warnOfLapse(_ now: Moment) {
    guard let lapseWarningAt, lapseWarningAt <= now else { return }
    payment?.lapseWarnedAt = now
  }

  /// The payment, if it is held and nothing is being done about it.
  private var idleAuthorization: Payment? {
    guard phase == .paid, let payment, payment.capturable.isPositive, payment.current == nil else { return nil }
    return payment
  }
}
