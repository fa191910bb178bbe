import AmazonPaySandbox
import ArgumentParser
import FerryCore
import FerrySandbox
import FerryWeb
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOSSL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Starts a sandbox of Amazon Pay, Checkout v2, for a shop of your own.",
    discussion: SandboxGuide.text)

  @Option(
    help: ArgumentHelp(
      "The folder for the key pair and the certificates that it makes itself. The demo has the same one.",
      valueName: "folder"))
  var data = "build/demo"

  @Option(
    help: ArgumentHelp("A PEM file with the public key; a key pair of its own unless given.", valueName: "file"))
  var publicKey: String?

  @Option(help: "The public key's id.")
  var publicKeyId = DemoAccount.publicKeyID

  @Option(help: "The merchant id: 14 capitals and digits, or a few less.")
  var merchantId = DemoAccount.merchantID

  @Option(help: "The store id: amzn1.application-oa2-client. and more.")
  var storeId = DemoAccount.storeID

  @Option(help: "The merchant's name on the pages.")
  var name = "Your shop"

  @Option(help: "The region: jp, eu or na. It decides currency, languages and addresses.")
  var region = Region.jp

  @Flag(help: "The merchant is a payment service provider, who may update charges.")
  var paymentServiceProvider = false

  @Option(
    help: ArgumentHelp(
      """
      Another merchant, who lets this one act for it, and the MWS authorization token by which it does. Can be given \
      several times.
      """, valueName: "merchant-id=token"))
  var mwsAuthToken: [DelegatingMerchant] = []

  @Option(help: "The port.")
  var port = 3081

  @Flag(
    help: """
      Speak https, with a certificate of the development authority in the folder that --data names. `ferry trust` makes \
      this machine trust it.
      """)
  var tls = false

  @Option(
    help: ArgumentHelp("A PEM file with a certificate for 127.0.0.1: the sandbox speaks https.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The PEM file with the certificate's key.", valueName: "file"))
  var certificateKey: String?

  @Option(help: "The file that keeps everything across restarts; in memory only unless given.")
  var journal: String?

  @Flag(help: "Open the control API (/control) and the actions of the console.")
  var control = false

  @Option(help: ArgumentHelp("Where notifications are posted to; none unless given.", valueName: "url"))
  var notify: String?

  @Option(help: ArgumentHelp("The topic of Amazon SNS that notifications name.", valueName: "arn"))
  var topic = NotificationSettings().topicARN

  @Option(help: "How notifications are signed: 1 with SHA-1, 2 with SHA-256.")
  var signatureVersion = SignatureVersion.one

  @Option(
    help: ArgumentHelp(
      "The file that keeps the authority of notifications, with its key; a new one with each start unless given.",
      valueName: "file"))
  var authority: String?

  @Option(
    help: ArgumentHelp(
      "The file to write the authority's certificate to, for the server that is to believe it.", valueName: "file"))
  var notificationRoot: String?

  enum Region: String, ExpressibleByArgument, CaseIterable {
    case jp
    case eu
    case na

    var region: MerchantRegion {
      switch self {
      case .jp: .japan
      case .eu: .europe
      case .na: .northAmerica
      }
    }

    var currency: Currency {
      switch self {
      case .jp: .jpy
      case .eu: .eur
      case .na: .usd
      }
    }
  }

  enum SignatureVersion: String, ExpressibleByArgument, CaseIterable {
    case one = "1"
    case two = "2"

    var version: NotificationSettings.SignatureVersion { self == .one ? .one : .two }
  }

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("A port is 1 to 65535.") }
    let problems =
      SandboxNames.problems(merchantId: merchantId, storeId: storeId, publicKeyId: publicKeyId)
      + SandboxNames.problems(of: mwsAuthToken, beside: merchantId)
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("--certificate and --certificate-key go together.")
    }
    if tls, certificate != nil { throw ValidationError("Name either --tls or --certificate.") }
    if notify == nil, authority != nil || notificationRoot != nil {
      throw ValidationError(
        "--authority and --notification-root are for notifications: name their address with --notify.")
    }
  }

  func run() async throws {
    let sandbox: Sandbox
    let server: HTTPServerBuilder
    let key: SandboxKey
    do {
      try await PortCheck.require(port, setting: "--port")
      key = try SandboxKey(publicKeyFile: publicKey, folder: data)
      server = try listener()
      sandbox = try Sandbox(configuration: configuration(publicKey: key.publicPEM))
      if let notificationRoot, let text = sandbox.notificationRootPEM {
        try Data(text.utf8).write(to: URL(filePath: notificationRoot))
      }
    } catch {
      throw StartFailure(error)
    }
    printNow(try banner(privateKeyFile: key.privateKeyFile))
    let logger = ProgramLog.logger()
    let service = sandbox.application(
      address: .hostname("127.0.0.1", port: port), server: server, logger: logger)
    try await ProcessServices(
      services: [service] + sandbox.services, logger: logger
    ).run()
  }

  private var isSecure: Bool { tls || certificate != nil }

  private var host: String { port == (isSecure ? 443 : 80) ? "127.0.0.1" : "127.0.0.1:\(port)" }

  private var origin: String { "\(isSecure ? "https" : "http")://\(host)" }

  /// - Throws: If the file of the notifications' authority cannot be read or written.
  func configuration(publicKey: String) throws -> SandboxConfiguration {
    let merchant = Merchant(
      id: merchantId, name: name, region: region.region, ledgerCurrency: region.currency, storeIDs: [storeId],
      publicKeys: [publicKeyId: publicKey], notificationURLs: notify.map { [.sandbox: $0] } ?? [:],
      isPaymentServiceProvider: paymentServiceProvider)
    let delegating = Dictionary(grouping: mwsAuthToken, by: \.merchantID).sorted { $0.key < $1.key }.map { id, given in
      Merchant(
        id: id, name: name, region: region.region, ledgerCurrency: region.currency, storeIDs: [storeId],
        publicKeys: [:],
        mwsAuthTokens: Dictionary(given.map { ($0.token, merchantId) }) { $1 })
    }
    return SandboxConfiguration(
      origin: origin, merchants: [merchant] + delegating, isControlEnabled: control, journalPath: journal,
      notifications: NotificationSettings(
        topicARN: topic, signatureVersion: signatureVersion.version,
        authority: try authority.map { try NotificationAuthority.kept(at: $0) }))
  }

  /// The sandbox's URLs, and the settings for the shop.
  /// - Parameter privateKeyFile: Nil if the shop has the private key already.
  func banner(privateKeyFile: String?) throws -> String {
    var lines = [
      "Amazon Pay sandbox: \(origin)",
      "  script          \(origin)/checkout.js",
      "  console         \(origin)/console     payments, requests, why they were refused",
      "  stop            Control-C",
      "",
      "Settings for the shop:",
      "  merchant id     \(merchantId)",
      "  store id        \(storeId)",
      "  public key id   \(publicKeyId)",
      "  private key     \(privateKeyFile ?? "the one that belongs to the public key")",
      "  region          \(region.rawValue)",
      "  host            \(host)     in place of Amazon's API",
    ]
    if tls {
      lines.append("  authority       \(try DemoFolder(data).authorityCertificate)     for clients that verify")
    } else if certificate == nil {
      lines += ["", "Amazon's own client libraries speak https. Start it with --tls for them."]
    }
    return lines.joined(separator: "\n")
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
