import AmazonPay
import ArgumentParser
import FerryCore
import FerryTesting
import FerryWeb
import Logging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Starts a demo shop with its checkout server and a sandbox of Amazon Pay, all on this machine.",
    discussion: """
      Nothing leaves the machine and no money moves. Data and secrets are made on the first run and kept in the folder \
      that --data names; remove it to begin anew.
      """)

  @Option(help: "The folder for data and secrets.")
  var data = "build/demo"

  @Option(help: "The port of shop and checkout server.")
  var port = 3080

  @Option(help: "The port of the sandbox; the one after the shop's unless given.")
  var sandboxPort: Int?

  @Flag(help: "Run one scripted checkout, print its timeline, and exit: 0 only if the sandbox's ledger agrees.")
  var once = false

  @Flag(help: "Open the sandbox's control API (/control): faults, clock, ledger, scripted buyers.")
  var control = false

  @Option(
    help: ArgumentHelp(
      "Use a sandbox that runs already, at an address of this machine, in place of one of the demo's own.",
      discussion: """
        Start it with the demo's merchant and the public half of the key in the demo's folder, for instance to restart \
        the one without the other: ferry sandbox --merchant-id \(Demo.merchantID) --store-id \(Demo.storeID) \
        --public-key-id \(Demo.publicKeyID) --public-key FILE
        """, valueName: "url", visibility: .hidden),
    transform: { text in
      guard let origin = Origin(text) else { throw ValidationError("\(text) is no address of a site.") }
      return origin
    })
  var externalSandbox: Origin?

  @Option(
    help: ArgumentHelp(
      "When to ask the provider about buyers who have gone to pay and are quiet: seconds since they went, with commas.",
      valueName: "seconds", visibility: .hidden))
  var quietSchedule: QuietSchedule?

  func run() async throws {
    let logger = DemoLog.logger()
    let demo: Demo
    do {
      demo = try await Demo(
        Demo.Options(
          folder: data, port: port, sandboxPort: sandboxPort ?? port + 1, isControlled: control || once,
          processingPause: once ? .zero : .seconds(2), externalSandbox: externalSandbox,
          quietSchedule: quietSchedule?.waits ?? AmazonPayProvider.usualQuietSchedule),
        logger: logger)
    } catch {
      throw StartFailure(error)
    }
    guard once else {
      print(banner(demo))
      return try await demo.run()
    }
    let agrees = OnceFlag()
    try await demo.run { agrees.set(try await ScriptedRun(demo).print()) }
    if !agrees.isSet { throw ExitCode.failure }
  }

  /// At most twelve lines.
  private func banner(_ demo: Demo) -> String {
    """

    Ferry's demo is running.

      Shop      http://localhost:\(demo.shopPort)     open this, put a tablet into the cart, pay with Amazon Pay
      Sandbox   \(demo.sandbox.text)     the stand-in for Amazon: anyone can sign in, no money moves
      Cards     any is accepted, but 3434 is declined and 3064 is a buyer who cancels
      Data      \(demo.folder.path)
      Watch     .build/debug/ferry checkouts watch --data \(data)
      Stop      Control-C
    """
  }
}

/// A start that failed, told in one sentence.
struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) { description = "\(error)" }
}

/// Logs go to standard error, warnings and worse unless FERRY_LOG_LEVEL says otherwise.
enum DemoLog {
  static func logger() -> Logger {
    var logger = Logger(label: "ferry") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel =
      ProcessInfo.processInfo.environment["FERRY_LOG_LEVEL"].flatMap { Logger.Level(rawValue: $0) } ?? .warning
    return logger
  }
}
