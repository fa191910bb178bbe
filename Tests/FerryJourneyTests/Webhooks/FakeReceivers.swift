import FerryCore
import FerryEngine
import Foundation
import HTTPTypes
import Synchronization

/// Receivers of webhooks at any address. They take what they get and answer as they are told.
final class FakeReceivers: WebhookTransport {
  enum Behaviour: Sendable {
    case answers(Int, retryAfter: Duration? = nil)
    case answersAfter(Duration, Int)
    case fails(WebhookFailure)
  }

  /// A message as it came.
  struct Got: Sendable {
    let url: String
    let at: Moment
    let headers: HTTPFields
    let bytes: [UInt8]
    let body: WebhookBody

    var id: String { header("webhook-id") ?? "" }
    var type: String { body.type.rawValue }
    var signature: WebhookSignature { get throws { try WebhookSignature { header($0) } } }

    private func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
  }

  private struct State {
    var got: [Got] = []
    var now: [String: Int] = [:]
    var most: [String: Int] = [:]
    /// Checkouts of which a message is under way.
    var lines: [String: Int] = [:]
    var mostOfOneCheckout = 0
    var behaviour: @Sendable (Got) -> Behaviour = { _ in .answers(204) }
  }

  private let state = Mutex(State())
  private let time: any Timekeeper

  init(_ time: any Timekeeper) { self.time = time }

  /// All that came, in its order.
  var got: [Got] { state.withLock(\.got) }
  func got(at url: String) -> [Got] { got.filter { $0.url == url } }

  /// How many were under way at once to one address.
  func most(at url: String) -> Int { state.withLock { $0.most[url] ?? 0 } }
  var mostOfOneCheckout: Int { state.withLock(\.mostOfOneCheckout) }

  /// From now on they behave so.
  func behave(_ behaviour: @escaping @Sendable (Got) -> Behaviour) { state.withLock { $0.behaviour = behaviour } }

  func post(_ request: WebhookRequest, timeout: Duration) async throws(WebhookFailure) -> WebhookAnswer {
    guard let body = try? JSONDecoder().decode(WebhookBody.self, from: Data(request.body)) else { throw .broken }
    let got = Got(
      url: request.url, at: time.now, headers: request.headers, bytes: request.body, body: body)
    let behaviour = state.withLock { state in
      state.got.append(got)
      state.now[got.url, default: 0] += 1
      state.most[got.url] = max(state.most[got.url] ?? 0, state.now[got.url] ?? 0)
      state.lines[got.url + got.body.data.checkout, default: 0] += 1
      state.mostOfOneCheckout = max(state.mostOfOneCheckout, state.lines[got.url + got.body.data.checkout] ?? 0)
      return state.behaviour
    }
    defer {
      state.withLock { state in
        state.now[got.url, default: 0] -= 1
        state.lines[got.url + got.body.data.checkout, default: 0] -= 1
      }
    }
    switch behaviour(got) {
    case .answers(let status, let retryAfter): return WebhookAnswer(status: status, retryAfter: retryAfter)
    case .fails(let failure): throw failure
    case .answersAfter(let wait, let status):
      try? await time.sleep(for: min(wait, timeout))
      guard wait < timeout else { throw .tooLate }
      return WebhookAnswer(status: status)
    }
  }
}
