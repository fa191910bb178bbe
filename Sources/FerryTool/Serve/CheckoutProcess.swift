import AsyncHTTPClient
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerryServer
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import NIOSSL
import ServiceLifecycle

/// Store, engine and checkout server, as `ferry serve` and `ferry demo` run them.
struct CheckoutProcess: Sendable {
  private let store: any Store & Service
  let server: CheckoutServer
  /// Nil if the settings give it no address.
  let operations: OperationsPage?
  /// The connections to the providers, for others of the same process too.
  let client: HTTPClient
  private let engine: Engine
  private let time: any Timekeeper

  /// - Parameters:
  ///   - trust: The trust roots for the providers' certificates; nil for the system's.
  ///   - time: Nil for the store's clock.
  init(
    _ configuration: FerryServerConfiguration, accounts: [any ProviderAccount], store: OpenStore,
    trust: TLSConfiguration? = nil, time: (any Timekeeper)? = nil, metrics: PrometheusMetrics, logger: Logger
  ) {
    let time = time ?? store.time
    self.time = time
    self.store = store.store
    var connections = HTTPTransport.configuration
    connections.tlsConfiguration = trust
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: connections)
    let transport = HTTPTransport(client: client, time: time)
    let connection = ProviderConnection(transport: transport, time: time, randomness: SystemRandomness())
    let links = ServerLinks(base: configuration.base, apps: configuration.apps)
    engine = Engine(
      store: store.store, providers: accounts.map(\.provider), transport: transport,
      time: time, randomness: SystemRandomness(),
      webhooks: Webhooks(endpoints: configuration.webhooks, transport: WebhooksOverHTTP(client: client, time: time)),
      logger: logger
    ) { links.returnLinks($0) }
    server = CheckoutServer(
      configuration: configuration, service: engine,
      providers: accounts.map {
        OfferedProvider(
          $0.id, name: $0.name, journey: $0.provider.profile.journey, button: $0.button?.script,
          sdk: $0.sdkBackend(connection))
      },
      freeDisk: store.freeDisk, metrics: metrics)
    operations = OperationsPage(server, reports: store.reports)
  }

  /// For questions to the providers that belong to no checkout.
  var connection: ProviderConnection {
    ProviderConnection(
      transport: HTTPTransport(client: client, time: time), time: time, randomness: SystemRandomness())
  }

  /// All services in the order of starting.
  /// - Parameters:
  ///   - below: Services of this process that the engine calls.
  ///   - above: Services that use the server.
  func services(below: [any Service] = [], above: [any Service]) -> [any Service] {
    [HTTPClientLife(client: client), store] + below + [engine] + above
  }

  /// - Parameter server: Plain HTTP by default.
  static func listener(
    _ router: Router<ClientContext>, server: HTTPServerBuilder = .bounded(), host: String, port: Int, logger: Logger,
    onListening: @escaping @Sendable () -> Void = {}
  ) -> any Service {
    Listener(
      router.buildResponder(), server: server, host: host, port: port, logger: logger, onListening: onListening)
  }
}

/// Closes the connections after everything that used them has stopped.
private struct HTTPClientLife: Service {
  let client: HTTPClient

  func run() async throws {
    try? await gracefulShutdown()
    try await client.shutdown()
  }
}
