import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

/// The notifications of a `MemoryStore`.
struct MemoryInbox {
  private(set) var entries: [InboxNumber: InboxEntry] = [:]
  /// The moments of the entries that are due then.
  private(set) var dueAt: [InboxNumber: Moment] = [:]
  private var last: InboxNumber = 0

  private mutating func set(_ number: InboxNumber, _ entry: InboxEntry?) {
    entries[number] = entry
    dueAt[number] = entry?.dueAt
  }

  mutating func add(_ entry: InboxEntry, _ limits: InboxLimits) {
    last += 1
    set(last, entry)
    let oldest = entry.receivedAt - limits.memory
    for (number, entry) in entries where !entry.state.isOpen && (entry.closedAt ?? oldest) < oldest { set(number, nil) }
    let unmatched = entries.filter { $0.value.account == entry.account && $0.value.state == .unmatched }.keys
    for number in unmatched.sorted(by: >).dropFirst(limits.unmatched) {
      _ = change(number) { $0.leaveUnmatched(until: nil, at: entry.receivedAt) }
    }
  }

  /// - Returns: True if the entry changed.
  mutating func change(_ number: InboxNumber, _ body: (inout InboxEntry) -> Void) -> Bool {
    guard let old = entries[number] else { return false }
    var new = old
    body(&new)
    set(number, new)
    return new != old
  }

  mutating func wake(naming reference: ProviderReference, _ account: ProviderAccountID) {
    for (number, entry) in entries where entry.account == account && entry.references.contains(reference) {
      _ = change(number) { $0.becomeDue() }
    }
  }

  mutating func bringForward(to now: Moment) {
    for (number, moment) in dueAt { _ = change(number) { $0.dueAt = min(moment, now) } }
  }

  mutating func enter(_ notification: NotificationChange) {
    _ = change(notification.number) { $0.apply(notification) }
  }

  var counts: [InboxCount] {
    Dictionary(grouping: entries.values) {
      InboxCount(account: $0.account, state: $0.state, isRecognised: $0.isRecognised, count: 0)
    }.map { group, entries in
      var count = group
      count.count = entries.count
      return count
    }
  }
}

extension MemoryTables {
  mutating func accept(_ entry: InboxEntry, _ limits: InboxLimits) -> InboxAcceptance {
    let known = inbox.entries.first { $0.value.account == entry.account && $0.value.identity == entry.identity }
    if let known {
      if inbox.change(known.key, { _ = $0.comeAgain(at: entry.receivedAt) }) { flushes += 1 }
      return .repeated
    }
    guard entry.isAuthenticated || owner(of: entry) != nil else { return .foreign }
    inbox.add(entry, limits)
    flushes += 1
    return .kept
  }

  mutating func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) -> Bool {
    guard let entry = inbox.entries[number], entry.state.isOpen, owner(of: entry) == nil else { return false }
    if inbox.change(number, { $0.leaveUnmatched(until: moment, at: now) }) { flushes += 1 }
    return true
  }

  /// - Parameter rank: The place of a server among several: it takes its part of those that name no checkout.
  mutating func dueNotifications(
    at now: Moment, _ demand: CommandDemand, _ member: MemoryMember?, _ rank: MemoryRank?
  ) -> [DueNotification] {
    let due = inbox.dueAt.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .compactMap { number, _ in inbox.entries[number].map { (number, $0) } }
    var found: [DueNotification] = []
    for (number, entry) in due where entry.account == demand.account && found.count < demand.limit {
      if let checkout = owner(of: entry) {
        guard let fence = claim(checkout, by: member) else { continue }
        found.append(DueNotification(number, entry, checkout: checkout, fence: fence))
      } else if rank.map({ Int(number) % $0.servers == $0.index }) ?? true {
        found.append(DueNotification(number, entry, checkout: nil))
      }
    }
    return found
  }

  func owner(of entry: InboxEntry) -> CheckoutID? {
    entry.references.lazy.compactMap { reference in
      references[Reference(account: entry.account, reference: reference)]
    }.first
  }
}

