import ArgumentParser
import FerryCore
import FerryEngine
import FerryHTTP
import FerryServer

struct WebhooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhooks", abstract: "List and resend webhooks, and create their secrets.",
    discussion: CheckoutsCommand.asksTheServer,
    subcommands: [ListWebhooks.self, RetryWebhooks.self, NewWebhookSecret.self])
}

struct ListWebhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the latest messages, newest first.",
    usage: "ferry webhooks list [<options>] [<checkout>]")

  @OptionGroup var server: ServerOptions

  @Argument(
    help: ArgumentHelp(
      "\(CheckoutArgument.meaning) Lists only its messages, or those of all checkouts of the order."))
  var checkout: String?

  @Flag(help: "Only messages that will be sent or retried.") var waiting = false

  @Flag(help: "Only messages that Ferry has given up; `ferry webhooks retry` resends them.") var parked = false

  @Option(help: ArgumentHelp("Only messages for this endpoint.", valueName: "name")) var endpoint: String?

  @Option(help: ArgumentHelp("The maximum number of entries, up to 1000.", valueName: "number")) var limit = 50

  @OptionGroup var output: JSONOption

  func validate() throws {
    try (1...1000).require(limit, of: "--limit")
    if waiting, parked { throw ValidationError("--waiting and --parked cannot be used together.") }
  }

  func run() async throws {
    let state = waiting ? "waiting" : parked ? "parked" : nil
    let list: WebhooksBody = try await server.asking { server in
      var query: [String: String?] = ["state": state, "endpoint": endpoint, "limit": "\(limit)"]
      guard let checkout else { return try await server.get("/v1/webhooks", query) }
      var lists: [WebhooksBody] = []
      for one in try await server.checkouts(named: checkout) {
        query["checkout"] = one.id
        lists.append(try await server.get("/v1/webhooks", query))
      }
      let messages = lists.flatMap(\.webhooks).sorted { $0.createdAt > $1.createdAt }
      lists[0].webhooks = Array(messages.prefix(limit))
      return lists[0]
    }
    if output.json { return print(try JSONOutput.text(list)) }
    guard !list.webhooks.isEmpty else {
      return print(checkout != nil ? "No messages match." : state.map { "No message is \($0)." } ?? "No messages yet.")
    }
    print(TextTable.text(list.webhooks.map(Self.row), heading: Self.heading, colors: .output))
  }

  private static let heading = [
    "CREATED", "STATE", "TYPE", "ENDPOINT", "MESSAGE", "ATTEMPTS", "LAST RESULT", "NEXT ATTEMPT",
  ]

  private static func row(_ message: ListedWebhookBody) -> [TextCell] {
    let color: TerminalColors.Color? =
      switch message.state {
      case "delivered": .green
      case "waiting": .yellow
      case "parked": .red
      default: nil
      }
    return [
      TextCell(message.createdAt.local), TextCell(message.state, color), TextCell(message.type),
      TextCell(message.endpoint), TextCell(message.id), TextCell("\(message.attempts)"),
      TextCell(message.lastResult ?? "-"), TextCell(message.nextAttemptAt?.local ?? "-"),
    ]
  }
}

struct RetryWebhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Resend messages, whether delivered or given up, and restart their retry schedule.",
    usage: "ferry webhooks retry [<options>] <messages> ...\nferry webhooks retry [<options>] --parked")

  @OptionGroup var server: ServerOptions

  @Argument(
    help: ArgumentHelp(
      "Message ids. A checkout id, an order reference or number, or a provider id stands for all its messages.",
      valueName: "messages"))
  var names: [String] = []

  @Flag(help: "Resend all messages that Ferry has given up.") var parked = false

  @Option(help: ArgumentHelp("Resend to this endpoint only.", valueName: "name")) var endpoint: String?

  func validate() throws {
    guard names.isEmpty == parked else { throw ValidationError("Name messages, or use --parked.") }
  }

  private struct Sent: Decodable, Sendable { let endpoints: [String] }

  private struct SentParked: Decodable, Sendable { let messages: Int }

  func run() async throws {
    let count = try await server.asking { parked ? try await sendParked($0) : try await sendNamed($0) }
    print(
      count == 0
        ? (parked ? "No message is parked." : "No messages match.")
        : "Ferry will resend \(count == 1 ? "one message" : "\(count) messages").")
  }

  private func sendNamed(_ server: ServerClient) async throws -> Int {
    var count = 0
    for id in try await messages(server) {
      let sent: ServerClient.Answer<Sent> = try await server.post(
        "/v1/webhooks/\(id)/retry", query: ["endpoint": endpoint])
      count += sent.body.endpoints.count
    }
    return count
  }

  private func messages(_ server: ServerClient) async throws -> [String] {
    var ids: [String] = []
    for name in names {
      guard WebhookMessageID(text: name) == nil else {
        ids.append(name)
        continue
      }
      for checkout in try await server.checkouts(named: name).reversed() {
        let query: [String: String?] = ["checkout": checkout.id, "endpoint": endpoint, "limit": "1000"]
        let list: WebhooksBody = try await server.get("/v1/webhooks", query)
        // The list has an entry for each endpoint, and the first message comes last.
        for message in list.webhooks.reversed() where !ids.contains(message.id) { ids.append(message.id) }
      }
    }
    return ids
  }

  private func sendParked(_ server: ServerClient) async throws -> Int {
    let list: WebhookEndpointsBody = try await server.get("/v1/webhook-endpoints")
    if let endpoint, !list.endpoints.contains(where: { $0.name == endpoint }) {
      let names = list.endpoints.map(\.name)
      throw CommandFailure(
        names.isEmpty ? "The shop has no endpoints." : UnknownName.message("endpoint", endpoint, among: names))
    }
    var count = 0
    for place in list.endpoints where place.parked > 0 && place.name == endpoint ?? place.name {
      let sent: ServerClient.Answer<SentParked> = try await server.post("/v1/webhook-endpoints/\(place.name)/retry")
      count += sent.body.messages
    }
    return count
  }
}

struct NewWebhookSecret: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Print a new secret for an endpoint. Use it in the settings and in the shop.")

  func run() async throws { print(WebhookSecret(SystemRandomness()).reveal()) }
}
