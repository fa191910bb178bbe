import FerryCheckout
public import FerryCore
package import FerryEngine

/// A page of a shop's checkouts, newest first.
public struct CheckoutsBody: Codable, Hashable, Sendable {
  public var checkouts: [ListedCheckoutBody]
  /// The `after` of the next page; absent on the last.
  public var next: String?
}

/// A search of a shop's checkouts.
public struct SearchBody: Codable, Hashable, Sendable {
  public var text: String
  /// The `next` of the page before, with the same text.
  public var after: String?
  public var limit: Int?
}

/// A page of what a search has found, newest first.
public struct FoundCheckoutsBody: Codable, Hashable, Sendable {
  public var checkouts: [ListedCheckoutBody]
  /// The `after` of the next page; absent at the end. A page may be short and not the last.
  public var next: String?
  /// True if a part of the text stands in too many different values, so that only whole words were searched for.
  public var wholeWordsOnly: Bool
}

/// One checkout in a list. Nothing here is about the buyer.
public struct ListedCheckoutBody: Codable, Hashable, Sendable {
  public var id: String
  public var orderReference: String
  public var orderNumber: String
  public var provider: String
  public var phase: PhaseName
  /// Absent before the order is priced and while the checkout is locked: shipping may tell where the buyer lives.
  public var total: Money?
  public var createdAt: Moment
  /// When something of the checkout becomes overdue, or has become so.
  public var overdueAt: Moment?

  init(_ file: CheckoutFile) {
    let checkout = file.checkout
    id = checkout.id.text
    orderReference = file.order.reference
    orderNumber = file.order.number
    provider = checkout.provider.text
    phase = checkout.phase.name
    total = file.listedTotal
    createdAt = checkout.createdAt
    overdueAt = file.overdueAt
  }
}

/// A page of a checkout's timeline, oldest entry first.
public struct TimelineBody: Codable, Hashable, Sendable {
  public var entries: [TimelineEntryBody]
  /// The requests to the provider that are not done yet.
  public var outstanding: [OutstandingBody]
  /// The `after` of the next page; absent on the last.
  public var next: Int64?
}

/// A request to the provider that is not done yet.
public struct OutstandingBody: Codable, Hashable, Sendable {
  /// "read", "capture" and so on.
  public var command: String
  public var failedAttempts: Int
}

/// One entry of a timeline. Members that its kind does not have are absent.
public struct TimelineEntryBody: Codable, Hashable, Sendable {
  public var at: Moment
  /// "event", "call" (to the provider), "webhook", "money", "action" (of an operator), "remark" or "misconfigured" (a person
  /// must fix the settings or the account). Kinds may be added.
  public var kind: String
  /// The event, the command, the webhook's type, the movement of money, the action, the remark itself, or what to fix.
  public var text: String
  /// Of an event: the phase after it.
  public var phase: String?
  /// Of a webhook: the endpoint that it was sent to.
  public var endpoint: String?
  /// Of a call or webhook: its result.
  public var result: String?
  /// Of a call or webhook: how long it took.
  public var milliseconds: Int64?
  /// Of money.
  public var amount: Money?
  /// Of an action: the operator's name in the settings.
  public var by: String?

  package init(_ entry: LogEntry) {
    at = entry.at
    switch entry.what {
    case .event(let name, let phase):
      (kind, text) = ("event", name)
      self.phase = phase
    case .call(let name, let result, let milliseconds):
      (kind, text) = ("call", name)
      self.result = result
      self.milliseconds = milliseconds
    case .webhook(let type, let endpoint, let result, let milliseconds):
      (kind, text) = ("webhook", type)
      self.endpoint = endpoint
      self.result = result
      self.milliseconds = milliseconds
    case .money(let movement, let amount):
      (kind, text) = ("money", movement.rawValue)
      self.amount = amount
    case .action(let name, let person):
      (kind, text) = ("action", name)
      by = person
    case .remark(let remark):
      (kind, text) = ("remark", remark)
    case .misconfigured(let problem):
      (kind, text) = ("misconfigured", problem)
    }
  }
}

/// The latest webhooks of a shop, newest first.
public struct WebhooksBody: Codable, Hashable, Sendable {
  public var webhooks: [ListedWebhookBody]
}

/// A message for one endpoint.
public struct ListedWebhookBody: Codable, Hashable, Sendable {
  /// The `webhook-id`.
  public var id: String
  public var endpoint: String
  public var type: String
  /// "waiting", "delivered" or "parked".
  public var state: String
  public var createdAt: Moment
  public var attempts: Int
  /// The result of the last attempt; absent before the first.
  public var lastResult: String?
  /// Absent unless the message is waiting.
  public var nextAttemptAt: Moment?

  init(_ delivery: WebhookDelivery) {
    id = delivery.id.message.text
    endpoint = delivery.id.endpoint.text
    type = delivery.body.type.rawValue
    state = delivery.state.rawValue
    createdAt = delivery.createdAt
    attempts = delivery.attempts
    lastResult = delivery.lastResult
    nextAttemptAt = delivery.dueAt
  }
}

/// The webhook endpoints of a shop that are set up.
public struct WebhookEndpointsBody: Codable, Hashable, Sendable {
  public var endpoints: [WebhookEndpointBody]
}

/// A webhook endpoint, and how many messages it has not received.
public struct WebhookEndpointBody: Codable, Hashable, Sendable {
  public var name: String
  public var waiting: Int
  public var parked: Int
  /// When the oldest waiting message was written; absent if none waits.
  public var oldestAt: Moment?
}