/// The webhook deliveries of a `MemoryStore`.
struct MemoryWebhooks {
  private(set) var deliveries: [WebhookDelivery.ID: WebhookDelivery] = [:]
  /// The moments of those that are due then.
  private var dueAt: [WebhookDelivery.ID: Moment] = [:]
  /// The closing of the oldest closed one, or an earlier moment.
  private var firstClosed: Moment?

  private mutating func set(_ delivery: WebhookDelivery) {
    deliveries[delivery.id] = delivery
    dueAt[delivery.id] = delivery.dueAt
    if let closed = delivery.closedAt { firstClosed = min(firstClosed ?? closed, closed) }
  }

  private mutating func forget(closedBefore oldest: Moment) {
    guard let first = firstClosed, first < oldest else { return }
    deliveries = deliveries.filter { ($0.value.closedAt ?? oldest) >= oldest }
    firstClosed = deliveries.values.compactMap(\.closedAt).min()
  }

  /// - Throws: `StoreError.inconsistent`.
  func require(_ change: Change, of checkout: CheckoutID) throws(StoreError) {
    var new: Set<WebhookDelivery.ID> = []
    for delivery in change.webhooks {
      try delivery.requireBelonging(to: checkout)
      guard delivery.id.message.sequence > 0, deliveries[delivery.id] == nil, new.insert(delivery.id).inserted else {
        throw .inconsistent("a message twice")
      }
    }
    for update in change.deliveries {
      if let delivery = deliveries[update.id] { try delivery.requireBelonging(to: checkout) }
    }
  }

  mutating func enter(_ change: Change) {
    for delivery in change.webhooks {
      set(delivery)
      forget(closedBefore: delivery.createdAt - WebhookDelivery.memory)
    }
    for update in change.deliveries {
      guard var delivery = deliveries[update.id] else { continue }
      _ = delivery.apply(update.change)
      set(delivery)
    }
  }

  mutating func bringForward(to now: Moment) {
    for (id, moment) in dueAt {
      guard var delivery = deliveries[id] else { continue }
      delivery.dueAt = min(moment, now)
      set(delivery)
    }
  }

  func due(at now: Moment, _ endpoint: WebhookEndpointID) -> [WebhookDelivery.ID] {
    dueAt.compactMap { id, dueAt -> (Moment, WebhookMessageID)? in
      id.endpoint == endpoint && dueAt <= now ? (dueAt, id.message) : nil
    }.sorted {
      ($0.0, $0.1.checkout, $0.1.sequence) < ($1.0, $1.1.checkout, $1.1.sequence)
    }.map { WebhookDelivery.ID(endpoint: endpoint, message: $0.1) }
  }

  func next(after now: Moment, _ endpoints: [WebhookEndpointID]) -> Moment? {
    dueAt.filter { $0.value > now && endpoints.contains($0.key.endpoint) }.values.min()
  }

  func deliveries(_ filter: WebhookFilter, limit: Int) -> [WebhookDelivery] {
    let found = deliveries.values.filter { delivery in
      let (message, endpoint) = (delivery.id.message, delivery.id.endpoint)
      return (filter.checkout ?? message.checkout) == message.checkout
        && (filter.sequence ?? message.sequence) == message.sequence && (filter.endpoint ?? endpoint) == endpoint
        && (filter.state ?? delivery.state) == delivery.state
        && filter.after.map { WebhookPlace(delivery) < $0 } ?? true
    }
    return Array(found.sorted { WebhookPlace($0) > WebhookPlace($1) }.prefix(limit))
  }

  var backlog: [WebhookBacklog] {
    var backlogs: [WebhookEndpointID: WebhookBacklog] = [:]
    for delivery in deliveries.values where delivery.state != .delivered {
      var backlog = backlogs[delivery.id.endpoint] ?? WebhookBacklog(endpoint: delivery.id.endpoint)
      if delivery.state == .parked {
        backlog.parked += 1
      } else {
        backlog.waiting += 1
        backlog.oldest = min(backlog.oldest ?? delivery.createdAt, delivery.createdAt)
      }
      backlogs[delivery.id.endpoint] = backlog
    }
    return backlogs.values.sorted { $0.endpoint < $1.endpoint }
  }
}
