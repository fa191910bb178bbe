import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import Synchronization

/// A shop with receivers of webhooks, on virtual time.
struct WebhookWorld: Sendable {
  static let url = "https://shop.example/ferry/webhooks"
  static let secret = WebhookSecret(SequentialRandomness(seed: 7))

  let world: InProcessAmazonPay
  let receivers: FakeReceivers

  static func endpoint(
    _ id: WebhookEndpointID = "orders", shop: ShopID = "demo", mode: Mode = .test, url: String = url,
    secrets: [WebhookSecret] = [secret], types: Set<WebhookType>? = nil
  ) -> WebhookEndpoint {
    WebhookEndpoint(id: id, shop: shop, mode: mode, url: url, secrets: secrets, types: types)
  }

  init(
    _ endpoints: [WebhookEndpoint] = [endpoint()], store: any Store = MemoryStore(), mostAtOnce: Int = 4,
    time: VirtualTime = VirtualTime()
  ) throws {
    receivers = FakeReceivers(time)
    world = try InProcessAmazonPay(
      store: store, time: time,
      webhooks: Webhooks(endpoints: endpoints, transport: receivers, mostAtOnce: mostAtOnce))
  }

  /// The same after a restart.
  init(restarting old: WebhookWorld) throws {
    world = try InProcessAmazonPay(restarting: old.world)
    receivers = old.receivers
  }

  /// The same after a restart with other settings.
  init(restarting old: WebhookWorld, with endpoints: [WebhookEndpoint]) throws {
    receivers = old.receivers
    world = try InProcessAmazonPay(
      store: old.store, time: old.time, webhooks: Webhooks(endpoints: endpoints, transport: old.receivers))
  }

  var time: VirtualTime { world.time }
  var store: any Store { world.store }
  var engine: Engine { world.engine }
  var buyer: InProcessBuyer { InProcessBuyer(world: world) }

  func run<Result: Sendable>(
    _ journey: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await world.run(journey)
  }

  /// A whole journey, and time for its webhooks.
  func pay(_ order: String = "cart-1", then wait: Duration = .seconds(2)) async throws -> CheckoutID {
    let (paying, session) = try await buyer.toPayment(order)
    let file = try await buyer.finish(paying.checkout.id, session)
    try await time.sleep(for: wait)
    return file.checkout.id
  }

  /// "orders 1 delivered"
  func deliveries(_ filter: WebhookFilter = WebhookFilter()) async throws -> [String] {
    try await store.deliveries(filter, limit: 1000).map { "\($0.id.endpoint) \($0.id.message.sequence) \($0.state)" }
      .sorted()
  }

  /// The timeline's entries about webhooks.
  func told(_ id: CheckoutID) async throws -> [String] {
    try await store.log(id, after: 0, limit: 1000).compactMap { record in
      if case .webhook(let type, let endpoint, let result, _) = record.entry.what {
        "\(type) \(endpoint) \(result)"
      } else {
        nil
      }
    }
  }
}

/// Receivers of webhooks at any address. They record requests and answer as set up.
final class FakeReceivers: WebhookTransport {
  enum Behaviour: Sendable {
    case answers(Int, retryAfter: Duration? = nil)
    case answersAfter(Duration, Int)
    case fails(WebhookFailure)
  }

  /// A received message.
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
    /// Checkouts with a message in delivery.
    var lines: [String: Int] = [:]
    var mostOfOneCheckout = 0
    var behaviour: @Sendable (Got) -> Behaviour = { _ in .answers(204) }
  }

  private let state = Mutex(State())
  private let time: any Timekeeper

  init(_ time: any Timekeeper) { self.time = time }

  /// All received messages, in order.
  var got: [Got] { state.withLock(\.got) }
  func got(at url: String) -> [Got] { got.filter { $0.url == url } }

  /// The largest number of simultaneous requests to one address.
  func most(at url: String) -> Int { state.withLock { $0.most[url] ?? 0 } }
  var mostOfOneCheckout: Int { state.withLock(\.mostOfOneCheckout) }

  /// Sets the behaviour from now on.
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
