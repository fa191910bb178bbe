package import FerryCore
import FerrySandbox

extension Ledger {
  /// Plans the events that wait for a transaction.
  mutating func schedule(_ transaction: Transaction) {
    let id = transaction.orderID
    if let expiry = transaction.expiresAt { deadlines.add(.expires(id), at: expiry) }
    if let decision = transaction.decision { deadlines.add(.cardDecides(id), at: decision.due) }
    if let refund = transaction.refund { deadlines.add(.refundEnds(id), at: refund.due) }
    if transaction.status == .authorized, let authorizedAt = transaction.authorizedAt {
      deadlines.add(.authorizationLapses(id), at: authorizedAt + rules.authorizationTerm)
    }
  }

  package mutating func advance(to now: Moment) {
    while let (event, moment) = deadlines.next(until: now) { perform(event, at: moment) }
  }

  /// An event that was overtaken by another one does nothing.
  private mutating func perform(_ event: Event, at now: Moment) {
    switch event {
    case .expires(let id): expire(id, at: now)
    case .cardDecides(let id):
      guard let transaction = transactions[id], let decision = transaction.decision, decision.due <= now else { return }
      if decision.isApproved { authorize(transaction, at: now) } else { fail(transaction, at: now) }
    case .authorizationLapses(let id): lapse(id, at: now)
    case .refundEnds(let id):
      guard let refund = transactions[id]?.refund, refund.due <= now else { return }
      endRefund(id, isDeclined: refund.isDeclined, at: now)
    }
  }

  private mutating func expire(_ id: String, at now: Moment) {
    guard var transaction = transactions[id], let expiry = transaction.expiresAt, expiry <= now else { return }
    transaction.expiresAt = nil
    transaction.errorInfo = GatewayError.startExpired.info(rules.codeFamily)
    transaction.note(.expired, at: now)
    publish(transaction, at: now)
  }

  private mutating func lapse(_ id: String, at now: Moment) {
    guard var transaction = transactions[id], transaction.status == .authorized,
      let authorizedAt = transaction.authorizedAt, authorizedAt + rules.authorizationTerm <= now
    else { return }
    transaction.authorizedAt = nil
    transaction.note(rules.lapsedStaysAuthorized ? .authorized : .expired, at: now, "The authorization has lapsed.")
    publish(transaction, at: now)
  }
}
