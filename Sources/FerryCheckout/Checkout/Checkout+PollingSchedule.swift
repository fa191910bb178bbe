public import FerryCore

/// When the checkout acts by itself: it asks the provider, expires, warns of a lapse, or becomes overdue.
extension Checkout {
  /// When the timer is to fire if nothing happens before; nil for never.
  public var wakeAt: Moment? {
    switch phase {
    case .open, .reviewing, .confirmed: expiresAt
    case .selecting(let selecting):
      if selecting.question == nil, let unclear = selecting.unclear {
        min(profile.pendingQuestion(since: unclear.began, after: unclear.last), expiresAt)
      } else {
        expiresAt
      }
    case .authorizing(let authorizing): authorizing.ending == nil ? expiresAt : nil
    case .paying(let paying): min(paying.since + profile.quietWait(paying.asked), expiresAt)
    case .settling(let settling):
      settling.command == nil ? pendingQuestion(since: settling.began, after: settling.lastAsked) : nil
    case .closing(let closing):
      closing.command == nil ? pendingQuestion(since: closing.began, after: closing.lastAsked) : nil
    case .paid: [inquiryAt, checkAt, lapseWarningAt, lapseInquiryAt, disputeQuestionAt].compactMap(\.self).min()
    case .declined, .cancelled, .expired: [inquiryAt, disputeQuestionAt].compactMap(\.self).min()
    case .held: [isAskedOnWhileHeld ? inquiryAt : nil, disputeQuestionAt].compactMap(\.self).min()
    }
  }

  private func pendingQuestion(since began: Moment, after last: Moment) -> Moment {
    min(profile.pendingQuestion(since: began, after: last), holdAt ?? .never)
  }

  /// When a payment that the provider is deciding about is held; nil if it decides about none.
  private var holdAt: Moment? { payment?.isPending == true ? overdueAt : nil }

  /// True if the provider has been deciding for too long, so that a person has to look.
  func isUndecided(at now: Moment) -> Bool { holdAt.map { $0 <= now } ?? false }

  /// The beginning of the wait for the next question to the provider: when the buyer left, the last question, or the answer
  /// that began the wait. Nil if none is due.
  public var asksSince: Moment? {
    guard wakeAt != nil else { return nil }
    return switch phase {
    case .selecting(let selecting): selecting.unclear?.last
    case .paying(let paying): paying.since
    case .settling(let settling): settling.lastAsked
    case .closing(let closing): closing.lastAsked
    case .paid, .declined, .cancelled, .expired, .held: inquiry.waitsSince
    case .open, .reviewing, .confirmed, .authorizing: nil
    }
  }

  /// The last question to the provider, about the payment or a dispute. Nil if no other is due.
  public var lastQuestionAt: Moment? {
    let disputes = (payment?.disputes ?? []).compactMap { $0.questionAt == nil ? nil : $0.askedAt }
    return (disputes + [asksSince].compactMap(\.self)).max()
  }

  /// True for a held checkout that the provider may still decide: its answer counts, and nobody has to ask for it.
  var isAskedOnWhileHeld: Bool {
    switch phase {
    case .held(.undecided): true
    case .held(.unknownOutcome): payment?.current?.state == .unknown
    default: false
    }
  }

  // MARK: Pending decisions

  /// When the provider of a final checkout, or of one held for this, is asked again about money that is undecided or
  /// unknown, or may still come.
  private var inquiryAt: Moment? {
    guard awaitsDecision, inquiry.command == nil else { return nil }
    let next = profile.pendingQuestion(since: inquiry.began ?? inquiry.lastAsked, after: inquiry.waitsSince)
    // The last question comes at the end of the time, even if the provider has said before that the page has ended.
    guard payment == nil, let pageOpenUntil = inquiry.pageOpenUntil else { return next }
    return providerSession.end == nil ? min(next, pageOpenUntil) : pageOpenUntil
  }

  /// True if money is undecided or unknown, or may come late.
  var awaitsDecision: Bool {
    guard let payment else { return mayBeAuthorizedLate }
    return payment.isPending || payment.operations.contains { $0.state == .pending || $0.state == .unknown }
  }

  /// True if the buyer may still authorize on the payment page of a checkout that has ended.
  private var mayBeAuthorizedLate: Bool {
    inquiry.pageOpenUntil.map { inquiry.lastAsked < $0 } ?? false
  }

  /// Goes on asking about a checkout that ends while the buyer may be on a payment page that no call ends: for as long as a
  /// new checkout could be paid. A held one may have a page that the provider does not end yet, or a settlement request that had no
  /// answer and may still arrive.
  mutating func keepAskingWhilePageIsOpen(from now: Moment) {
    guard profile.cancelReport == .returnLink || phase.name == .held, agreed != nil, session != nil, payment == nil,
      inquiry.pageOpenUntil == nil
    else { return }
    inquiry.keepAsking(until: now + profile.lifetime, from: now)
  }

