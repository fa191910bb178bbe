import FerryCore
import FerrySandbox

extension Ledger {
  /// One change of a ledger in the journal: the changed objects, and the money that moved.
  package struct Entry: Codable, Sendable {
    struct Reply: Codable {
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
}

extension Ledger {
  package mutating func takeEntry() -> Entry? {
    let (objects, moved) = changes.take(movements: movements.count)
    guard !objects.isEmpty || !moved.isEmpty else { return nil }
    var entry = Entry()
    for object in objects {
      switch object {
      case .session(let id):
        if let session = sessions[id] {
          entry.sessions = (entry.sessions ?? []) + [session]
        } else {
          entry.deletedSessions = (entry.deletedSessions ?? []) + [id]
        }
      case .permission(let id): entry.permissions = (entry.permissions ?? []) + [permissions[id]].compactMap(\.self)
      case .charge(let id): entry.charges = (entry.charges ?? []) + [charges[id]].compactMap(\.self)
      case .refund(let id): entry.refunds = (entry.refunds ?? []) + [refunds[id]].compactMap(\.self)
      case .chargeback(let id): entry.chargebacks = (entry.chargebacks ?? []) + [chargebacks[id]].compactMap(\.self)
      case .buyerToken(let token):
        entry.buyerTokens = (entry.buyerTokens ?? []) + [buyerTokens[token]].compactMap(\.self)
      case .report(let id): entry.reports = (entry.reports ?? []) + [reports[id]].compactMap(\.self)
      case .reportSchedule(let id):
        if let schedule = reportSchedules[id] {
          entry.reportSchedules = (entry.reportSchedules ?? []) + [schedule]
        } else {
          entry.deletedReportSchedules = (entry.deletedReportSchedules ?? []) + [id]
        }
      case .subscription(let owner):
        entry.subscriptions = (entry.subscriptions ?? []) + [subscriptions[owner]].compactMap(\.self)
      case .reply(let key):
        guard let reply = replies[key] else { continue }
        entry.replies = (entry.replies ?? []) + [Entry.Reply(key: key, reply: reply)]
      }
    }
    if !moved.isEmpty { entry.movements = Array(movements[moved]) }
    return entry
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
    for reply in entry.replies ?? [] { replies[reply.key] = reply.reply }
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
    _ = changes.take(movements: movements.count)
  }

  package var wholeEntry: Entry {
    Entry(
      sessions: sessions.values.sorted { $0.id < $1.id }, permissions: permissions.values.sorted { $0.id < $1.id },
      charges: charges.values.sorted { $0.id < $1.id }, refunds: refunds.values.sorted { $0.id < $1.id },
      chargebacks: chargebacks.values.sorted { $0.id < $1.id },
      buyerTokens: buyerTokens.values.sorted { $0.token < $1.token }, reports: reports.values.sorted { $0.id < $1.id },
      reportSchedules: reportSchedules.values.sorted { $0.id < $1.id },
      subscriptions: subscriptions.values.sorted { $0.url < $1.url },
      replies: replies.map { Entry.Reply(key: $0.key, reply: $0.value) }, movements: movements)
  }

  package var objectCount: Int {
    sessions.count + permissions.count + charges.count + refunds.count + chargebacks.count + replies.count
      + buyerTokens.count + reports.count + reportSchedules.count
  }
}

/// The changed objects, in the order of their first change.
struct LedgerChanges {
  enum Object: Hashable {
    case session(String)
    case permission(String)
    case charge(String)
    case refund(String)
    case chargeback(String)
    case buyerToken(String)
    case report(String)
    case reportSchedule(String)
    case subscription(Owner)
    case reply(IdempotentReply.Key)
  }

  private(set) var objects: [Object] = []
  /// The number of money movements that were taken.
  private(set) var notedMovements = 0

  mutating func note(_ object: Object) {
    if !objects.contains(object) { objects.append(object) }
  }

  /// Removes and returns the changes.
  /// - Parameter movements: The present number of money movements.
  mutating func take(movements: Int) -> (objects: [Object], movements: Range<Int>) {
    defer {
      objects.removeAll(keepingCapacity: true)
      notedMovements = movements
    }
    return (objects, notedMovements..<movements)
  }
}
