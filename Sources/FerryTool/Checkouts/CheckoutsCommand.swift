import ArgumentParser
import FerryCore
import FerryHTTP
import FerryServer

struct CheckoutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkouts", abstract: "Shows checkouts, decides held ones, and forgets buyers.",
    discussion: """
      The running server is asked, with the shop's secret key: of the demo in build/demo or the folder that --data names, or \
      of the settings that --config or FERRY_CONFIG names, or by --server and --key-file. Only watch reads the database.
      """,
    subcommands: [
      ListCheckouts.self, ShowCheckout.self, WatchCheckouts.self, ResolveCheckout.self, ForgetCheckout.self,
    ])
}

struct ListCheckouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the shop's latest checkouts, the newest first.")

  enum State: String, EnumerableFlag {
    case live
    case held
    case overdue

    static func help(for state: State) -> ArgumentHelp? {
      switch state {
      case .live: "Only checkouts that are not final."
      case .held: "Only checkouts that wait for a person, who decides with resolve."
      case .overdue: "Only checkouts of which something takes longer than it should."
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
      return try await server.list("/v1/checkouts", query, limit: limit.limit)
    }
    if output.json { return print(try JSONOutput.text(list)) }
    guard !list.checkouts.isEmpty else { return print(nothing) }
    for line in TextTable.lines(list.checkouts.map(Self.row), heading: Self.heading, colors: .output) { print(line) }
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
    if filter.isUsed { return "No such checkouts." }
    return switch state {
    case .live: "No checkout is live."
    case .held: "No checkout is held."
    case .overdue: "No checkout is overdue."
    case nil: "No checkouts yet."
    }
  }
}

struct ListLimit: ParsableArguments {
  @Option(help: "How many.") var limit = 50

  func validate() throws {

    guard (1...10_000).contains(limit) else { throw ValidationError("A limit is 1 to 10000.") }

  }
}

struct ShowCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one checkout: its money and its timeline.",
    discussion: "The text tells nothing about the buyer. With --json the answers of the API are printed, which do.")

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @OptionGroup var output: JSONOption

  func run() async throws {
    let record = try await server.asking { try await CheckoutRecord(of: $0.checkout(named: argument.checkout), $0) }
    print(output.json ? try JSONOutput.text(record) : record.text(.output))
  }
}

/// All that `/v1` tells of a checkout, by the names of its addresses.
struct CheckoutRecord: Encodable, Sendable {
  let checkout: CheckoutBody
  let operations: OperationsBody
  let timeline: TimelineBody

  init(of id: String, _ server: ServerClient) async throws {
    checkout = try await server.get("/v1/checkouts/\(id)")
    operations = try await server.get("/v1/checkouts/\(id)/operations")
    timeline = try await server.list("/v1/checkouts/\(id)/timeline", pageSize: 1000)
  }

  func text(_ colors: TerminalColors = .none) -> String {
    let header = Timeline.header(checkout, operations, timeline.outstanding, at: SystemTime().now, colors)
    return ([header, ""] + Timeline.lines(timeline.entries, since: checkout.createdAt)).joined(separator: "\n")
  }
}

struct ForgetCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Erases the buyer's name and address from a checkout that has ended.",
    discussion: """
      For buyers who ask to be forgotten. Money and timeline stay. If you name an order, its buyer is erased from all of its \
      checkouts.
      """)

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  func run() async throws {
    try await server.asking { server in
      for checkout in try await server.checkouts(named: argument.checkout) {
        try await server.delete("/v1/checkouts/\(checkout.id)/buyer")
        print("The buyer of \(checkout.id) is forgotten.")
      }
    }
  }
}