  // MARK: Money that stands

  /// When the provider is asked about a payment that nothing is being done about: somebody may move its money in the
  /// provider's console, and nobody need tell us. An authorization is checked regularly, captured money more and more
  /// rarely and not for ever.
  private var checkAt: Moment? {
    guard phase == .paid, let payment, payment.current == nil, inquiry.command == nil else { return nil }
    let shorten = shortening
    if payment.capturable.isPositive {
      // Without a lapse the checks would never end.
      guard let interval = profile.authorizedCheck, let lapsesAt = payment.lapsesAt else { return nil }
      let next = inquiry.lastAsked + shorten(interval)
      // From then on `lapseInquiryAt` asks.
      return next < lapsesAt ? next : nil
    }
    guard payment.kept > 0 else { return nil }
    return profile.paidChecks.map { createdAt + shorten($0) }.filter { $0 > inquiry.lastAsked }.min()
  }

  /// The delay of a check, if only a check is due: nobody waits for its answer.
  public func checkDelay(at now: Moment) -> Duration? {
    guard let checkAt, checkAt <= now, [inquiryAt, lapseWarningAt, lapseInquiryAt].allSatisfy({ $0 ?? .never > now })
    else { return nil }
    return now.since(checkAt)
  }

  /// Shortens by up to an eighth, depending on the checkout's id, so that checkouts that were paid in one minute are
  /// not all asked about in one minute.
  private var shortening: (Duration) -> Duration {
    // FNV-1a, which is the same in every process.
    let digest = id.text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return { .milliseconds($0.wholeMilliseconds - $0.wholeMilliseconds / 8 / 1024 * Int64(digest & 1023)) }
  }

  // MARK: Lapse of an authorization

  private var lapseWarningAt: Moment? {
    guard let warning = profile.lapseWarning, let payment = idleAuthorization, payment.lapseWarnedAt == nil else {
      return nil
    }
    return payment.lapsesAt.map { $0 - warning }
  }

  /// When the provider is asked if the authorization has lapsed: at the time of the lapse, and again until it says so, or the
  /// checkout is overdue.
  private var lapseInquiryAt: Moment? {
    guard let lapsesAt = idleAuthorization?.lapsesAt, inquiry.command == nil else { return nil }
    guard inquiry.lastAsked >= lapsesAt else { return lapsesAt }
    let next = profile.pendingQuestion(since: lapsesAt, after: inquiry.lastAsked)
    return next < lapsesAt + profile.decisionTime ? next : nil
  }

  /// When an authorization is overdue that still stands after its lapse: the provider may never say that it has ended.
  private var lapseOverdueAt: Moment? {
    guard let lapsesAt = idleAuthorization?.lapsesAt, inquiry.lastAsked >= lapsesAt else { return nil }
    return lapsesAt + profile.decisionTime
  }

  func isLapseOverdue(at now: Moment) -> Bool { lapseOverdueAt.map { $0 <= now } ?? false }

  mutating func warnOfLapse(at now: Moment) {
    guard let lapseWarningAt, lapseWarningAt <= now else { return }
    payment?.lapseWarnedAt = now
  }

  private var idleAuthorization: Payment? {
    guard phase == .paid, let payment, payment.capturable.isPositive, payment.current == nil else { return nil }
    return payment
  }

  // MARK: Overdue

  /// The longest wait for an answer before a person looks at it, unless the provider itself says that it is deciding.
  public static let patience = Duration.seconds(3600)

  /// When the checkout becomes overdue if nothing happens before; nil while it waits for the buyer alone. Outstanding
  /// commands are not counted: the caller adds them.
  public var overdueAt: Moment? {
    switch phase {
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .paying, .held: nil
    case .settling(let settling): overdue(since: settling.began, isPending: settling.isPending)
    case .closing(let closing):
      // A session that cannot be ended lives until its own end.
      max(overdue(since: closing.began, isPending: payment?.isPending ?? false), expiresAt + Self.patience)
    case .paid, .declined, .cancelled, .expired: operationOverdueAt ?? lapseOverdueAt
    }
  }

  private var operationOverdueAt: Moment? {
    guard let payment else { return nil }
    let undecided =
      payment.isPending && inquiry.isDecisionAwaited ? createdAt + profile.lifetime + profile.decisionTime : nil
    guard let operation = payment.current else { return undecided }
    switch operation.state {
    // Only a person can find out.
    case .unknown: return operation.requestedAt
    case .pending: return operation.requestedAt + profile.decisionTime
    case .requested, .succeeded, .failed: return undecided
    }
  }

  private func overdue(since began: Moment, isPending: Bool) -> Moment {
    began + (isPending ? profile.decisionTime : Self.patience)
  }
}

extension Moment {
  static let never = Moment(milliseconds: .max)
}
