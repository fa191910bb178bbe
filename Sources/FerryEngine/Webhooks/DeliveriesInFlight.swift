import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// What is being delivered at this moment, so that no message is sent twice at once, no endpoint gets too many at once, and
/// the messages of a checkout go out one after the other.
final class DeliveriesInFlight: Sendable {
  private struct Line: Hashable {
    var endpoint: WebhookEndpointID
    var checkout: CheckoutID
  }

  private struct State {
    var lines: Set<Line> = []
    var perEndpoint: [WebhookEndpointID: Int] = [:]
    /// Endpoints at which something had to wait for another delivery's end.
    var awaited: Set<WebhookEndpointID> = []
    var pausedUntil: [WebhookEndpointID: Moment] = [:]
    var gone: Set<WebhookEndpointID> = []
  }

  private let state = NIOLockedValueBox(State())

  /// When an endpoint may be sent to again, if it has asked to be left alone.
  func pause(of endpoint: WebhookEndpointID, at now: Moment) -> Moment? {
    state.withLockedValue { $0.pausedUntil[endpoint].flatMap { $0 > now ? $0 : nil } }
  }

  func pause(_ endpoint: WebhookEndpointID, until moment: Moment) {
    state.withLockedValue { $0.pausedUntil[endpoint] = max(moment, $0.pausedUntil[endpoint] ?? moment) }
  }

  /// Whether an endpoint wants nothing more: until the process starts anew, or a person has something sent again.
  func isGone(_ endpoint: WebhookEndpointID) -> Bool { state.withLockedValue { $0.gone.contains(endpoint) } }

  /// - Returns: Whether that is new.
  func close(_ endpoint: WebhookEndpointID) -> Bool { state.withLockedValue { $0.gone.insert(endpoint).inserted } }

  func reopen(_ endpoint: WebhookEndpointID) {
    state.withLockedValue { state in
      state.gone.remove(endpoint)
      state.pausedUntil[endpoint] = nil
    }
  }

  /// Whether a delivery may be begun now; if so, it counts as under way.
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

  /// - Returns: Whether something had to wait for it.
  func finish(_ id: WebhookDelivery.ID) -> Bool {
    state.withLockedValue { state in
      state.lines.remove(Line(endpoint: id.endpoint, checkout: id.message.checkout))
      state.perEndpoint[id.endpoint, default: 1] -= 1
      return state.awaited.remove(id.endpoint) != nil
    }
  }
}
