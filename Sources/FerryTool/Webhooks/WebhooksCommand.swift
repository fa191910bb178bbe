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

  @Flag(help: "Only messages that are still to be sent.") var waiting = false

  @Flag(help: "Only messages that were given up: retry sends them again.") var parked = false

  @Option(help: "Only messages for one endpoint.") var endpoint: String?

  @Option(help: "How many.") var limit = 50

  func validate() throws {
    guard (1...1000).contains(limit) else { throw ValidationError("A limit is 1 to 1000.") }
    if waiting, parked { throw ValidationError("Give --waiting or --parked, not both.") }
  }

  func run() async throws {
    let state = waiting ? "waiting" : parked ? "parked" : nil
    let query = ["state": state, "endpoint": endpoint, "limit": "\(limit)"]
    let list: WebhooksBody = try await server.asking { try await $0.get("/v1/webhooks", query) }
    guard !list.webhooks.isEmpty else { return print(state.map { "No message is \($0)." } ?? "No webhooks yet.") }
    for line in TextTable.lines(list.webhooks.map(Self.row)) { print(line) }
  }

  private static func row(_ message: ListedWebhookBody) -> [String] {
    let attempts = message.attempts == 1 ? "1 attempt" : "\(message.attempts) attempts"
    let last = message.lastResult.map { ", \($0)" } ?? ""
    let next = message.nextAttemptAt.map { message.attempts > 0 ? ", next \($0.iso8601)" : "" } ?? ""
    return [
      message.createdAt.iso8601, message.state, message.type, message.endpoint, message.id, attempts + last + next,
    ]
  }
}

struct RetryWebhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Sends messages again, from the beginning of their schedule.",
    discussion: "A message is sent again whether it was parked or delivered.")

  @OptionGroup var server: ServerOptions

  @Argument(help: "Ids of messages, as list shows them.") var ids: [String] = []

  @Flag(help: "All messages that were given up.") var parked = false

  @Option(help: "Only for one endpoint.") var endpoint: String?

  func validate() throws {
    guard ids.isEmpty == parked else { throw ValidationError("Name messages, or give --parked.") }
    for id in ids where WebhookMessageID(text: id) == nil {
      throw ValidationError("\(id) is no message's id. `ferry webhooks list` shows them.")
    }
  }

  private struct Sent: Decodable, Sendable { let endpoints: [String] }

  private struct SentParked: Decodable, Sendable { let messages: Int }

  func run() async throws {
    let count = try await server.asking { parked ? try await sendParked($0) : try await sendNamed($0) }
    print(
      count == 0 ? "No message is parked." : "\(count == 1 ? "One message is" : "\(count) messages are") sent again.")
  }

  private func sendNamed(_ server: ServerClient) async throws -> Int {
    var count = 0
    for id in ids {
      let sent: ServerClient.Answer<Sent> = try await server.post(
        "/v1/webhooks/\(id)/retry", query: ["endpoint": endpoint])
      count += sent.body.endpoints.count
    }
    return count
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
