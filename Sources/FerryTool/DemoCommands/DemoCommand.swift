import ArgumentParser
import DemoShop
import FerryCore
import FerrySandbox
import FerryServer
import FerryWeb
import Foundation
import Logging
import Metrics
import NIOConcurrencyHelpers

#if PostgreSQL
  import FerryPostgres
#endif

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Start a demo shop, its checkout server and the providers' sandboxes on this machine.",
    usage: "ferry demo [<options>]",
    discussion: """
      Nothing leaves this machine, and no money moves. The first run creates data and secrets in the folder of --data; \
      delete the folder to start over. While the demo runs, `ferry checkouts`, `ferry payments` and `ferry webhooks` use its \
      server. The sandboxes' control API (/control) is open to this machine: faults, clock, ledger, scripted buyers.

      Exit status with --once: 0 if the payment succeeds and agrees with the sandbox's ledger, else 1.
      """)

  @OptionGroup var place: DemoPlaceOptions

  @Flag(
    help: "Run one scripted checkout with --provider (default: the first one), print its timeline, and exit.")
  var once = false

  @Option(
    help: ArgumentHelp("How long a sandbox shows its processing page, from 0 to 600 seconds.", valueName: "seconds"))
  var processingSeconds = 2

  @Flag(inversion: .prefixedNo, help: ArgumentHelp("Tell the shop of its orders by webhooks.", visibility: .hidden))
  var webhooks = true

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp("Let the sandboxes tell the checkout server of changes by notifications.", visibility: .hidden))
  var notifications = true

  @Option(
    help: ArgumentHelp(
      """
      The address of a shop of your own on this machine, such as one in Samples. Buyers return to its /checkout, and \
      webhooks go to its /ferry/webhooks. The folder of --data has its key and its webhook secret.
      """, valueName: "url"))
  var shopURL = DemoMerchant.usualSampleSite

  @Option(
    help: ArgumentHelp(
      "The database: an SQLite file, or a PostgreSQL server that runs in the folder of --data.", valueName: "kind"))
  var store = DemoStore.sqlite

  @Option(
    help: ArgumentHelp(
      "Run only the shop and its server, or only the sandboxes. Run the other part in another process.",
      valueName: "part"))
  var only: Part?

  @Option(
    help: ArgumentHelp(
      "When to ask the provider about buyers who went to pay and did not return, in seconds, separated by commas.",
      valueName: "seconds", visibility: .hidden))
  var quietSchedule: QuietSchedule?

  enum Part: String, ExpressibleByArgument, CaseIterable {
    case shop
    case sandbox
  }

  func validate() throws {
    try store.requireBuilt()
    try (0...600).require(processingSeconds, of: "--processing-seconds")
    if place.linkPort != nil, !place.tls { throw ValidationError("--link-port requires --tls.") }
    guard Origin(shopURL) != nil else {
      throw ValidationError("--shop-url must be an address without a path, such as http://localhost:8000.")
    }
    if once, only != nil { throw ValidationError("--once and --only cannot be used together.") }
  }

  func run() async throws {
    let logger = ProgramLog.logger()
    let options = Demo.Options(
      folder: place.data, sites: try place.sites(isOfFirst: once),
      processingPause: once ? .zero : .seconds(processingSeconds), hasSandboxes: only != .shop, hasWebhooks: webhooks,
      hasNotifications: notifications, hasOperationsPage: !once, sampleShop: Origin(shopURL),
      quietSeconds: quietSchedule?.seconds)
    if only == .sandbox { return try await options.runSandboxes(logger: logger) }
    try await store.running(in: DemoFolder(options.folder)) { try await run(options, $0, logger) }
  }

  private func run(_ options: Demo.Options, _ store: StoreLocation, _ logger: Logger) async throws {
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let demo: Demo
    do {
      demo = try await Demo(options, store: store, metrics: metrics, logger: logger)
    } catch PortCheck.Refused.inUse(let taken, let setting) where once {
      throw CommandFailure(
        """
        \(PortCheck.Refused.inUse(taken, setting: setting))
        To run a scripted checkout beside a running demo, give it its own ports and folder: \
        ferry demo --once\(place.provider.map { " --provider \($0)" } ?? "")\(place.tls ? " --tls" : "") --port \(options.sites.shopPort + 10) --data \(place.data)-once
        """)
    } catch {
      throw CommandFailure(error)
    }
    guard once else {
      let banner = banner(demo)
      demo.startup.whenComplete { printNow(banner) }
      return try await demo.run()
    }
    let agrees = NIOLockedValueBox(false)
    try await demo.run {
      let result = try await ScriptedRun(demo: demo, sandbox: demo.sites.sandboxes[0]).print()
      agrees.withLockedValue { $0 = result }
    }
    if !agrees.withLockedValue(\.self) { throw ExitCode.failure }
  }

  private func banner(_ demo: Demo) -> String {
    let program = CommandLine.arguments.first ?? "ferry"
    var lines = [
      "", "Ferry's demo is running.", "",
      "  Shop      \(demo.sites.shop)     open it, choose a country, add a tablet to the cart, pay",
    ]
    lines += demo.sites.sandboxes.map { sandbox in
      "  Sandbox   \(sandbox.origin)/console     instead of \(sandbox.module.name): its payments and requests"
    }
    if !demo.operatorKeys.isEmpty {
      lines.append("  Operate   \(demo.sites.operations)     find a payment, capture, refund, decide; sign in as")
      lines += demo.operatorKeys.map { holder, key in
        "            \(holder.name) (role: \(holder.role.rawValue)) with the key \(key.reveal())"
      }
    }
    if demo.sites.isSecure {
      lines += [
        "  Links     \(demo.sites.links)     the host of the apps' links",
        "  Trust     \(program) trust --data \(place.data)     once, to prevent browser warnings",
      ]
    }
    lines += [
      "  Your own  \(shopURL)     your shop, or one from Samples: see Documentation/WebShop.md",
      "  Data      \(demo.folder.path)\(store == .postgres ? ", with a PostgreSQL server" : "")",
      "  Watch     \(program) checkouts watch --data \(place.data)",
      "  Try       \(program) trigger --data \(place.data)     a declined card, a pending payment, a dispute",
      "  Money     \(program) payments list --data \(place.data)     then capture, void or refund a payment by its id",
      "  Stop      Control-C",
    ]
    return lines.joined(separator: "\n")
  }
}

