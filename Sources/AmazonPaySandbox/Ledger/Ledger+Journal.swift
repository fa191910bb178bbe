import FerryCore
import FerrySandbox

extension Ledger {
  /// One change of a ledger in the journal: the changed objects, and the money that moved.
  package struct Entry: Codable, Hashable, Sendable {
    struct Reply: Codable, Hashable {
      let key: IdempotentReply.Key
      let reply: IdempotentReply
    }

    var sessions: [CheckoutSession]?
    var deletedSessions: [String]?
    var permissions: [ChargePermission]?
    var charges: [Charge]?
    var refunds: [Refund]?
    var disputes: [Chargeback]?
    var files: [EvidenceFile]?
    var buyerTokens: [BuyerToken]?
    var reports: [Report]?
    var reportSchedules: [ReportSchedule]?
    var deletedReportSchedules: [String]?
    var subscriptions: [NotificationSubscription]?
    var replies: [Reply]?
    var movements: [MoneyMovement]?
  }

  package mutating func drainEntry() -> Entry? {
    let moved = movements[journaledMovements...]
    journaledMovements = movements.count
    var entry = Entry()
    (entry.sessions, entry.deletedSessions) = sessions.drainChanges()
    entry.permissions = permissions.drainChanges().stored
    entry.charges = charges.drainChanges().stored
    entry.refunds = refunds.drainChanges().stored
    entry.disputes = chargebacks.drainChanges().stored
    entry.files = files.drainChanges().stored
    entry.buyerTokens = buyerTokens.drainChanges().stored
    entry.reports = reports.drainChanges().stored
    (entry.reportSchedules, entry.deletedReportSchedules) = reportSchedules.drainChanges()
    entry.subscriptions = subscriptions.drainChanges().stored
    entry.replies = replies.drainChanges().stored
    if !moved.isEmpty { entry.movements = Array(moved) }
    return entry == Entry() ? nil : entry
  }

  package mutating func restore(_ entry: Entry) {
    sessions.restore(entry.sessions, deleted: entry.deletedSessions)
    permissions.restore(entry.permissions)
    charges.restore(entry.charges)
    refunds.restore(entry.refunds)
    chargebacks.restore(entry.disputes)
    files.restore(entry.files)
    buyerTokens.restore(entry.buyerTokens)
    reports.restore(entry.reports)
    reportSchedules.restore(entry.reportSchedules, deleted: entry.deletedReportSchedules)
    for subscription in entry.subscriptions ?? [] { subscriptions[subscription.owner] = subscription }
    for reply in entry.replies ?? [] { replies[reply.key] = reply }
    movements += entry.movements ?? []
  }

  package mutating func scheduleAll() {
    for session in sessions.sorted {
      if session.state == .open { deadlines.add(.sessionExpires(session.id), at: session.expiresAt) }
      deadlines.add(.sessionIsDeleted(session.id), at: session.deletedAt)
    }
    for permission in permissions.sorted where permission.closed == nil {
      deadlines.add(.permissionExpires(permission.id), at: permission.expiresAt)
    }
    for charge in charges.sorted where charge.state.isOpen {
      if let decision = charge.decision { deadlines.add(.chargeIsDecided(charge.id), at: decision.due) }
      deadlines.add(.authorizationExpires(charge.id), at: charge.expiresAt)
    }
    for refund in refunds.sorted where refund.state == .refundInitiated {
      deadlines.add(.refundIsDecided(refund.id), at: refund.due)
    }
    for chargeback in chargebacks.sorted where chargeback.state == .actionRequired {
      deadlines.add(.disputeExpires(chargeback.id), at: chargeback.respondBy)
    }
  }

  package var wholeEntry: Entry {
    Entry(
      sessions: sessions.sorted, permissions: permissions.sorted, charges: charges.sorted, refunds: refunds.sorted,
      disputes: chargebacks.sorted, files: files.sorted, buyerTokens: buyerTokens.sorted, reports: reports.sorted,
      reportSchedules: reportSchedules.sorted, subscriptions: sortedSubscriptions,
      replies: Array(replies.values), movements: movements)
  }

  package var objectCount: Int {
    sessions.count + permissions.count + charges.count + refunds.count + chargebacks.count + replies.count
      + buyerTokens.count + reports.count + reportSchedules.count
  }
}
