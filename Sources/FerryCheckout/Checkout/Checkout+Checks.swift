public import FerryCore

/// Somebody may move a payment's money in the provider's console, and nobody need tell us. So the provider is asked now and
/// then about money that stands: regularly while it is only held, more and more rarely and not for ever once it is captured.
extension Checkout {
  /// When the provider is asked next about a payment that nothing is being done about.
  var checkAt: Moment? {
    guard phase == .paid, let payment, payment.current == nil, inquiry.command == nil else { return nil }
    let shorten = shortening
    if payment.capturable.isPositive {
      // Without a lapse there would be no end.
      guard let interval = profile.authorizedCheck, let lapsesAt = payment.lapsesAt else { return nil }
      let next = inquiry.lastAsked + shorten(interval)
      // From then on it is asked whether it has lapsed.
      return next < lapsesAt ? next : nil
    }
    guard payment.refundable.isPositive else { return nil }
    return profile.paidChecks.map { createdAt + shorten($0) }.filter { $0 > inquiry.lastAsked }.min()
  }

  /// By how much a check is late, where a check is all that is due: nobody waits for its answer.
  public func checkDelay(at now: Moment) -> Duration? {
    guard let checkAt, checkAt <= now, [inquiryAt, lapseWarningAt, lapseInquiryAt].allSatisfy({ $0 ?? .never > now })
    else { return nil }
    return now.since(checkAt)
  }

  /// Up to an eighth less, by the checkout's id: those that were paid in one minute are not all asked about in one minute.
  private var shortening: (Duration) -> Duration {
    // FNV-1a, which gives every process the same.
    let digest = id.text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return { .milliseconds($0.wholeMilliseconds - $0.wholeMilliseconds / 8 / 1024 * Int64(digest & 1023)) }
  }
}

extension Moment {
  fileprivate static let never = Moment(milliseconds: .max)
}
