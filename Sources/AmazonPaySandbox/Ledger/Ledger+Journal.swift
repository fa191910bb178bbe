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
    var chargebacks: [Chargeback]?
    var buyerTokens: [BuyerToken]?
    var reports: [Report]?
    var reportSchedules: [ReportSchedule]?
    var deletedReportSchedules: [String]?
    var subscriptions: [NotificationSubscription]?
    var replies: [Reply]?
    var movements: [MoneyMovement]?
  }

  package mutating func takeEntry() -> Entry? {
    let moved = movements[journaledMovements...]
    journaledMovements = movements.count
    var entry = Entry()
    (entry.sessions, entry.deletedSessions) = sessions.takeChanges()
    entry.permissions = permissions.takeChanges().stored
    entry.charges = charges.takeChanges().stored
    entry.refunds = refunds.takeChanges().stored
    entry.chargebacks = chargebacks.takeChanges().stored
    entry.buyerTokens = buyerTokens.takeChanges().stored
    entry.reports = reports.takeChanges().stored
    (entry.reportSchedules, entry.deletedReportSchedules) = reportSchedules.takeChanges()
    entry.subscriptions = subscriptions.takeChanges().stored
    entry.replies = replies.takeChanges().stored
    if !moved.isEmpty { entry.movements = Array(moved) }
    return entry == Entry() ? nil : entry
  }

  package mutating func restore(_ entry: Entry) {
    for session in entry.sessions ?? [] { sessions[session.id] = session }
    for id in entry.deletedSessions ?? [] { sessions[id] = nil }
    for permission in entry.permissions ?? [] { permissions[permission.id] = permission }
    for charge in entry.charges ?? [] { charges[charge.id] = charge }
    for refund in entry.refunds ?? [] { refunds[refund.id] = refund }
    for chargeback in entry.chargebacks ?? [] { chargebacks[chargeback.id] = chargeback }
    for token in entry.buyerTokens ?? [] { buyerTokens[token.token] = token }
    for report in entry.reports ?? [] { reports[report.id] = report }
    for schedule in entry.reportSchedules ?? [] { reportSchedules[schedule.id] = schedule }
    for id in entry.deletedReportSchedules ?? [] { reportSchedules[id] = nil }
    for subscription in entry.subscriptions ?? [] { subscriptions[subscription.owner] = subscription }
    for reply in entry.replies ?? [] { replies[reply.key] = reply }
    movements += entry.movements ?? []
  }

  package mutating func scheduleAll() {
    deadlines = DeadlineQueue()
    for session in sessions.values.sorted(by: { $0.id < $1.id }) {
      if session.state == .open { deadlines.add(.sessionExpires(session.id), at: session.expiresAt) }
      deadlines.add(.sessionIsDeleted(session.id), at: session.deletedAt)
    }
    for permission in permissions.values.sorted(by: { $0.id < $1.id }) where permission.closed == nil {
      deadlines.add(.permissionExpires(permission.id), at: permission.expiresAt)
    }
    for charge in charges.values.sorted(by: { $0.id < $1.id }) where charge.state.isOpen {
      if let decision = charge.decision { deadlines.add(.chargeIsDecided(charge.id), at: decision.due) }
      deadlines.add(.authorizationExpires(charge.id), at: charge.expiresAt)
    }
    for refund in refunds.values.sorted(by: { $0.id < $1.id }) where refund.state == .refundInitiated {
      deadlines.add(.refundIsDecided(refund.id), at: refund.due)
    }
    // The restored objects are in the journal.
    _ = takeEntry()
  }

  package var wholeEntry: Entry {
    Entry(
      sessions: sessions.values.sorted { $0.id < $1.id }, permissions: permissions.values.sorted { $0.id < $1.id },
      charges: charges.values.sorted { $0.id < $1.id }, refunds: refunds.values.sorted { $0.id < $1.id },
      chargebacks: chargebacks.values.sorted { $0.id < $1.id },
      buyerTokens: buyerTokens.values.sorted { $0.token < $1.token }, reports: reports.values.sorted { $0.id < $1.id },
      reportSchedules: reportSchedules.values.sorted { $0.id < $1.id },
      subscriptions: subscriptions.values.sorted { $0.url < $1.url }, replies: Array(replies.values),
      movements: movements)
  }

  package var objectCount: Int {
    sessions.count + permissions.count + charges.count + refunds.count + chargebacks.count + replies.count
      + buyerTokens.count + reports.count + reportSchedules.count
  }
}
