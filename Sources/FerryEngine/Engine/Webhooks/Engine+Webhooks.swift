public import FerryCheckout
public import FerryCore
import Logging

extension Engine {
  /// Parks the messages for endpoints that are not set up any more. If one comes back, a person can resend them.
  func parkForRemoved() async {
    do {
      for backlog in try await store.webhookBacklog() where backlog.waiting > 0 && webhooks?[backlog.endpoint] == nil {
        logger.warning(
          "A webhook endpoint is not set up any more, and its messages are parked.",
          metadata: ["endpoint": "\(backlog.endpoint)", "messages": "\(backlog.waiting)"])
        try await store.park(backlog.endpoint, at: time.now, because: WebhookResult.notSent(.removed).text)
      }
    } catch {
      log(error, "The messages for removed endpoints could not be parked.")
    }
  }

  public func webhookBacklog() async throws -> [WebhookBacklog] {
    let stored = try await store.webhookBacklog()
    let idle = (webhooks?.endpoints ?? []).map(\.id).filter { id in !stored.contains { $0.endpoint == id } }
    return (stored + idle.map { WebhookBacklog(endpoint: $0) }).sorted { $0.endpoint < $1.endpoint }
  }

  public func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery] {
    try await store.deliveries(filter, limit: limit)
  }

  public func sendAgain(
    _ message: WebhookMessageID, to endpoint: WebhookEndpointID? = nil, by person: ActingOperator? = nil
  ) async throws -> [WebhookEndpointID] {
    var filter = WebhookFilter(message)
    filter.endpoint = endpoint
    let known = try await store.deliveries(filter, limit: 1000).map(\.id).filter { webhooks?[$0.endpoint] != nil }
    guard !known.isEmpty else { return [] }
    for id in known { deliveriesInFlight.reopen(id.endpoint) }
    try await update(message.checkout) { [self] file, change in
      change.deliveries += known.map { WebhookUpdate($0, .sentAgain(at: time.now)) }
      change.operatorAddress = person?.address
      change.log.append(LogEntry(sentAgain: message, of: file.checkout, by: person?.name, at: time.now))
    }
    return known.map(\.endpoint).sorted()
  }

  public func sendParkedAgain(
    to id: WebhookEndpointID, of shop: ShopID, _ mode: Mode, by person: ActingOperator? = nil
  ) async throws -> Int? {
    guard let endpoint = webhooks?[id], endpoint.shop == shop, endpoint.mode == mode else { return nil }
    deliveriesInFlight.reopen(id)
    let now = time.now
    let sent = try await store.sendParkedAgain(to: id, by: person?.name, at: now)
    guard sent > 0 else { return sent }
    lookInTime(for: now)
    if let person {
      let act = "\(sent) webhooks of \(id.text) sent again"
      // The messages are sent whether or not this can be kept.
      do {
        try await store.note(JournalEntry(at: now, by: person.name, act, shop: shop, from: person.address))
      } catch {
        log(error, "The journal could not be written.")
      }
    }
    return sent
  }
}
