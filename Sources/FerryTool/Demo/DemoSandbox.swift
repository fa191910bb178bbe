import CryptoExtras
import FerryCore
import FerrySandbox
import FerryWeb
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The demo's stand-in for Amazon Pay, which knows the demo's shop and no other.
struct DemoSandbox: Sendable {
  /// In the order of starting.
  let services: [any Service]

  /// - Parameters:
  ///   - key: The shop's signing key, in PEM.
  ///   - tls: How it speaks, where the demo is over TLS.
  ///   - time: The clock that the shop goes by: signatures are good for minutes.
  ///   - onListening: Is called once it listens.
  /// - Throws: `AmazonPayConfigurationError`, `JournalError`, or what is wrong with the key.
  init(
    _ options: Demo.Options, folder: DemoFolder, key: Secret<String>, tls: DemoTLS?, time: any Timekeeper,
    logger: Logger, onListening: @escaping @Sendable () -> Void
  ) throws {
    let sites = options.sites
    let address = sites.shop.link("/ferry/notify/amazon-pay/test")
    let sandbox = try AmazonPaySandbox(
      configuration: AmazonPayConfiguration(
        origin: sites.sandbox.text,
        merchants: [
          AmazonPayMerchant(
            id: Demo.merchantID, name: "Minato Store", storeIDs: [Demo.storeID],
            publicKeys: [Demo.publicKeyID: try SandboxKey.publicPEM(ofPrivate: key)],
            returnHosts: [sites.shop.host], notificationURLs: options.hasNotifications ? [.sandbox: address.text] : [:])
        ],
        processingPause: options.processingPause, isControlEnabled: options.isControlled,
        journalPath: folder.sandboxJournal,
        notifications: AmazonPayNotificationSettings(
          signatureVersion: .two, authority: try folder.notificationAuthority(now: time.now))), timekeeper: time)
    let server = sandbox.application(
      address: .hostname("127.0.0.1", port: sites.sandboxPort), server: try tls?.plainListener() ?? .bounded(),
      logger: logger,
      onServerRunning: { _ in onListening() })
    services =
      options.hasNotifications ? [server, SandboxNotifications(sandbox: sandbox, trust: tls?.client)] : [server]
  }

  /// Runs the sandbox alone, for a shop that is another process on the same folder.
  /// - Throws: What stops a start.
  static func run(_ options: Demo.Options, logger: Logger) async throws {
    let sandbox: DemoSandbox
    do {
      try await PortCheck.require(options.sites.sandboxPort, setting: "--sandbox-port")
      let folder = try DemoFolder(options.folder)
      sandbox = try DemoSandbox(
        options, folder: folder, key: try folder.signingKey(), tls: try options.tls(folder), time: SystemTime(),
        logger: logger
      ) {
        print("Amazon Pay sandbox of the demo: \(options.sites.sandbox)")
        fflush(nil)
      }
    } catch {
      throw StartFailure(error)
    }
    try await ProcessServices(services: sandbox.services, logger: logger).run()
  }
}
