import FerryCore

extension Checkout {
  /// Takes in what the provider says, in a way that does not depend on the order in which it is said.
  /// - Returns: Why the checkout must be held, if the amounts are not ours.
  mutating func merge(_ observation: Observation) -> HoldReason? {
    if session == nil { session = observation.sessionReference }
    if case .ended(let end) = observation.session { sessionEnd = Self.earlier(sessionEnd, end) }
    if let asked = observation.asked, let agreed, isAskedFor, asked != agreed.total { return .amountMismatch }
    guard let charge = observation.charge else { return nil }
    let currency = content.currency
    guard charge.authorized.currency == currency, charge.captured.currency == currency,
      charge.refunded.currency == currency
    else { return .amountMismatch }
    var merged = payment ?? Payment(reference: charge.reference, currency: currency)
    guard merged.reference == charge.reference else { return .contradiction }
    merged.merge(charge)
    payment = merged
    return nil
  }

  /// Whether our amount has been sent to the provider, so that its echo must equal it.
  private var isAskedFor: Bool {
    switch phase {
    case .authorizing(let authorizing): authorizing.step == .requesting
    case .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: true
    case .open, .selecting, .reviewing: false
    }
  }

  /// Brings the checkout to the end that all observations together allow, if they allow one.
  mutating func conclude(_ now: Moment, _ order: Order) -> [Command]? {
    guard let payment, payment.holdsMoney || payment.declined != nil else {
      guard let sessionEnd, !phase.isFinal else { return nil }
      if let payment, payment.isPending { return nil }
      phase = Self.phase(of: sessionEnd)
      return []
    }
    guard !payment.holdsMoney || !contradicts(payment) else { return hold(.contradiction) }
    guard payment.holdsMoney else {
      guard !phase.isFinal, let reason = payment.declined else { return nil }
      phase = .declined(reason)
      return []
    }
    guard amountsAreOurs(payment) else { return hold(.amountMismatch) }
    guard capture == .manual || payment.captured.isPositive || !payment.isPending else { return nil }
    return take(payment, now, order)
  }

  /// Money is there, and the amount is right.
  private mutating func take(_ payment: Payment, _ now: Moment, _ order: Order) -> [Command] {
    switch phase {
    case .paid: return []
    case .cancelled, .declined: return giveBack(now)
    case .expired:
      guard order.isUnpaid(besides: id), order.live == nil || order.live == id else { return giveBack(now) }
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .held:
      guard order.isUnpaid(besides: id) else {
        phase = .cancelled(.merchant)
        return giveBack(now)
      }
    }
    phase = .paid
    guard capture == .automatic, payment.captured.isZero else { return [] }
    return (try? self.capture(OperationID("\(id.text)-capture"), nil, now)) ?? []
  }

  private func contradicts(_ payment: Payment) -> Bool {
    if payment.captured.isPositive, payment.declined != nil { return true }
    return switch sessionEnd {
    case .cancelledByBuyer, .cancelledByProvider, .declined: true
    // The session's time ran out after the payment was made, or the payment was made just before.
    case .expired, nil: false
    }
  }

  private func amountsAreOurs(_ payment: Payment) -> Bool {
    guard let agreed, payment.authorized == agreed.total else { return false }
    return payment.captured.minorUnits <= payment.authorized.minorUnits
      && (capture == .manual || payment.captured.isZero || payment.captured == agreed.total)
  }

  static func phase(of end: SessionEnd) -> Phase {
    switch end {
    case .cancelledByBuyer: .cancelled(.buyer)
    case .cancelledByProvider: .cancelled(.provider)
    case .declined(let reason): .declined(reason)
    case .expired: .expired
    }
  }

  /// Of two ends that a provider has named, always the same one.
  static func earlier(_ one: SessionEnd?, _ other: SessionEnd) -> SessionEnd {
    guard let one else { return other }
    return rank(one) <= rank(other) ? one : other
  }

  private static func rank(_ end: SessionEnd) -> String {
    switch end {
    case .declined(let reason): "0" + reason.rawValue
    case .cancelledByBuyer: "1"
    case .cancelledByProvider: "2"
    case .expired: "3"
    }
  }
}