/// Rising numbers of seconds, written with commas: "1,2,3".
struct QuietSchedule: ExpressibleByArgument {
  let seconds: String

  init?(argument: String) {
    let seconds = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard seconds.allSatisfy({ (1...86_400).contains($0) }), seconds == Set(seconds).sorted() else { return nil }
    self.seconds = argument
  }
}

/// The database of a demo: a file in its folder, or a PostgreSQL server of its own there.
enum DemoStore: String, ExpressibleByArgument, CaseIterable {
  case sqlite
  case postgres

  func requireBuilt() throws {
    #if !PostgreSQL
      if self == .postgres { throw ValidationError(StoreLocation.notBuilt) }
    #endif
  }

  /// Runs something with the database, and stops its server afterwards.
  func running(in folder: DemoFolder, _ body: (StoreLocation) async throws -> Void) async throws {
    switch self {
    case .sqlite: try await body(.sqlite(in: folder.path))
    case .postgres:
      #if PostgreSQL
        // Root's server runs as another user, who has to pass through the folder.
        if getuid() == 0 {
          try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
        }
        try await withLocalPostgres(in: folder.file("postgres")) { server in
          let address = try PostgresAddress(server.address())
          let logger = ProgramLog.logger()
          do {
            try await PostgresSchema.create(address, logger: logger)
          } catch PostgresStoreError.schemaExists {
            _ = try await PostgresSchema.migrate(address, logger: logger)
          }
          try await body(.postgres(address))
        }
      #endif
    }
  }
}
