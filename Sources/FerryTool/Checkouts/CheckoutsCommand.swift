import ArgumentParser
import FerryCore
import FerryHTTP
import FerryServer

struct CheckoutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkouts", abstract: "Shows checkouts, decides held ones, and forgets buyers.",
    discussion: """
      The running server is asked, with the shop's secret key: of the demo in build/demo or the folder that --data names, or \
      of the settings that --config or FERRY_CONFIG names, or by --server and --key-file. Only watch reads the database file.
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

  func run() async throws {
    let checkouts = try await server.asking { server in
      var query = filter.query
      query["state"] = state?.rawValue
      return try await server.list("/v1/checkouts", query, limit: limit.limit) { (page: CheckoutsBody) in
        (page.checkouts, page.next)
      }
    }
    guard !checkouts.isEmpty else { return print(nothing) }
    for line in TextTable.lines(checkouts.map(Self.row)) { print(line) }
  }

  private static func row(_ checkout: ListedCheckoutBody) -> [String] {
    [
      checkout.createdAt.iso8601, checkout.phase.rawValue, checkout.total?.display ?? "-", checkout.orderNumber,
      checkout.id,
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
    commandName: "show", abstract: "Shows one checkout: its money and its timeline.")

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  func run() async throws {
    print(try await server.asking { try await Self.text(of: $0.checkout(named: argument.checkout), $0) })
  }

  static func text(of id: String, _ server: ServerClient) async throws -> String {
    let checkout: CheckoutBody = try await server.get("/v1/checkouts/\(id)")
    let money: OperationsBody = try await server.get("/v1/checkouts/\(id)/operations")
    var outstanding: [OutstandingBody] = []
    let entries = try await server.list("/v1/checkouts/\(id)/timeline", pageSize: 1000) { (page: TimelineBody) in
      outstanding = page.outstanding
      return (page.entries, page.next.map { "\($0)" })
    }
    let header = Timeline.header(checkout, money, outstanding, at: SystemTime().now)
    return ([header, ""] + Timeline.lines(entries, since: checkout.createdAt)).joined(separator: "\n")
  }
}

struct ResolveCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Decides a checkout that is held or overdue.",
    discussion: """
      accept: the payment stands as the provider has it. reject: none of its money is kept. ask: the provider is asked again. \
      hold: stop waiting for what is overdue; its outcome counts as unknown, and you decide it by one of the \
      others; an authorization that should have lapsed counts as lapsed.
      """)

  @OptionGroup var server: ServerOptions

  @OptionGroup var argument: CheckoutArgument

  @Argument(help: "Your decision: accept, reject, ask or hold.", transform: decision) var decision: Resolution

  private static func decision(_ word: String) throws -> Resolution {
    guard let decision = Resolution(rawValue: word) else {
      throw ValidationError("A decision is accept, reject, ask or hold.")
    }
    return decision
  }

  func run() async throws {
    let answer: ServerClient.Answer<CheckoutBody> = try await server.asking { server in
      let id = try await server.checkout(named: argument.checkout)
      return try await server.post("/v1/checkouts/\(id)/resolve", ResolveCheckoutBody(decision: decision))
    }
    let waiting =
      answer.isDone
      ? "" : " The provider has not answered yet; `ferry checkouts show \(answer.body.id)` shows how it goes on."
    print("The checkout is \(answer.body.phase.rawValue).\(waiting)")
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
