import AsyncHTTPClient
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerryServer
import FerryWeb
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// Store, engine and checkout server, as `ferry serve` and `ferry demo` run them.
struct CheckoutProcess: Sendable {
  private let store: any Store & Service
  let server: CheckoutServer
  /// Nil if the settings give it no address.
  let operations: OperationsPage?
  /// The connections to the providers, for others of the same process too.
  let client: HTTPClient
  private let engine: Engine
  /// For questions to the providers that belong to no checkout.
  let connection: ProviderConnection

  /// - Parameters:
  ///   - trust: The trust roots for the providers' certificates; nil for the system's.
  ///   - time: Nil for the store's clock.
  init(
    _ configuration: FerryServerConfiguration, accounts: [any ProviderAccount], store: OpenStore,
    trust: TLSConfiguration? = nil, time: (any Timekeeper)? = nil, metrics: PrometheusMetrics, logger: Logger
  ) {
    let time = time ?? store.time
    self.store = store.store
    var connections = HTTPTransport.configuration
    connections.tlsConfiguration = trust
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: connections)
    let transport = HTTPTransport(client: client, time: time)
    let connection = ProviderConnection(transport: transport, time: time, randomness: SystemRandomness())
    self.connection = connection
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
          sdk: $0.sdkBackend(connection), domainFile: $0.domainFile, reports: $0.settlementReports)
      },
      freeDisk: store.freeDisk, metrics: metrics)
    operations = OperationsPage(server, reports: store.reports)
  }

  /// All services in the order of starting.
  /// - Parameters:
  ///   - below: Services of this process that the engine calls.
  ///   - above: Services that use the server.
  func services(below: [any Service] = [], above: [any Service]) -> [any Service] {
    [HTTPClientLife(client: client), store] + below + [engine] + above
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

/// The services of a process. They stop in reverse order, so that each ends before the ones that it uses. If one fails, for
/// example a store whose disk is full, the others stop in this order, too.
struct ProcessServices: Sendable {
  let services: [any Service]
  let logger: Logger
  /// After this time everything is cancelled. It is longer than the parts' own timeouts: 20 seconds for requests, and 30 for
  /// answers of the provider. The next start recovers what was cancelled.
  var patience = Duration.seconds(55)

  /// Runs until SIGTERM or SIGINT; then finishes the requests under way.
  /// - Parameter done: The process stops by itself after this work.
  /// - Throws: The error of the first service that fails.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    var configurations = services.map {
      ServiceGroupConfiguration.ServiceConfiguration(
        service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
    }
    if let done {
      configurations.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Work(body: done), successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: configurations, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = patience
    try await ServiceGroup(configuration: configuration).run()
  }

  private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
  }
}

/// Tries whether a port is free before anything is started.
enum PortCheck {
  /// The reason, and the setting to change.
  enum Refused: Error, CustomStringConvertible {
    case inUse(Int, setting: String)
    case notAllowed(Int, setting: String)
    case notHere(host: String, setting: String)

    var description: String {
      switch self {
      case .inUse(let port, let setting):
        "Port \(port) is in use. Stop the program that uses it, or choose another port with \(setting)."
      case .notAllowed(let port, let setting):
        "This user may not listen on port \(port). Choose a port above 1023 with \(setting)."
      case .notHere(let host, let setting):
        "This machine does not have the address \(host). Choose another one with \(setting)."
      }
    }
  }

  /// Tries the port on every address that a server listens on.
  /// - Parameters:
  ///   - setting: The option or setting of the port.
  ///   - hostSetting: The setting of the host; nil if there is none.
  static func require(
    _ port: Int, host: String = "127.0.0.1", setting: String, hostSetting: String? = nil
  ) throws(Refused) {
    for host in LoopbackAddresses.hosts(of: host) {
      let address = try? SocketAddress.makeAddressResolvingHost(host, port: port)
      switch address?.bindError {
      case 0: break
      case EACCES: throw .notAllowed(port, setting: setting)
      case EADDRINUSE: throw .inUse(port, setting: setting)
      default:
        guard let hostSetting else { throw .inUse(port, setting: setting) }
        throw .notHere(host: host, setting: hostSetting)
      }
    }
  }
}
