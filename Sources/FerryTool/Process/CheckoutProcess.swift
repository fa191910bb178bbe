import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryModule
import FerryHTTP
import FerrySQLite
import FerryServer
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import NIOSSL
import ServiceLifecycle

/// Store, engine and checkout server, put together as every process of Ferry has them.
struct CheckoutProcess: Sendable {
  let store: SQLiteStore
  let server: CheckoutServer
  /// The connections to the providers, for others of the same process too.
  let client: HTTPClient
  private let engine: Engine

  /// - Parameters:
  ///   - folder: Where the data lies.
  ///   - creates: Whether folder and database are made where there are none.
  ///   - trust: What the providers' certificates are held against; nil for the system's store.
  ///   - time: The clock of everything that waits and expires.
  ///   - metrics: What the whole process counts into.
  /// - Throws: `SQLiteStoreError`; `CommandFailure` for a database of another version.
  init(
    _ configuration: FerryServerConfiguration, accounts: [any ProviderAccount], folder: String, creates: Bool = true,
    trust: TLSConfiguration? = nil, time: any Timekeeper = SystemTime(), metrics: PrometheusMetrics, logger: Logger
  ) async throws {
    let database = Self.database(in: folder)
    store = try SQLiteStore(path: database, creates: creates) { error in
      logger.error("A checkout was passed over.", metadata: ["error": "\(error)"])
    }
    try await StoredForm.require(store, database)
    // The client must be shut down once it exists, so nothing that can fail comes after it.
    var connections = HTTPTransport.configuration
    connections.tlsConfiguration = trust
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: connections)
    let links = ServerLinks(base: configuration.base)
    engine = Engine(
      store: store, providers: accounts.map(\.provider), transport: HTTPTransport(client: client, time: time), time: time,
      randomness: SystemRandomness(),
      webhooks: Webhooks(
        endpoints: configuration.webhooks, transport: WebhooksOverHTTP(client: client, time: time)),
      logger: logger
    ) { links.returnLinks($0, $1) }
    server = CheckoutServer(
      configuration: configuration, service: engine,
      sites: accounts.map { ProviderSites($0.pagePolicy) }.reduce(ProviderSites()) { $0.merging($1) },
      freeDisk: .volume(of: folder), metrics: metrics)
  }

  /// The file that checkouts are kept in.
  static func database(in folder: String) -> String { folder + "/ferry.sqlite" }

  /// Everything in the order of starting.
  /// - Parameters:
  ///   - below: What the engine calls, where it is part of this process.
  ///   - above: What uses the server.
  func services(below: [any Service] = [], above: [any Service]) -> [any Service] {
    [HTTPClientLife(client: client), store] + below + [engine] + above
  }

  /// What answers at an address.
  /// - Parameters:
  ///   - server: How it speaks: plain HTTP unless said otherwise.
  ///   - onListening: Is called once it listens.
  static func listener(
    _ router: Router<ClientContext>, server: HTTPServerBuilder = .bounded(), host: String, port: Int, logger: Logger,
    onListening: @escaping @Sendable () -> Void = {}
  ) -> any Service {
    Application(
      router: router, server: server,
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { channel in
        do { try await channel.pauseAcceptsWhenFull(logger: logger) } catch {
          logger.error("Accepting cannot be paused", metadata: ["error.type": "\(type(of: error))"])
        }
        onListening()
      }, logger: logger)
  }
}
