import FerryCheckout
import FerryCore
import Foundation
import HTTPTypes
import Logging
import Metrics
import NIOConcurrencyHelpers

extension Engine {
  /// Begins the due deliveries that there is a place for.
  /// - Returns: The time of the next look.
  /// - Throws: `StoreError.stopped`.
  func beginDeliveries(
    at now: Moment, under lease: Int64?, in group: inout ThrowingDiscardingTaskGroup<any Error>
  ) async throws -> Moment? {
    guard let webhooks, !webhooks.endpoints.isEmpty else { return nil }
    var pauses: [Moment] = []
    var demands: [WebhookDemand] = []
    for endpoint in webhooks.endpoints {
      if let pause = deliveriesInFlight.pause(of: endpoint.id, at: now) {
        pauses.append(pause)
      } else {
        // A checkout's messages are sent one at a time, and those in flight are still due in the store.
        demands.append(WebhookDemand(endpoint.id, limit: webhooks.mostAtOnce * 8))
      }
    }
    do {
      let due = try await store.dueDeliveries(at: now, demands)
      for delivery in due.deliveries {
        let id = delivery.id
        guard let endpoint = webhooks[id.endpoint], deliveriesInFlight.begin(id, atMost: share(of: webhooks.mostAtOnce))
        else {
          continue
        }
        group.addTask { [self] in
          let nextTry = await deliver(delivery, under: lease, to: endpoint, webhooks)
          // A look while it was in flight has skipped it.
          if deliveriesInFlight.finish(id) { wakeUp.raise() }
          lookInTime(for: nextTry)
        }
      }
      return (pauses + [due.next].compactMap(\.self)).min()
    } catch StoreError.stopped {
      throw StoreError.stopped
    } catch {
      log(error, "The store could not be read for due deliveries.")
      return now + .seconds(1)
    }
  }

  /// Sends a message once and records the result. After a failure here it stays stored, and is retried.
  /// - Returns: The time of the retry.
  private func deliver(
    _ due: DueDelivery, under lease: Int64?, to endpoint: WebhookEndpoint, _ webhooks: Webhooks
  ) async -> Moment? {
    let id = due.id
    do {
      guard let delivery = try await store.delivery(id), delivery.state == .waiting,
        let seen = try await store.file(id.message.checkout), seen.fence == due.fence, holds(lease)
      else { return nil }
      let began = time.now
      let result = await attempt(delivery, of: seen.checkout, to: endpoint, by: webhooks, at: began)
      if Task.isCancelled, result.status == nil { return nil }
      let now = time.now
      pause(after: result, from: endpoint, at: now)
      let change = change(after: result, delivery.attempts + 1, at: now, webhooks.schedule)
      let elapsed = now.since(began).wholeMilliseconds
      let counts = try await whenAvailable {
        try await update(id.message.checkout, mayWait: true) { file, written in
          // Another server sends it by now: only that it has arrived counts.
          guard file.isStillOwn(since: seen, written) || result.isSuccess else { return false }
          // After a power cut the message is sent again, under the same id.
          written.waits = true
          written.deliveries.append(WebhookUpdate(id, change))
          written.log.append(
            LogEntry(
              at: now,
              .webhook(
                delivery.body.type.rawValue, endpoint: endpoint.id.text, result: change.text(of: result),
                milliseconds: elapsed)))
          return true
        }
      }
      guard counts else { return nil }
      count(change, of: endpoint)
      if case .putOff(let until, _) = change { return until }
      return nil
    } catch StoreError.stopped {
      // The next process will send it again.
      return nil
    } catch is CancellationError {
      return nil
    } catch {
      log(
        error, "A delivery could not be recorded.",
        metadata: ["webhook": "\(id.message)", "endpoint": "\(endpoint.id)"])
      // It is still due in the store.
      try? await time.sleep(for: backoff.wait(after: 3, randomness))
      return time.now
    }
  }

