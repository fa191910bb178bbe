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
    abstract: "Starts the sandbox of a provider, for a shop of your own.",
    discussion: """
      PROVIDERS
      \(Providers.sandboxes.map { "  \($0.id)  (\($0.name))" }.joined(separator: "\n"))

      Each provider's sandbox has its own guide and options:
        ferry sandbox --provider \(Providers.sandboxes[0].id) --help
      """,
    helpNames: [])

  private static let ids = Providers.sandboxes.map { $0.id }.joined(separator: ", ")

  @Option(help: "The provider: \(ids). Needed only if there are several.")
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

  /// - Throws: `ValidationError` without a name if there are several, and with an unknown name.
  static func sandbox(
    of provider: String?, in known: [any SandboxModule.Type]
  ) throws -> any SandboxModule.Type {
    let found = known.filter { provider == nil || $0.id == provider }
    guard found.count == 1 else {
      let missing = provider.map { "There is no provider \($0). " } ?? ""
      throw ValidationError("\(missing)Say --provider with one of: \(known.map { $0.id }.joined(separator: ", ")).")
    }
    return found[0]
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

/// Starts the sandbox of one provider.
struct SandboxStart<Module: SandboxModule>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "ferry sandbox --provider \(Module.id)", abstract: "Starts a sandbox of \(Module.name).")
  }

  @Option(
    help: ArgumentHelp(
      "The folder for the key pair and the certificates that it makes itself. The demo has the same one.",
      valueName: "folder"))
  var data = "build/demo"

  @Option(help: "The port.")
  var port = 3081

  @Flag(
    help: """
      Speak https, with a certificate of the development authority in the folder that --data names. `ferry trust` makes \
      this machine trust it.
      """)
  var tls = false

  @Option(
    help: ArgumentHelp("A PEM file with a certificate for the sandbox's host: it speaks https.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The PEM file with the certificate's key.", valueName: "file"))
  var certificateKey: String?

  @Option(
    help: ArgumentHelp(
      """
      The address by which shop and browsers reach the sandbox, for instance that of a proxy in front, which passes on the \
      header Host. http://127.0.0.1 and the port by default.
      """, valueName: "url"))
  var publicUrl: String?

  @Flag(help: "Open the control API (/control) and the actions of the console.")
  var control = false

  @OptionGroup var own: Module.Options

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("A port is 1 to 65535.") }
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("--certificate and --certificate-key go together.")
    }
    if tls, certificate != nil { throw ValidationError("Name either --tls or --certificate.") }
    guard publicUrl == nil || origin != nil else {
      throw ValidationError(
        "--public-url takes an address without a path, such as https://sandbox.example: https, or http to this machine."
      )
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
      throw StartFailure(error)
    }
    let service = Listener(sandbox.responder, server: server, host: "127.0.0.1", port: port, logger: logger)
    try await ProcessServices(services: [service] + sandbox.services, logger: logger).run()
  }

  /// The address for shop and browsers.
  var origin: Origin? { Origin(publicUrl ?? listenAddress) }

  private var listenAddress: String { "\(tls || certificate != nil ? "https" : "http")://127.0.0.1:\(port)" }

  /// - Throws: `DemoFolder.Problem`.
  private func place() throws -> SandboxPlace {
    guard let origin else { throw ValidationError("A port is 1 to 65535.") }
    var place = SandboxPlace(origin: origin, shop: origin, shopName: "Your shop", folder: try DemoFolder(data))
    place.isControlEnabled = control
    place.hasJournal = false
    return place
  }

  /// The sandbox's URLs, and the settings for the shop.
  private func banner(_ place: SandboxPlace) throws -> String {
    var settings = try own.shopSettings(place)
    if tls {
      settings.append(("authority", "\(try DemoFolder(data).authorityCertificate)     for clients that verify"))
    }
    func line(_ name: String, _ value: String) -> String {
      "  " + name + String(repeating: " ", count: max(2, 16 - name.count)) + value
    }
    let head =
      [
        "\(Module.name) sandbox: \(place.origin)",
        line("console", "\(place.origin)/console     payments, requests, why they were refused"),
        line("stop", "Control-C"),
      ]
      + (publicUrl == nil ? [] : [line("listens on", listenAddress)]) + ["", "Settings for the shop:"]
    return (head + settings.map(line)).joined(separator: "\n")
  }

  /// The server: https with a certificate, else http.
  /// - Throws: `DemoFolder.Problem`, `CertificateProblem`.
  private func listener() throws -> HTTPServerBuilder {
    if tls {
      return try DemoTLS(DemoFolder(data), now: SystemTime().now, randomness: SystemRandomness()).plainListener()
    }
    guard let certificate, let certificateKey else { return .bounded() }
    guard let chain = try? NIOSSLCertificate.fromPEMFile(certificate), !chain.isEmpty else {
      throw CertificateProblem(file: certificate, what: "certificate", option: "--certificate")
    }
    guard let key = try? NIOSSLPrivateKey(file: certificateKey, format: .pem) else {
      throw CertificateProblem(file: certificateKey, what: "private key", option: "--certificate-key")
    }
    return try .tls(
      .bounded(),
      tlsConfiguration: .makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
  }

  private struct CertificateProblem: Error, CustomStringConvertible {
    let file: String
    let what: String
    let option: String

    var description: String {
      "No \(what) can be read from the file \(file). Name a PEM file with one by \(option), or start with --tls."
    }
  }
}
