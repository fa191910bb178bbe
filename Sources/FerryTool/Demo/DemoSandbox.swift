import FerryCore
import FerrySandbox
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

/// A provider's sandbox of the demo. It knows the demo's shop and no other.
struct DemoSandbox: Sendable {
  /// In the order of starting.
  let services: [any Service]

  /// - Parameter time: The clock that the shop goes by: signatures are good for minutes.
  /// - Throws: Whatever stops the sandbox, with what to do.
  init(
    _ site: DemoSites.Sandbox, _ options: Demo.Options, folder: DemoFolder, tls: DemoTLS?, time: any Timekeeper,
    logger: Logger, onListening: @escaping @Sendable () -> Void
  ) throws {
    var place = options.place(site, folder, time: time)
    place.trust = tls?.client
    let sandbox = try site.module.init(place)
    let server = Listener(
      sandbox.responder, server: try tls?.plainListener() ?? .bounded(), host: "127.0.0.1", port: site.port,
      logger: logger, onListening: onListening)
    services = [server] + sandbox.services
  }

  /// Runs the sandboxes alone, for a shop that is another process on the same folder.
  static func run(_ options: Demo.Options, logger: Logger) async throws {
    var services: [any Service] = []
    do {
      let folder = try DemoFolder(options.folder)
      let tls = try options.tls(folder)
      for site in options.sites.sandboxes {
        try PortCheck.require(site.port, setting: "--sandbox-port")
        services += try DemoSandbox(site, options, folder: folder, tls: tls, time: SystemTime(), logger: logger) {
          printNow("\(site.module.name) sandbox of the demo: \(site.origin)")
        }.services
      }
    } catch {
      throw StartFailure(error)
    }
    try await ProcessServices(services: services, logger: logger).run()
  }
}

extension DemoFolder: SandboxFolder {
  func path(_ name: String) -> String { file(name) }

  func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    Secret(try secretText(name, make: make))
  }

  func write(_ text: String, to name: String) throws { try write(text, to: name, permissions: 0o644) }
}
