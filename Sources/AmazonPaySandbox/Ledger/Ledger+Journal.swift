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

  package mutating func takeEntry() -> Entry? {
    let (objects, moved) = changes.take(movements: movements.count)
    guard !objects.isEmpty || !moved.isEmpty else { return nil }
    var entry = Entry()
    func add<Object>(_ object: Object?, to list: inout [Object]?) {
      if let object { list = (list ?? []) + [object] }
    }
    for object in objects {
      switch object {
      case .session(let id):
        if let session = sessions[id] {
          add(session, to: &entry.sessions)
        } else {
          add(id, to: &entry.deletedSessions)
        }
      case .permission(let id): add(permissions[id], to: &entry.permissions)
      case .charge(let id): add(charges[id], to: &entry.charges)
      case .refund(let id): add(refunds[id], to: &entry.refunds)
      case .chargeback(let id): add(chargebacks[id], to: &entry.chargebacks)
      case .buyerToken(let token): add(buyerTokens[token], to: &entry.buyerTokens)
      case .report(let id): add(reports[id], to: &entry.reports)
      case .reportSchedule(let id):
        if let schedule = reportSchedules[id] {
          add(schedule, to: &entry.reportSchedules)
        } else {
          add(id, to: &entry.deletedReportSchedules)
        }
      case .subscription(let owner): add(subscriptions[owner], to: &entry.subscriptions)
      case .reply(let key): add(replies[key].map { Entry.Reply(key: key, reply: $0) }, to: &entry.replies)
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
    func sorted<Object>(_ objects: [String: Object]) -> [Object] { objects.sorted { $0.key < $1.key }.map(\.value) }
    return Entry(
      sessions: sorted(sessions), permissions: sorted(permissions), charges: sorted(charges), refunds: sorted(refunds),
      chargebacks: sorted(chargebacks), buyerTokens: sorted(buyerTokens), reports: sorted(reports),
      reportSchedules: sorted(reportSchedules),
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
