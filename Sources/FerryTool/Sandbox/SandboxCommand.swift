import ArgumentParser
import CryptoExtras
import FerryCore
import FerrySandbox
import FerryWeb
import Hummingbird

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Starts a stand-in for Amazon Pay, Checkout v2, for a shop of your own.",
    discussion: """
      API, checkout.js and hosted pages as merchants see them; no money moves. Point your client at the printed address in \
      place of Amazon's (the official SDKs: overrideServiceUrl), and load checkout.js from it.

      Give the public half of the key pair that your client signs with:

        openssl rsa -in private.pem -pubout -out public.pem
        ferry sandbox --public-key public.pem --public-key-id SANDBOX-... \\
          --merchant-id A... --store-id amzn1...
      """)

  @Option(help: "A PEM file with the public key.")
  var publicKey: String

  @Option(help: "The public key's id.")
  var publicKeyId: String

  @Option(help: "The merchant id: 14 capitals and digits.")
  var merchantId: String

  @Option(help: "The store id.")
  var storeId: String

  @Option(help: "The merchant's name on the pages.")
  var name = "Your shop"

  @Option(help: "The port.")
  var port = 3081

  @Option(help: "The file that keeps everything across restarts; in memory only unless given.")
  var journal: String?

  @Flag(help: "Open the control API (/control): faults, clock, ledger, scripted buyers.")
  var control = false

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("A port is 1 to 65535.") }
  }

  func run() async throws {
    guard let pem = FileManager.default.contents(atPath: publicKey) else {
      throw ValidationError("The file \(publicKey) cannot be read. Name a PEM file with a public key.")
    }
    try await PortCheck.require(port, setting: "--port")
    let sandbox: AmazonPaySandbox
    do {
      sandbox = try AmazonPaySandbox(
        configuration: AmazonPayConfiguration(
          origin: "http://127.0.0.1:\(port)",
          merchants: [
            AmazonPayMerchant(
              id: merchantId, name: name, storeIDs: [storeId],
              publicKeys: [publicKeyId: String(decoding: pem, as: UTF8.self)])
          ],
          isControlEnabled: control, journalPath: journal))
    } catch {
      throw StartFailure(error)
    }
    printNow(
      """
      Amazon Pay sandbox: http://127.0.0.1:\(port)
        script    http://127.0.0.1:\(port)/checkout.js
        region    jp; key \(publicKeyId)
        stop      Control-C
      """)
    let logger = ProgramLog.logger()
    try await ProcessServices(
      services: [sandbox.application(address: .hostname("127.0.0.1", port: port), logger: logger)], logger: logger
    ).run()
  }
}
