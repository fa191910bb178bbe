import ArgumentParser
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryServer

struct CheckoutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkouts", abstract: "List and inspect checkouts, resolve held ones, and erase buyers' data.",
    discussion: """
      These commands ask the running server, with a secret key of the shop. They use the first of these that is given:

      \(servers)

      Only `watch` reads the server's database instead.
      """,
    subcommands: [
      ListCheckouts.self, ShowCheckout.self, WatchCheckouts.self, ResolveCheckout.self, ForgetCheckout.self,
    ])

  /// For the help of other commands that ask the server.
  static let asksTheServer =
    "These commands ask the running server, with a secret key of the shop. `ferry help checkouts` explains how they find both."

  private static let servers = HelpList.text([
    ("--server", "the server at this address, with the key of --key-file"),
    ("--data", "the demo in this folder, with the key in the folder"),
    ("--config", "the server with these settings (also FERRY_CONFIG), with a key that they contain in plain text"),
    ("none", "the demo in build/demo"),
  ])
}

struct ListCheckouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the shop's latest checkouts, newest first.",
    usage: "ferry checkouts list [<options>]")

  enum State: String, EnumerableFlag {
    case live
    case held
    case overdue

    static func help(for state: State) -> ArgumentHelp? {
      switch state {
      case .live: "Only checkouts that have not ended."
      case .held: "Only checkouts that need a decision: `ferry checkouts resolve`."
      case .overdue: "Only checkouts with an overdue step."
      }
    }
  }

  @OptionGroup var server: ServerOptions

  @Flag(exclusivity: .exclusive) var state: State?

  @OptionGroup var filter: CheckoutFilterOptions

  @OptionGroup var limit: ListLimit

  @OptionGroup var output: JSONOption

  func run() async throws {
    let list: CheckoutsBody = try await server.asking { server in
      var query = filter.query
      query["state"] = state?.rawValue
      return try await server.list("/v1/checkouts", \.checkouts, next: \.next, query: query, limit: limit.limit)
    }
    if output.json { return print(try JSONOutput.text(list)) }
    guard !list.checkouts.isEmpty else { return print(nothing) }
    print(TextTable.text(list.checkouts.map(Self.row), heading: Self.heading, colors: .output))
  }

  private static let heading = ["CREATED", "PHASE", "TOTAL", "REFERENCE", "ORDER", "PROVIDER", "CHECKOUT"]

  private static func row(_ checkout: ListedCheckoutBody) -> [TextCell] {
    [
      TextCell(checkout.createdAt.local), TextCell(checkout.phase.rawValue, checkout.phase.color),
      TextCell(checkout.total?.display ?? "-"), TextCell(checkout.orderReference), TextCell(checkout.orderNumber),
      TextCell(checkout.provider), TextCell(checkout.id),
    ]
  }

  private var nothing: String {
    if filter.isUsed { return "No checkouts match." }
    return switch state {
    case .live: "No checkout is live."
    case .held: "No checkout is held."
    case .overdue: "No checkout is overdue."
    case nil: "No checkouts yet."
    }
  }
}

struct ListLimit: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum number of entries, up to 10000.", valueName: "number")) var limit = 50

  func validate() throws { try (1...10_000).require(limit, of: "--limit") }
}

struct ShowCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one checkout: its money and its timeline.",
    usage: "ferry checkouts show [<options>] <checkout>",
    discussion: "The text leaves out the buyer's data. --json prints the API's answers, which include it.")

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @OptionGroup var output: JSONOption

  func run() async throws {
    let record = try await server.asking { try await CheckoutRecord(of: $0.checkout(named: argument.checkout), $0) }
    print(output.json ? try JSONOutput.text(record) : record.text(.output))
  }
}

/// Everything in `/v1` about a checkout, by the names of the addresses.
struct CheckoutRecord: Encodable, Sendable {
  let checkout: CheckoutBody
  let operations: OperationsBody
  let timeline: TimelineBody

  init(of id: String, _ server: ServerClient) async throws {
    checkout = try await server.get("/v1/checkouts/\(id)")
    operations = try await server.get("/v1/checkouts/\(id)/operations")
    timeline = try await server.list("/v1/checkouts/\(id)/timeline", \.entries, next: \.next, pageSize: 1000)
  }

  func text(_ colors: TerminalColors = .none) -> String {
    let header = Timeline.header(checkout, operations, timeline.outstanding, at: SystemTime().now, colors)
    return ([header, ""] + Timeline.lines(timeline.entries, since: checkout.createdAt)).joined(separator: "\n")
  }
}

struct ForgetCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Erase the buyer's name and address from a checkout that has ended.",
    usage: "ferry checkouts forget [<options>] <checkout>",
    discussion: """
      Use it when a buyer asks to be forgotten. Money and timeline stay. If you name an order, the buyer is erased from all \
      of its checkouts.
      """)

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  func run() async throws {
    try await server.asking { server in
      for checkout in try await server.checkouts(named: argument.checkout) {
        try await server.delete("/v1/checkouts/\(checkout.id)/buyer")
        print("Erased the buyer of \(checkout.id).")
      }
    }
  }
}

/// The filters that all lists of checkouts have.
struct CheckoutFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only checkouts in these phases, separated by commas: \(phases.joined(separator: ", ")).", valueName: "phases"))
  var phase: String?

  @Option(help: ArgumentHelp("Only checkouts with this provider, such as amazon-pay.", valueName: "id"))
  var provider: String?

  @Option(help: ArgumentHelp("Only checkouts of the order with this reference of the shop.", valueName: "reference"))
  var orderReference: String?

  @Option(help: ArgumentHelp("Only checkouts of the order with this number.", valueName: "number"))
  var orderNumber: String?

  @Option(
    help: ArgumentHelp(
      "Only checkouts with this provider id: of a session, payment, capture or refund.", valueName: "id"))
  var reference: String?

  @Option(
    help: ArgumentHelp(
      "Only checkouts created at this time or later: 2026-01-31 (UTC) or 2026-01-31T12:00:00Z.", valueName: "time"))
  var from: PointInTime?

  @Option(help: ArgumentHelp("Only checkouts created before this time.", valueName: "time"))
  var before: PointInTime?

  private static let phases = PhaseName.known.map(\.rawValue)

  func validate() throws {
    if let unknown = (phase ?? "").split(separator: ",").map(String.init).first(where: { !Self.phases.contains($0) }) {
      throw ValidationError(UnknownName.message("phase", unknown, among: Self.phases))
    }
  }

  /// True if the list may leave something out.
  var isUsed: Bool { query.contains { $0.value != nil } }

  var query: [String: String?] {
    [
      "phase": phase, "provider": provider, "orderReference": orderReference, "orderNumber": orderNumber,
      "reference": reference, "createdFrom": from.map { "\($0.moment.milliseconds)" },
      "createdBefore": before.map { "\($0.moment.milliseconds)" },
    ]
  }
}
