import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import ServiceLifecycle

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Start the checkout server for your shops.",
    discussion: """
      The server reads its settings from the environment and from a file. `ferry config --example` prints an example file, \
      and `ferry config` prints the settings in force. Create the database once, with `ferry store create`.

      The server speaks plain HTTP: put an https proxy in front of it. After SIGTERM or Control-C it finishes its current \
      requests and stops.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let settings = try config.configuration(try config.sources())
    let logger = ProgramLog.logger(settings.process.logLevel)
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let server: ServerProcess
    do {
      server = try await ServerProcess(settings, metrics: metrics, logger: logger)
    } catch {
      throw CommandFailure(error)
    }
    server.announce()
    try await server.services.run()
    logger.notice("Ferry has stopped")
  }
}

/// The checkout server for production.
struct ServerProcess: Sendable {
  let services: ProcessServices
  private let settings: ServeConfiguration
  private let logger: Logger

  /// - Throws: `PortCheck.Refused`; an error that says why the database cannot be used.
  init(_ settings: ServeConfiguration, metrics: PrometheusMetrics, logger: Logger) async throws {
    let process = settings.process
    try PortCheck.require(
      process.listenPort, host: process.listenAddress, setting: ProcessSettings.listenPortKey.called,
      hostSetting: ProcessSettings.listenAddressKey.called)
    if let operations = settings.server.operations {
      try PortCheck.require(
        operations.listenPort, host: operations.listenAddress, setting: OperationsPageSettings.port.called,
        hostSetting: OperationsPageSettings.address.called)
    }
    let store: OpenStore
    do {
      store = try await process.store.open(creates: false, name: process.name, logger: logger)
    } catch {
      throw CommandFailure("\(error) To choose another database, set \(process.store.setting.called).")
    }
    let checkouts = CheckoutProcess(
      settings.server, accounts: settings.accounts, store: store, metrics: metrics, logger: logger)
    services = ProcessServices(
      services: checkouts.services(
        above: [
          Listener(
            checkouts.server.router().buildResponder(), server: .bounded(settings.server.limits.connections),
            host: process.listenAddress, port: process.listenPort, logger: logger),
          AccountCheck(accounts: settings.accounts, connection: checkouts.connection, logger: logger),
        ] + Self.operations(checkouts, settings.server, logger)), logger: logger)
    self.settings = settings
    self.logger = logger
  }

  private static func operations(
    _ checkouts: CheckoutProcess, _ settings: FerryServerConfiguration, _ logger: Logger
  ) -> [any Service] {
    guard let page = checkouts.operations, let operations = settings.operations else { return [] }
    return [
      Listener(
        page.router().buildResponder(), server: .bounded(settings.limits.connections), host: operations.listenAddress,
        port: operations.listenPort, logger: logger)
    ]
  }

  /// Logs the version, addresses, providers and webhooks.
  func announce() {
    let process = settings.process
    say(
      "Ferry starts",
      [
        "version": FerryVersion.text, "address": "\(settings.server.base)",
        "listens": Self.places(process.listenAddress, process.listenPort), "store": "\(process.store)",
        "shops": settings.server.shops.map(\.id.text).joined(separator: ","),
      ])
    if let unused = process.unusedFile {
      logger.warning(
        """
        The folder of ferry.data contains an SQLite database that this server does not use. If this database lacks its \
        orders, stop the servers and run `ferry store copy`. Then move the file away.
        """, metadata: ["file": "\(unused)"])
    }
    if let operations = settings.server.operations {
      say(
        "The operations page is on",
        [
          "address": "\(operations.base)",
          "listens": Self.places(operations.listenAddress, operations.listenPort),
          "operators": "\(operations.access.count)",
        ])
    }
    for account in settings.accounts {
      let id = account.id
      let names = ["provider": id.provider.text, "account": id.account.text, "mode": id.mode.rawValue]
      say("A provider is set up", names.merging(account.facts) { name, _ in name })
      if account.isSandbox {
        logger.warning("Test payments go to a sandbox, not to the provider", metadata: ["account": "\(id.account)"])
      }
    }
    for (key, file) in settings.openKeyFiles {
      logger.warning(
        "Every user of this machine can read a private key. Make Ferry's user the owner of the file, and run chmod 600.",
        metadata: ["setting": "\(key.called)", "file": "\(file)"])
    }
    for endpoint in settings.server.webhooks {
      say(
        "Webhooks are set up",
        ["endpoint": endpoint.id.text, "shop": endpoint.shop.text, "mode": endpoint.mode.rawValue])
    }
  }

  private static func places(_ host: String, _ port: Int) -> String {
    LoopbackAddresses.hosts(of: host).map { $0.contains(":") ? "[\($0)]:\(port)" : "\($0):\(port)" }
      .joined(separator: ", ")
  }

  private func say(_ message: Logger.Message, _ facts: [String: String]) {
    logger.notice(message, metadata: facts.mapValues { .string($0) })
  }
}

/// Asks each provider once, at the start, if it accepts the account, as `ferry doctor` does, and logs what is wrong and what to
/// do. Nothing waits for the answers.
struct AccountCheck: Service {
  let accounts: [any ProviderAccount]
  let connection: ProviderConnection
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for account in accounts {
        for finding in await account.examine(connection) where !Task.isCancelled { log(finding, of: account.id) }
      }
    }
    // The process stops when one of its services ends.
    try? await gracefulShutdown()
  }

  private func log(_ finding: Finding, of account: ProviderAccountID) {
    let level: Logger.Level
    switch finding.severity {
    case .ok, .note: return
    case .warning: level = .warning
    case .error: level = .error
    }
    logger.log(
      level: level, "\(finding.seen)",
      metadata: [
        "provider": "\(account.provider)", "account": "\(account.account)", "mode": "\(account.mode.rawValue)",
        "change": "\(finding.change ?? "")",
      ])
  }
}
