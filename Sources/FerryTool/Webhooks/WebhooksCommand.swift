import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite

struct WebhooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhooks", abstract: "Shows what was told to shops and what did not arrive, and has it sent again.",
    subcommands: [ListWebhooks.self, RetryWebhooks.self, NewWebhookSecret.self])
}

struct ListWebhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the latest messages, the newest first.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Only those that are still to be sent.")
  var waiting = false

  @Flag(help: "Only those that were given up: retry has them sent again.")
  var parked = false

  @Option(help: "Only those for one endpoint.")
  var endpoint: String?

  @Option(help: "How many.")
  var limit = 50

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("A limit is 1 to 10000.") }
    if waiting, parked { throw ValidationError("A message waits or is parked; choose one.") }
  }

  func run() async throws {
    try await store.reading { store in
      let deliveries = try await store.deliveries(
        WebhookFilter(
          endpoint: endpoint.map { WebhookEndpointID($0) }, state: waiting ? .waiting : parked ? .parked : nil),
        limit: limit)
      guard !deliveries.isEmpty else {
        return print(parked ? "Nothing is parked." : waiting ? "Nothing waits." : "No webhooks yet.")
      }
      for line in TextTable.lines(deliveries.map(Self.row)) { print(line) }
    }
  }

  /// The cells of a line.
  private static func row(_ delivery: WebhookDelivery) -> [String] {
    let attempts = delivery.attempts == 1 ? "1 attempt" : "\(delivery.attempts) attempts"
    let last = delivery.lastResult.map { ", \($0)" } ?? ""
    let next = delivery.dueAt.map { delivery.attempts > 0 ? ", next \($0.iso8601)" : "" } ?? ""
    return [
      delivery.createdAt.iso8601, delivery.state.rawValue, delivery.body.type.rawValue, delivery.id.endpoint.text,
      delivery.id.message.text, attempts + last + next,
    ]
  }
}

struct RetryWebhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Has messages sent again, from the beginning of their schedule.",
    discussion: """
      What is named is sent when the server starts, whether it was parked or delivered. A running server has its \
      database to itself; there the shop says it, with its secret key: POST /v1/webhooks/ID/retry for a message, POST \
      /v1/webhook-endpoints/NAME/retry for all that is parked at an endpoint. This command is for a server that is stopped.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "Ids of messages, as list shows them.")
  var ids: [String] = []

  @Flag(help: "All that were given up.")
  var parked = false

  @Option(help: "Only for one endpoint.")
  var endpoint: String?

  func validate() throws {
    guard ids.isEmpty == parked else { throw ValidationError("Name messages, or say --parked.") }
    for id in ids where WebhookMessageID(text: id) == nil {
      throw ValidationError("\(id) is no message's id. `ferry webhooks list` shows them.")
    }
  }

  func run() async throws {
    let endpoint = endpoint.map { WebhookEndpointID($0) }
    var named: [WebhookDelivery.ID] = []
    var endpoints: [WebhookEndpointID] = []
    try await store.reading { store in
      if parked {
        endpoints = try await store.webhookBacklog().filter { $0.parked > 0 }.map(\.endpoint).filter {
          $0 == endpoint ?? $0
        }
      }
      for id in ids.compactMap({ WebhookMessageID(text: $0) }) {
        var filter = WebhookFilter(id)
        filter.endpoint = endpoint
        let deliveries = try await store.deliveries(filter, limit: 1000)
        guard !deliveries.isEmpty else {
          throw CommandFailure("There is no message \(id). `ferry webhooks list` shows the latest.")
        }
        named += deliveries.map(\.id)
      }
    }
    let (deliveries, places) = (named, endpoints)
    guard !deliveries.isEmpty || !places.isEmpty else { return print("Nothing is parked.") }
    let count: Int
    do {
      count = try await SQLiteStore(path: store.path).running { store in
        try await Self.sendAgain(deliveries, store)
        var count = deliveries.count
        for place in places { count += try await store.sendParkedAgain(to: place, at: SystemTime().now) }
        return count
      }
    } catch SQLiteStoreError.inUse {
      let calls =
        deliveries.map { "/v1/webhooks/\($0.message)/retry" }
        + places.map { "/v1/webhook-endpoints/\($0)/retry" }
      throw CommandFailure(
        "The server is running and has the database to itself. Tell it, with the shop's secret key: POST "
          + "\(calls[0])\(calls.count > 1 ? ", and so on" : ""). Or stop it first.")
    } catch {
      throw StartFailure(error)
    }
    print("When the server starts it sends \(count == 1 ? "one message" : "\(count) messages").")
  }

  private static func sendAgain(_ deliveries: [WebhookDelivery.ID], _ store: SQLiteStore) async throws {
    let now = SystemTime().now
    for id in deliveries {
      try await store.update(id.message.checkout) { file, change in
        change.deliveries = [WebhookUpdate(id, .sentAgain(at: now))]
        change.log = [
          LogEntry(
            at: now, .event("webhook \(id.message.sequence) sent again", phase: file.checkout.phase.name.rawValue))
        ]
      }
    }
  }
}

struct NewWebhookSecret: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Makes a secret for an endpoint: one for the settings here, the same at the shop.")

  func run() async throws {
    print(WebhookSecret(SystemRandomness()).reveal())
  }
}
