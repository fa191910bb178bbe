import Configuration
import FerryCore
import FerryHTTP
import FerryModule
import FerrySandbox
import FerryWeb
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

extension Demo.Options {
  /// The services of a provider's sandbox, in the order of starting. The sandbox knows the demo's shop and no other.
  /// - Parameter time: The shop's clock: signatures are good for minutes.
  func services(
    of site: DemoSites.Sandbox, _ folder: DemoFolder, _ tls: DemoTLS?, time: any Timekeeper, logger: Logger,
    onListening: @escaping @Sendable () -> Void
  ) throws -> [any Service] {
    var place = place(site, folder, time: time)
    place.trust = tls?.client
    let sandbox = try site.module.init(place)
    let server = Listener(
      sandbox.responder, server: try tls?.plainListener() ?? .bounded(), host: "127.0.0.1", port: site.port,
      logger: logger, onListening: onListening)
    return [server] + sandbox.services
  }

  /// Runs the sandboxes alone, for a shop that is another process on the same folder.
  func runSandboxes(logger: Logger) async throws {
    var services: [any Service] = []
    do {
      let folder = try DemoFolder(folder)
      let tls = try tls(folder)
      for site in sites.sandboxes {
        try PortCheck.require(site.port, setting: "--sandbox-port")
        services += try self.services(of: site, folder, tls, time: SystemTime(), logger: logger) {
          printNow("\(site.module.name) sandbox of the demo: \(site.origin)")
        }
      }
    } catch {
      throw CommandFailure(error)
    }
    try await ProcessServices(services: services, logger: logger).run()
  }

  func place(_ sandbox: DemoSites.Sandbox, _ folder: DemoFolder, time: any Timekeeper) -> SandboxPlace {
    var place = SandboxPlace(
      origin: sandbox.origin, shop: sites.shop, shopName: "Minato Store", folder: folder, timekeeper: time)
    // The demo listens on this machine only.
    place.isControlEnabled = true
    place.processingPause = processingPause
    place.quietSeconds = quietSeconds
    if hasNotifications {
      place.notificationURL = sites.shop.link("/ferry/notify/\(sandbox.module.id)/\(Mode.test.rawValue)").text
    }
    return place
  }

  /// The demo's accounts, read from the sandboxes' settings by the production reader.
  func accounts(_ folder: DemoFolder, time: any Timekeeper) throws -> [any ProviderAccount] {
    var settings: [String: String] = [:]
    for sandbox in sites.sandboxes {
      settings.merge(try sandbox.module.settings(place(sandbox, folder, time: time))) { first, _ in first }
    }
    let environment = EnvironmentVariablesProvider(environmentVariables: settings)
    var reader = SettingsReader(ConfigReader(provider: environment), file: InputFile.contents)
    let accounts = Providers.accounts(&reader, of: modules)
    try reader.requireNoProblems()
    return accounts
  }
}

/// TLS between the demo's parts and browsers, with one certificate of the folder's authority.
struct DemoTLS: Sendable {
  let authority: DevelopmentAuthority
  private let server: TLSConfiguration
  /// For clients of this process: they trust that authority and no other.
  let client: TLSConfiguration

  init(_ folder: DemoFolder, now: Moment, randomness: any Randomness) throws {
    authority = try folder.developmentAuthority(now: now, randomness: randomness)
    let certificate = try folder.serverCertificate(
      of: authority, for: .ofThisMachine(), now: now, randomness: randomness)
    var server = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8)).map {
        .certificate($0)
      },
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.reveal().utf8), format: .pem)))
    server.minimumTLSVersion = .tlsv12
    // A connection that its client keeps open does not hold up a stop.
    server.shutdownTimeout = .milliseconds(500)
    self.server = server
    var client = TLSConfiguration.makeClientConfiguration()
    client.minimumTLSVersion = .tlsv12
    client.trustRoots = .certificates(
      try NIOSSLCertificate.fromPEMBytes(Array(try authority.anchor(now: now, randomness: randomness).utf8)))
    self.client = client
  }

  /// HTTP/1.1 and HTTP/2.
  func listener() -> HTTPServerBuilder {
    let limits = ConnectionLimits()
    let configuration = HTTP2ChannelConfiguration(
      idleTimeout: limits.idle, gracefulCloseTimeout: limits.stop, streamConfiguration: limits.http1)
    return HTTPServerBuilder { [server] responder in
      try HTTP2UpgradeChannel(
        tlsConfiguration: server, configuration: configuration, responder: HTTPServerBuilder.continuing(responder))
    }
  }

  /// HTTP/1.1 alone, for the sandbox: some of its faults cut a connection off, which in HTTP/2 is shared by many requests.
  func plainListener() throws -> HTTPServerBuilder { try .tls(.bounded(), tlsConfiguration: server) }
}

extension DevelopmentNames {
  static func ofThisMachine() throws -> DevelopmentNames {
    DevelopmentNames(
      machine: ProcessInfo.processInfo.hostName,
      addresses: try System.enumerateDevices().compactMap { $0.address?.ipAddress.flatMap { NetworkAddress($0) } })
  }
}

extension DemoFolder: SandboxFolder {
  func path(_ name: String) -> String { file(name) }

  func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    Secret(try secretText(name, make: make))
  }

  func write(_ text: String, to name: String) throws { try write(text, to: name, permissions: 0o644) }
}
