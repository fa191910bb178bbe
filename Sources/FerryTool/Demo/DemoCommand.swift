import ArgumentParser
import FerryCore
import FerrySandbox
import FerryScriptedBuyer
import FerryServer
import FerryWeb
import Foundation
import Logging
import Metrics
import NIOConcurrencyHelpers

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Starts a demo shop with its checkout server and the sandboxes of the providers, all on this machine.",
    discussion: """
      Nothing leaves the machine and no money moves. The first run makes data and secrets in the folder that --data \
      names; remove it to start over. Beside a running demo, `ferry checkouts`, `ferry payments` and `ferry webhooks` ask it. \
      The sandboxes' control API (/control) is open to this machine: faults, clock, ledger, scripted buyers.
      """)

  @OptionGroup var place: DemoPlaceOptions

  @Flag(
    help: """
      Run one scripted checkout with the provider that --provider names, or with the first one; print its timeline, and \
      exit: 0 only if the sandbox's ledger agrees.
      """)
  var once = false

  @Option(help: "How many seconds a sandbox's processing page stays, from 0 to 600.") var processingSeconds = 2

  @Flag(inversion: .prefixedNo, help: ArgumentHelp("Tell the shop of its orders by webhooks.", visibility: .hidden))
  var webhooks = true

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp("Let the sandboxes tell the checkout server of changes by notifications.", visibility: .hidden))
  var notifications = true

  @Option(
    help: ArgumentHelp(
      """
      The address of a shop of your own on this machine, such as one of Samples: buyers return to its /checkout, webhooks \
      go to its /ferry/webhooks. Its key and its webhook secret are in the folder of --data.
      """, valueName: "url"))
  var shopURL = DemoSampleShop.usualSite

  @Option(help: "The database: sqlite, or postgres for a PostgreSQL server of its own in the folder of --data.")
  var store = DemoStore.sqlite

  @Option(
    help: "Run only the shop with its checkout server, or only the sandboxes; another process runs the other part.")
  var only: Part?

  @Option(
    help: ArgumentHelp(
      "When to ask the provider about buyers who have gone to pay and are quiet: seconds since they went, with commas.",
      valueName: "seconds", visibility: .hidden))
  var quietSchedule: QuietSchedule?

  enum Part: String, ExpressibleByArgument, CaseIterable {
    case shop
    case sandbox
  }

  func validate() throws {
    try store.requireBuilt()
    guard (0...600).contains(processingSeconds) else {
      throw ValidationError("--processing-seconds takes a number from 0 to 600.")
    }
    if place.linkPort != nil, !place.tls { throw ValidationError("--link-port needs --tls.") }
    guard Origin(shopURL) != nil else {
      throw ValidationError("--shop-url takes an address such as http://localhost:8000, without a path.")
    }
    if once, only != nil { throw ValidationError("--once needs both parts; leave out --only.") }
  }

  func run() async throws {
    let logger = ProgramLog.logger()
    let options = Demo.Options(
      folder: place.data, sites: try place.sites(isOfFirst: once),
      processingPause: once ? .zero : .seconds(processingSeconds), hasSandboxes: only != .shop, hasWebhooks: webhooks,
      hasNotifications: notifications, hasOperationsPage: !once, sampleShop: Origin(shopURL),
      quietSeconds: quietSchedule?.seconds)
    if only == .sandbox { return try await DemoSandbox.run(options, logger: logger) }
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
        Beside a demo that runs, a scripted checkout needs ports and a folder of its own: \
        ferry demo --once\(place.provider.map { " --provider \($0)" } ?? "")\(place.tls ? " --tls" : "") --port \(options.sites.shopPort + 10) --data \(place.data)-once
        """)
    } catch {
      throw StartFailure(error)
    }
    guard once else {
      let banner = banner(demo)
      demo.startup.whenComplete { printNow(banner) }
      return try await demo.run()
    }
    let agrees = NIOLockedValueBox(false)
    try await demo.run {
      let result = try await ScriptedRun(demo, at: demo.sites.sandboxes[0]).print()
      agrees.withLockedValue { $0 = result }
    }
    if !agrees.withLockedValue(\.self) { throw ExitCode.failure }
  }

  private func banner(_ demo: Demo) -> String {
    let program = CommandLine.arguments.first ?? "ferry"
    var lines = [
      "", "Ferry's demo is running.", "",
      "  Shop      \(demo.sites.shop)     open this, choose a country, put a tablet into the cart, pay",
    ]
    lines += demo.sites.sandboxes.map { sandbox in
      "  Sandbox   \(sandbox.origin)/console     in place of \(sandbox.module.name): no money moves; payments and requests"
    }
    if !demo.operatorKeys.isEmpty {
      lines.append("  Operate   \(demo.sites.operations)     find a payment, capture, refund, decide; sign in as")
      lines += demo.operatorKeys.map { holder, key in
        "            \(holder.name), who may \(holder.role.rawValue), with the key \(key.reveal())"
      }
    }
    if demo.sites.isSecure {
      lines += [
        "  Links     \(demo.sites.links)     the host of the apps' links",
        "  Trust     \(program) trust --data \(place.data)     once, so that browsers do not warn",
      ]
    }
    lines += [
      "  Your own  \(shopURL)     a shop of yours, or one of Samples: Documentation/WebShop.md connects it",
      "  Data      \(demo.folder.path)\(store == .postgres ? ", with a PostgreSQL server" : "")",
      "  Watch     \(program) checkouts watch --data \(place.data)",
      "  Try       \(program) trigger --data \(place.data)     what you want to see: a declined card, a pending payment, a dispute",
      "  Money     \(program) payments list --data \(place.data)     then capture, void or refund one by its id",
      "  Stop      Control-C",
    ]
    return lines.joined(separator: "\n")
  }
}

/// A demo on this machine: its folder and the ports of its parts.
struct DemoPlaceOptions: ParsableArguments {
  @Option(help: "The folder for data and secrets.", completion: .directory) var data = usualFolder

  static let usualFolder = "build/demo"

  @Flag(help: "Over https, with certificates of the folder's own authority, as apps and devices need it.")
  var tls = false

  @Option(help: "The port of shop and checkout server; 3080 unless given, and 3443 with --tls.") var port: Int?

  @Option(help: "The port of the first sandbox; the one after the shop's unless given.") var sandboxPort: Int?

  @Option(help: "The port of the link host, with --tls; the one after the first sandbox's unless given.")
  var linkPort: Int?

  @Option(help: "The port of the operations page; the next free one after the last sandbox's unless given.")
  var operationsPort: Int?

  @Option(
    help: "Only this provider: \(Providers.sandboxes.map { $0.id }.joined(separator: ", ")). Without it, all.",
    completion: .list(Providers.sandboxes.map { $0.id }))
  var provider: String?

  func validate() throws {
    for port in [port, sandboxPort, linkPort, operationsPort].compactMap(\.self) where !(1...65_535).contains(port) {
      throw ValidationError("\(port) is no port. A port is 1 to 65535.")
    }
    guard !modules.isEmpty else {
      let known = Providers.sandboxes.map { $0.id }.joined(separator: ", ")
      throw ValidationError("There is no provider \(provider ?? ""). Say --provider with one of: \(known).")
    }
  }

  private var modules: [any SandboxModule.Type] {
    Providers.sandboxes.filter { provider == nil || $0.id == provider }
  }

  /// - Parameter isOfFirst: True for the first provider alone, without the operations page.
  /// - Throws: For a number that is no port.
  func sites(isOfFirst: Bool = false) throws -> DemoSites {
    try DemoSites(
      isOfFirst ? Array(modules.prefix(1)) : modules, isSecure: tls, port: port, sandboxPort: sandboxPort,
      linkPort: linkPort, operationsPort: operationsPort, hasOperationsPage: !isOfFirst)
  }

  /// For a command without `--demo`.
  /// - Throws: If an option is given that is about the demo's sites.
  func requireNoSites() throws {
    guard tls || provider != nil || [port, sandboxPort, linkPort, operationsPort].contains(where: { $0 != nil }) else {
      return
    }
    throw ValidationError(
      "--tls, --port, --sandbox-port, --link-port, --operations-port and --provider are for the demo: add --demo.")
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
