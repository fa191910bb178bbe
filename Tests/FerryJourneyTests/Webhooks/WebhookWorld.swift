import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting

/// A shop whose receivers are told of what happens to its checkouts, on virtual time.
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
    _ endpoints: [WebhookEndpoint] = [endpoint()], store: any Store = MemoryStore(), power: PowerSwitch? = nil,
    mostAtOnce: Int = 4, time: VirtualTime = VirtualTime()
  ) throws {
    receivers = FakeReceivers(time)
    world = try InProcessAmazonPay(
      store: store, power: power, time: time,
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

  /// A whole journey, and a while for what is told of it.
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

  /// What the timeline tells of webhooks.
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
