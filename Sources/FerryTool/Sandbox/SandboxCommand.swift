import ArgumentParser
import CryptoExtras
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
    abstract: "Starts a stand-in for Amazon Pay, Checkout v2, for a shop of your own.",
    discussion: SandboxGuide.text)

  @Option(help: "A PEM file with the public key.")
  var publicKey: String

  @Option(help: "The public key's id.")
  var publicKeyId: String

  @Option(help: "The merchant id: 14 capitals and digits, or a few less.")
  var merchantId: String

  @Option(help: "The store id: amzn1.application-oa2-client. and more.")
  var storeId: String

  @Option(help: "The merchant's name on the pages.")
  var name = "Your shop"

  @Option(help: "The region: jp, eu or na. It decides currency, languages and addresses.")
  var region = Region.jp

  @Option(help: "The port.")
  var port = 3081

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
  var topic = AmazonPayNotificationSettings().topicARN

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

    var region: AmazonPayRegion {
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

    var version: AmazonPayNotificationSettings.SignatureVersion { self == .one ? .one : .two }
  }

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("A port is 1 to 65535.") }
    let problems = SandboxNames.problems(merchantId: merchantId, storeId: storeId, publicKeyId: publicKeyId)
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("--certificate and --certificate-key go together.")
    }
    if notify == nil, authority != nil || notificationRoot != nil {
      throw ValidationError(
        "--authority and --notification-root are for notifications: name their address with --notify.")
    }
  }

  func run() async throws {
    guard let pem = FileManager.default.contents(atPath: publicKey) else {
      throw ValidationError("The file \(publicKey) cannot be read. Name a PEM file with a public key.")
    }
    try await PortCheck.require(port, setting: "--port")
    let origin = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
    let sandbox: AmazonPaySandbox
    let server: HTTPServerBuilder
    do {
      server = try listener()
      sandbox = try AmazonPaySandbox(
        configuration: AmazonPayConfiguration(
          origin: origin,
          merchants: [
            AmazonPayMerchant(
              id: merchantId, name: name, region: region.region, ledgerCurrency: region.currency, storeIDs: [storeId],
              publicKeys: [publicKeyId: String(decoding: pem, as: UTF8.self)],
              notificationURLs: notify.map { [.sandbox: $0] } ?? [:])
          ],
          isControlEnabled: control, journalPath: journal,
          notifications: AmazonPayNotificationSettings(
            topicARN: topic, signatureVersion: signatureVersion.version,
            authority: try authority.map { try NotificationAuthority.kept(at: $0) })))
      if let notificationRoot, let text = sandbox.notificationRootPEM {
        try Data(text.utf8).write(to: URL(filePath: notificationRoot))
      }
    } catch {
      throw StartFailure(error)
    }
    printNow(
      """
      Amazon Pay sandbox: \(origin)
        script    \(origin)/checkout.js
        console   \(origin)/console     payments, requests, why they were refused
        region    \(region.rawValue); key \(publicKeyId)
        stop      Control-C
      """)
    let logger = ProgramLog.logger()
    let service = sandbox.application(
      address: .hostname("127.0.0.1", port: port), server: server, logger: logger)
    try await ProcessServices(
      services: notify == nil ? [service] : [service, SandboxNotifications(sandbox: sandbox)], logger: logger
    ).run()
  }

  /// How it speaks: https where there is a certificate.
  /// - Throws: what is wrong with the certificate or its key.
  private func listener() throws -> HTTPServerBuilder {
    guard let certificate, let certificateKey else { return .bounded() }
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: certificateKey, format: .pem)))
    return try .tls(.bounded(), tlsConfiguration: configuration)
  }
}
