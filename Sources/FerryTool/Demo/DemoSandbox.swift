import FerryCore
import FerrySandbox
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

/// The provider's sandbox of the demo. It knows the demo's shop and no other.
struct DemoSandbox: Sendable {
  /// In the order of starting.
  let services: [any Service]

  /// - Parameter time: The clock that the shop goes by: signatures are good for minutes.
  /// - Throws: Whatever stops the sandbox, with what to do.
  init(
    _ options: Demo.Options, folder: DemoFolder, tls: DemoTLS?, time: any Timekeeper, logger: Logger,
    onListening: @escaping @Sendable () -> Void
  ) throws {
    let module = Providers.sandboxes[0]
    let sites = options.sites
    var place = options.place(module, folder, time: time)
    place.trust = tls?.client
    let sandbox = try module.init(place)
    let server = sandbox.responder.application(
      address: .hostname("127.0.0.1", port: sites.sandboxPort), server: try tls?.plainListener() ?? .bounded(),
      logger: logger
    ) { _ in onListening() }
    services = [server] + sandbox.services
  }

  /// Runs the sandbox alone, for a shop that is another process on the same folder.
  static func run(_ options: Demo.Options, logger: Logger) async throws {
    let sandbox: DemoSandbox
    do {
      try PortCheck.require(options.sites.sandboxPort, setting: "--sandbox-port")
      let folder = try DemoFolder(options.folder)
      sandbox = try DemoSandbox(
        options, folder: folder, tls: try options.tls(folder), time: SystemTime(), logger: logger
      ) {
        printNow("\(Providers.sandboxes[0].name) sandbox of the demo: \(options.sites.sandbox)")
      }
    } catch {
      throw StartFailure(error)
    }
    try await ProcessServices(services: sandbox.services, logger: logger).run()
  }
}

extension DemoFolder: SandboxFolder {
  func path(_ name: String) -> String { file(name) }

  func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    Secret(try secretText(name, make: make))
  }

  func write(_ text: String, to name: String) throws { try write(text, to: name, permissions: 0o644) }
}