  private func attempt(
    _ delivery: WebhookDelivery, of checkout: Checkout, to endpoint: WebhookEndpoint, by webhooks: Webhooks,
    at now: Moment
  ) async -> WebhookResult {
    // Another shop or mode may have had the endpoint's name before.
    guard endpoint.isFor(checkout) else { return .notSent(.removed) }
    // A person may have resent it through another server.
    if let resentAt = delivery.resentAt { deliveriesInFlight.reopen(endpoint.id, at: resentAt) }
    if deliveriesInFlight.isGone(endpoint.id) { return .notSent(.gone) }
    // Texts and whole numbers only: encoding cannot fail.
    guard let body = try? Array(JSONEncoder.sorted.encode(delivery.body)) else { return .failed(.broken) }
    let signature = WebhookSignature(
      signing: body, id: delivery.id.message.text, at: now, secrets: endpoint.secrets)
    var headers: HTTPFields = [.contentType: "application/json", .userAgent: "Ferry"]
    for (name, value) in signature.fields {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    do {
      return .answered(
        try await webhooks.transport.post(
          WebhookRequest(url: endpoint.url, headers: headers, body: body), timeout: webhooks.timeout))
    } catch {
      return .failed(error)
    }
  }

  /// Pauses or closes an endpoint by its answer (Standard Webhooks, "Delivery success and failure").
  private func pause(after result: WebhookResult, from endpoint: WebhookEndpoint, at now: Moment) {
    guard case .answered(let answer) = result else { return }
    switch answer.status {
    case 410:
      guard deliveriesInFlight.close(endpoint.id, at: now) else { return }
      logger.error(
        "A webhook endpoint answers 410 Gone. It gets no more messages; remove it from the settings, or restart the server.",
        metadata: ["endpoint": "\(endpoint.id)"])
    case 429, 502, 503, 504:
      let wait = min(max(answer.retryAfter ?? .seconds(5), .seconds(1)), .seconds(3600))
      deliveriesInFlight.pause(endpoint.id, until: now + wait)
    default: break
    }
  }

  private func change(
    after result: WebhookResult, _ attempts: Int, at now: Moment, _ schedule: WebhookSchedule
  ) -> WebhookDeliveryChange {
    if result.isSuccess { return .delivered(at: now, result: result.text) }
    let wait = result.isFinal ? nil : schedule.wait(after: attempts, asked: result.retryAfter, randomness)
    guard let wait else { return .parked(at: now, result: result.text) }
    return .putOff(until: now + wait, result: result.text)
  }

  private func count(_ change: WebhookDeliveryChange, of endpoint: WebhookEndpoint) {
    Counter(
      label: "ferry_webhooks_total", dimensions: [("endpoint", endpoint.id.text), ("result", change.name)]
    ).increment()
    if case .parked = change {
      logger.warning("A webhook was given up.", metadata: ["endpoint": "\(endpoint.id)"])
    }
  }
}

extension WebhookDeliveryChange {
  /// The name in metrics.
  fileprivate var name: String {
    switch self {
    case .delivered: "delivered"
    case .putOff: "failed"
    case .parked: "parked"
    case .sentAgain: "sent again"
    }
  }

  /// The words of the timeline.
  fileprivate func text(of result: WebhookResult) -> String {
    switch self {
    case .parked: result.text + WebhookResult.givenUp
    case .delivered, .putOff, .sentAgain: result.text
    }
  }
}

/// The deliveries in flight, so that no message is sent twice at once, no endpoint gets too many at once, and the messages
/// of a checkout are sent one after the other.
final class DeliveriesInFlight: Sendable {
  private struct Line: Hashable {
    var endpoint: WebhookEndpointID
    var checkout: CheckoutID
  }

  private struct State {
    var lines: Set<Line> = []
    var perEndpoint: [WebhookEndpointID: Int] = [:]
    /// Endpoints with a delivery that waits for the end of another.
    var awaited: Set<WebhookEndpointID> = []
    var pausedUntil: [WebhookEndpointID: Moment] = [:]
    /// When an endpoint has answered 410 Gone.
    var gone: [WebhookEndpointID: Moment] = [:]
  }

  private let state = NIOLockedValueBox(State())

  /// The end of an endpoint's pause, if it has asked for one.
  func pause(of endpoint: WebhookEndpointID, at now: Moment) -> Moment? {
    state.withLockedValue { $0.pausedUntil[endpoint].flatMap { $0 > now ? $0 : nil } }
  }

  func pause(_ endpoint: WebhookEndpointID, until moment: Moment) {
    state.withLockedValue { $0.pausedUntil[endpoint] = max(moment, $0.pausedUntil[endpoint] ?? moment) }
  }

  /// Returns true if an endpoint has answered 410 Gone, until a restart or until a person resends a message.
  func isGone(_ endpoint: WebhookEndpointID) -> Bool { state.withLockedValue { $0.gone[endpoint] != nil } }

  /// - Returns: True if it was open.
  func close(_ endpoint: WebhookEndpointID, at now: Moment) -> Bool {
    state.withLockedValue { state in
      guard state.gone[endpoint] == nil else { return false }
      state.gone[endpoint] = now
      return true
    }
  }

  /// A person resends messages through this server.
  func reopen(_ endpoint: WebhookEndpointID) {
    state.withLockedValue { state in
      state.gone[endpoint] = nil
      state.pausedUntil[endpoint] = nil
    }
  }

  /// A person has resent a message at a moment; that reopens an endpoint that was gone before.
  func reopen(_ endpoint: WebhookEndpointID, at moment: Moment) {
    state.withLockedValue { state in
      if let goneAt = state.gone[endpoint], goneAt <= moment { state.gone[endpoint] = nil }
    }
  }

  /// Begins a delivery if it may be begun now.
  func begin(_ id: WebhookDelivery.ID, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.perEndpoint[id.endpoint, default: 0] < limit,
        state.lines.insert(Line(endpoint: id.endpoint, checkout: id.message.checkout)).inserted
      else {
        state.awaited.insert(id.endpoint)
        return false
      }
      state.perEndpoint[id.endpoint, default: 0] += 1
      return true
    }
  }

  /// - Returns: True if another delivery waited for it.
  func finish(_ id: WebhookDelivery.ID) -> Bool {
    state.withLockedValue { state in
      state.lines.remove(Line(endpoint: id.endpoint, checkout: id.message.checkout))
      state.perEndpoint[id.endpoint, default: 1] -= 1
      return state.awaited.remove(id.endpoint) != nil
    }
  }
}
