import ArgumentParser
import FerryCore
import FerryHTTP
import FerrySandbox
import FerryWeb
import HummingbirdCore
import HummingbirdTLS
import NIOSSL

/// `ferry sandbox`: chooses the provider, whose sandbox reads the other options.
struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Start a provider's sandbox, for a shop of your own.",
    usage: "ferry sandbox --provider <id> [<options>]",
    discussion: """
      Each sandbox has its own guide and options:
        ferry sandbox --provider \(Providers.sandboxes[0].id) --help

      Providers:
      \(HelpList.text(Providers.sandboxes.map { ($0.id, $0.name) }))
      """,
    helpNames: [])

  @Option(help: ArgumentHelp("The provider.", valueName: "id"), completion: .list(Providers.sandboxes.ids))
  var provider: String?

  @Argument(parsing: .allUnrecognized, help: .hidden)
  var options: [String] = []

  func run() async throws {
    if options.contains(where: ["-h", "--help"].contains) {
      throw CleanExit.message(try Self.help(of: provider, in: Providers.sandboxes))
    }
    var command = try Self.start(Self.sandbox(of: provider, in: Providers.sandboxes)).parse(options)
    try await command.run()
  }

  static func sandbox(
    of provider: String?, in known: [any SandboxModule.Type]
  ) throws -> any SandboxModule.Type {
    if let provider { return try known.module(provider) }
    guard known.count == 1 else {
      throw ValidationError("Choose a provider with --provider: \(known.ids.joined(separator: ", ")).")
    }
    return known[0]
  }

  private static func start<Module: SandboxModule>(_: Module.Type) -> any AsyncParsableCommand.Type {
    SandboxStart<Module>.self
  }

  /// The guide and the options of a provider's sandbox; without a name, the list of the providers.
  static func help(of provider: String?, in known: [any SandboxModule.Type]) throws -> String {
    guard provider != nil else { return FerryCommand.helpMessage(for: Self.self, columns: 78) }
    return help(try sandbox(of: provider, in: known))
  }

  private static func help<Module: SandboxModule>(_: Module.Type) -> String {
    "\(Module.Options.guide)\n\n\(SandboxStart<Module>.helpMessage(columns: 78))"
  }
}

struct SandboxStart<Module: SandboxModule>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "ferry sandbox --provider \(Module.id)", abstract: "Start a sandbox of \(Module.name).",
      usage: "ferry sandbox --provider \(Module.id) [<options>]")
  }

  @Option(
    help: ArgumentHelp(
      "The folder for generated keys and certificates, shared with the demo.", valueName: "folder"),
    completion: .directory)
  var data = DemoPlaceOptions.usualFolder

  @Option(help: ArgumentHelp("The port to listen on.", valueName: "number")) var port = 3081

  @Flag(
    help: """
      Use https, with a certificate of the development authority in the folder of --data. `ferry trust` makes this \
      machine trust it.
      """)
  var tls = false

  @Option(
    help: ArgumentHelp("Use https, with the certificate for the sandbox's host in this PEM file.", valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(help: ArgumentHelp("The PEM file with the certificate's key.", valueName: "file"), completion: .file())
  var certificateKey: String?

  @Option(
    help: ArgumentHelp(
      """
      The sandbox's address for the shop and for browsers, such as the address of a proxy, which must keep the header \
      Host. (default: http://127.0.0.1 with the port)
      """, valueName: "url"))
  var publicUrl: String?

  @Flag(help: "Enable the control API (/control) and the console's actions.") var control = false

  @OptionGroup var own: Module.Options

  func validate() throws {
    try ClosedRange<Int>.ports.require(port, of: "--port")
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("--certificate and --certificate-key must be used together.")
    }
    if tls, certificate != nil { throw ValidationError("--tls and --certificate cannot be used together.") }
    guard publicUrl == nil || origin != nil else {
      throw ValidationError(
        """
        --public-url must be an https address, or an http address on this machine, without a path, such as \
        https://sandbox.example.
        """)
    }
  }

  func run() async throws {
    let logger = ProgramLog.logger()
    let sandbox: any SandboxModule
    let server: HTTPServerBuilder
    do {
      try PortCheck.require(port, setting: "--port")
      let place = try place()
      server = try listener()
      sandbox = try own.sandbox(place)
      printNow(try banner(place))
    } catch {
      throw CommandFailure(error)
    }
    let service = Listener(sandbox.responder, server: server, host: "127.0.0.1", port: port, logger: logger)
    try await ProcessServices(services: [service] + sandbox.services, logger: logger).run()
  }

  var origin: Origin? { Origin(publicUrl ?? listenAddress) }

  private var listenAddress: String { "\(tls || certificate != nil ? "https" : "http")://127.0.0.1:\(port)" }

  private func place() throws -> SandboxPlace {
    guard let origin else { throw ValidationError("--port must be a number from 1 to 65535.") }
    var place = SandboxPlace(origin: origin, shop: origin, shopName: "Your shop", folder: try DemoFolder(data))
    place.isControlEnabled = control
    place.hasJournal = false
    return place
  }

  /// The sandbox's URLs, and the settings for the shop.
  private func banner(_ place: SandboxPlace) throws -> String {
    var settings = try own.shopSettings(place)
    if tls {
      settings.append(
        ("authority", "\(try DemoFolder(data).authorityCertificate)     for clients that verify certificates"))
    }
    func line(_ name: String, _ value: String) -> String {
      "  " + name + String(repeating: " ", count: max(2, 16 - name.count)) + value
    }
    let head =
      [
        "\(Module.name) sandbox: \(place.origin)",
        line("console", "\(place.origin)/console     payments, requests, reasons for rejections"),
        line("stop", "Control-C"),
      ]
      + (publicUrl == nil ? [] : [line("listens on", listenAddress)]) + ["", "Settings for the shop:"]
    return (head + settings.map(line)).joined(separator: "\n")
  }

  /// The server: https with a certificate, else http.
  private func listener() throws -> HTTPServerBuilder {
    if tls {
      return try DemoTLS(DemoFolder(data), now: SystemTime().now, randomness: SystemRandomness()).plainListener()
    }
    guard let certificate, let certificateKey else { return .bounded() }
    guard let chain = try? NIOSSLCertificate.fromPEMFile(certificate), !chain.isEmpty else {
      throw Self.unreadable(certificate, what: "certificate", option: "--certificate")
    }
    guard let key = try? NIOSSLPrivateKey(file: certificateKey, format: .pem) else {
      throw Self.unreadable(certificateKey, what: "private key", option: "--certificate-key")
    }
    return try .tls(
      .bounded(),
      tlsConfiguration: .makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
  }

  private static func unreadable(_ file: String, what: String, option: String) -> CommandFailure {
    CommandFailure("The file \(file) contains no \(what) in PEM. Choose another one with \(option), or use --tls.")
  }
}
