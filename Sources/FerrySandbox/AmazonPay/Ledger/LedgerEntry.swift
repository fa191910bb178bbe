import FerryCore

/// One change of a ledger as the journal keeps it: the objects as they are afterwards, and the money that moved. All of
/// it stands in one line, so that a checkout is never completed without its charge.
struct LedgerEntry: Codable {
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
  var deliveries: [NotificationDelivery]?
  var deletedDeliveries: [Int]?
  var subscriptions: [NotificationSubscription]?
  var replies: [Reply]?
  var movements: [MoneyMovement]?
  /// By how much the sandbox's clock was advanced in all, in milliseconds.
  var clockOffset: Int64?
}

extension AmazonPayLedger {
  /// What has changed since the last time, or nil.
  mutating func takeEntry() -> LedgerEntry? {
    let (objects, moved) = changes.take(movements: movements.count)
    guard !objects.isEmpty || !moved.isEmpty else { return nil }
    var entry = LedgerEntry()
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
      case .delivery(let number):
        if let delivery = deliveries[number] {
          entry.deliveries = (entry.deliveries ?? []) + [delivery]
        } else {
          entry.deletedDeliveries = (entry.deletedDeliveries ?? []) + [number]
        }
      case .subscription(let owner):
        entry.subscriptions = (entry.subscriptions ?? []) + [subscriptions[owner]].compactMap(\.self)
      case .reply(let key):
        guard let reply = replies[key] else { continue }
        entry.replies = (entry.replies ?? []) + [LedgerEntry.Reply(key: key, reply: reply)]
      }
    }
    if !moved.isEmpty { entry.movements = Array(movements[moved]) }
    return entry
  }

  /// Takes over an entry of the journal. `scheduleAll` must follow the last one.
  mutating func restore(_ entry: LedgerEntry) {
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
    for delivery in entry.deliveries ?? [] {
      deliveries[delivery.number] = delivery
      lastDelivery = max(lastDelivery, delivery.number)
    }
    for number in entry.deletedDeliveries ?? [] {
      deliveries[number] = nil
      oldestDelivery = max(oldestDelivery, number)
    }
    for subscription in entry.subscriptions ?? [] { subscriptions[subscription.owner] = subscription }
    for reply in entry.replies ?? [] { replies[reply.key] = reply.reply }
    movements += entry.movements ?? []
  }

  /// Plans everything that is still to fall due, after `restore`.
  mutating func scheduleAll() {
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
    for delivery in deliveryList where delivery.state == .waiting {
      deadlines.add(.deliveryIsDue(delivery.number), at: delivery.due)
    }
    // Of what an earlier version kept, no state counts as announced; what it is now is nothing new.
    for (id, permission) in permissions where permission.announced == nil {
      let state = state(of: permission).state
      permissions[id]?.announced = state
    }
    _ = changes.take(movements: movements.count)
  }

  /// Everything in one entry, for a journal that has become long.
  var wholeEntry: LedgerEntry {
    LedgerEntry(
      sessions: sessions.values.sorted { $0.id < $1.id }, permissions: permissions.values.sorted { $0.id < $1.id },
      charges: charges.values.sorted { $0.id < $1.id }, refunds: refunds.values.sorted { $0.id < $1.id },
      chargebacks: chargebacks.values.sorted { $0.id < $1.id },
      buyerTokens: buyerTokens.values.sorted { $0.token < $1.token }, reports: reports.values.sorted { $0.id < $1.id },
      reportSchedules: reportSchedules.values.sorted { $0.id < $1.id }, deliveries: deliveryList,
      subscriptions: subscriptions.values.sorted { $0.url < $1.url },
      replies: replies.map { LedgerEntry.Reply(key: $0.key, reply: $0.value) }, movements: movements)
  }

  var objectCount: Int {
    sessions.count + permissions.count + charges.count + refunds.count + chargebacks.count + replies.count
      + deliveries.count + buyerTokens.count + reports.count + reportSchedules.count
  }
}
