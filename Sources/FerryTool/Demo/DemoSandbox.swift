import AmazonPay
import CryptoExtras
import FerryCore
import FerrySandbox
import FerryWeb
import Hummingbird
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
  let service: any Service

  /// - Parameters:
  ///   - key: The shop's signing key, in PEM.
  ///   - shop: Where the shop is; buyers are sent back to no other host.
  ///   - onListening: Is called once it listens.
  /// - Throws: `AmazonPayConfigurationError`, `JournalError`, or what is wrong with the key.
  init(
    _ options: Demo.Options, folder: DemoFolder, key: Secret<String>, shop: Origin, logger: Logger,
    onListening: @escaping @Sendable () -> Void
  ) throws {
    let origin = try Demo.origin("http://127.0.0.1:\(options.sandboxPort)")
    let sandbox = try AmazonPaySandbox(
      configuration: AmazonPayConfiguration(
        origin: origin.text,
        merchants: [
          AmazonPayMerchant(
            id: Demo.merchantID, name: "Minato Store", storeIDs: [Demo.storeID],
            publicKeys: [Demo.publicKeyID: try SigningKey(pem: key).publicKey.pemRepresentation],
            returnHosts: [shop.host])
        ],
        processingPause: options.processingPause, isControlEnabled: options.isControlled,
        journalPath: folder.sandboxJournal))
    service = sandbox.application(
      address: .hostname("127.0.0.1", port: options.sandboxPort), logger: logger,
      onServerRunning: { _ in onListening() })
  }

  /// Runs the sandbox alone, for a shop that is another process on the same folder.
  /// - Throws: What stops a start.
  static func run(_ options: Demo.Options, logger: Logger) async throws {
    let sandbox: DemoSandbox
    do {
      try await PortCheck.require(options.sandboxPort, setting: "--sandbox-port")
      let folder = try DemoFolder(options.folder)
      sandbox = try DemoSandbox(
        options, folder: folder, key: try folder.signingKey(),
        shop: try Demo.origin("http://localhost:\(options.port)"),
        logger: logger
      ) {
        print("Amazon Pay sandbox of the demo: http://127.0.0.1:\(options.sandboxPort)")
        fflush(nil)
      }
    } catch {
      throw StartFailure(error)
    }
    try await ProcessServices(services: [sandbox.service], logger: logger).run()
  }
}
