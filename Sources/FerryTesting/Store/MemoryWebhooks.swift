import FerryCheckout
import FerryCore
import FerryEngine

/// The messages that a `MemoryStore` holds.
struct MemoryWebhooks {
  private(set) var deliveries: [WebhookDelivery.ID: WebhookDelivery] = [:]
  var routes: [WebhookRoute] = []

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
      deliveries[delivery.id] = delivery
      let oldest = delivery.createdAt - WebhookDelivery.memory
      deliveries = deliveries.filter { ($0.value.closedAt ?? oldest) >= oldest }
    }
    for update in change.deliveries { _ = deliveries[update.id]?.take(update.change) }
  }

  mutating func hasten(to now: Moment) {
    for (id, delivery) in deliveries {
      if let dueAt = delivery.dueAt, dueAt > now { deliveries[id] = delivery.due(at: now) }
    }
  }

  func due(at now: Moment, _ demands: [WebhookDemand]) -> DueDeliveries {
    var due: [WebhookDelivery.ID] = []
    var next: Moment?
    for demand in demands {
      let waiting = deliveries.values.compactMap { delivery in
        delivery.id.endpoint == demand.endpoint ? delivery.dueAt.map { ($0, delivery.id.message) } : nil
      }
      due += waiting.filter { $0.0 <= now }.sorted {
        ($0.0, $0.1.checkout, $0.1.sequence) < ($1.0, $1.1.checkout, $1.1.sequence)
      }.prefix(demand.limit).map { WebhookDelivery.ID(endpoint: demand.endpoint, message: $0.1) }
      next = ([next] + waiting.map { $0.0 > now ? $0.0 : nil }).compactMap(\.self).min()
    }
    return DueDeliveries(deliveries: due, next: next)
  }

  func deliveries(_ filter: WebhookFilter, limit: Int) -> [WebhookDelivery] {
    let found = deliveries.values.filter { delivery in
      let (message, endpoint) = (delivery.id.message, delivery.id.endpoint)
      return (filter.checkout ?? message.checkout) == message.checkout
        && (filter.sequence ?? message.sequence) == message.sequence && (filter.endpoint ?? endpoint) == endpoint
        && (filter.state ?? delivery.state) == delivery.state
    }
    let sorted = found.sorted { left, right in
      let (one, other) = (left.id.message, right.id.message)
      let (newest, next) = (
        (left.createdAt, one.checkout, one.sequence), (right.createdAt, other.checkout, other.sequence)
      )
      return newest == next ? left.id.endpoint < right.id.endpoint : newest > next
    }
    return Array(sorted.prefix(limit))
  }

  var backlog: [WebhookBacklog] {
    var backlogs: [WebhookEndpointID: WebhookBacklog] = [:]
    for delivery in deliveries.values {
      let endpoint = delivery.id.endpoint
      switch delivery.state {
      case .waiting:
        var backlog = backlogs[endpoint] ?? WebhookBacklog(endpoint: endpoint)
        backlog.waiting += 1
        backlog.oldest = min(backlog.oldest ?? delivery.createdAt, delivery.createdAt)
        backlogs[endpoint] = backlog
      case .parked: backlogs[endpoint, default: WebhookBacklog(endpoint: endpoint)].parked += 1
      case .delivered: break
      }
    }
    return backlogs.values.sorted { $0.endpoint < $1.endpoint }
  }
}

extension WebhookDelivery {
  fileprivate func due(at moment: Moment) -> WebhookDelivery {
    WebhookDelivery(
      id, body, createdAt: createdAt, state: state, attempts: attempts, dueAt: moment, closedAt: closedAt,
      lastResult: lastResult)
  }
}
