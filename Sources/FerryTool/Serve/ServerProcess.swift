import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryWeb
import HummingbirdCore
import Logging
import ServiceLifecycle

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
          CheckoutProcess.listener(
            checkouts.server.router(), server: .bounded(settings.server.limits.connections),
            host: process.listenAddress,
            port: process.listenPort, logger: logger),
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
      CheckoutProcess.listener(
        page.router(), server: .bounded(settings.limits.connections), host: operations.listenAddress,
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
