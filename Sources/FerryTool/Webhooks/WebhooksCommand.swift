import ArgumentParser
import FerryCore
import FerryEngine
import FerryHTTP
import FerryServer

struct WebhooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhooks", abstract: "Lists messages to shops, and sends them again.",
    discussion:
      "The running server is asked, with the shop's secret key; `ferry help checkouts` says how both are found.",
    subcommands: [ListWebhooks.self, RetryWebhooks.self, NewWebhookSecret.self])
}

struct ListWebhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the latest messages, the newest first.")

  @OptionGroup var server: ServerOptions

  @Argument(
    help: ArgumentHelp(
      "\(CheckoutArgument.meaning) With it, only its messages are listed; those of all checkouts of an order."))
  var checkout: String?

  @Flag(help: "Only messages that are still to be sent.") var waiting = false

  @Flag(help: "Only messages that were given up: retry sends them again.") var parked = false

  @Option(help: "Only messages for one endpoint.") var endpoint: String?

  @Option(help: "How many.") var limit = 50

  @OptionGroup var output: JSONOption

  func validate() throws {
    guard (1...1000).contains(limit) else { throw ValidationError("A limit is 1 to 1000.") }
    if waiting, parked { throw ValidationError("Give --waiting or --parked, not both.") }
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
      return print(checkout != nil ? "No such webhooks." : state.map { "No message is \($0)." } ?? "No webhooks yet.")
    }
    for line in TextTable.lines(list.webhooks.map(Self.row), heading: Self.heading, colors: .output) { print(line) }
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
    commandName: "retry", abstract: "Sends messages again, from the beginning of their schedule.",
    discussion: "A message is sent again whether it was parked or delivered.")

  @OptionGroup var server: ServerOptions

  @Argument(
    help: ArgumentHelp(
      "Ids of messages, as list shows them. A checkout's id, its order's reference or number, or an id of the provider stands "
        + "for all messages of the checkout, or of all checkouts of the order.", valueName: "messages"))
  var names: [String] = []

  @Flag(help: "All messages that were given up.") var parked = false

  @Option(help: "Only for one endpoint.") var endpoint: String?

  func validate() throws {
    guard names.isEmpty == parked else { throw ValidationError("Name messages, or give --parked.") }
  }

  private struct Sent: Decodable, Sendable { let endpoints: [String] }

  private struct SentParked: Decodable, Sendable { let messages: Int }

  func run() async throws {
    let count = try await server.asking { parked ? try await sendParked($0) : try await sendNamed($0) }
    print(
      count == 0
        ? (parked ? "No message is parked." : "No message is known.")
        : "\(count == 1 ? "One message is" : "\(count) messages are") sent again.")
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

  /// The ids of the messages that are named.
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
      let names = list.endpoints.map(\.name).joined(separator: ", ")
      throw CommandFailure("The shop has no endpoint \(endpoint)\(names.isEmpty ? "." : ", but \(names).")")
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
    commandName: "secret", abstract: "Makes a secret for an endpoint: one for the settings here, the same at the shop.")

  func run() async throws { print(WebhookSecret(SystemRandomness()).reveal()) }
}
