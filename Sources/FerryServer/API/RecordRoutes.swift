import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// Lists of a shop's checkouts and webhooks, the timeline of one checkout, and webhooks that are sent again. The `ferry` command
/// uses them.
struct RecordRoutes: Sendable {
  private struct RetriedMessage: Encodable {
    let id: String
    let endpoints: [String]
  }

  private struct RetriedEndpoint: Encodable {
    let endpoint: String
    let messages: Int
  }

  let server: CheckoutServer

  func add<Parent: RequestContext>(
    to merchants: some RouterMethods<MerchantContext<Parent>>, lists: some RouterMethods<MerchantContext<Parent>>
  ) {
    lists.get("/v1/checkouts") { try await listCheckouts($0, $1.caller) }
    lists.post("/v1/checkouts/search") { try await search($0, $1.caller) }
    lists.checkouts(of: server).get("/v1/checkouts/{id}/timeline") { try await timeline($0, $1.caller) }
    lists.get("/v1/webhooks") { try await listWebhooks($0, $1.caller) }
    merchants.get("/v1/webhook-endpoints") { try await listEndpoints($1.caller) }
    let limits = server.configuration.limits
    lists.withoutBody(limits).post("/v1/webhooks/{id}/retry") {
      try await retry($0, $1.parameters.get("id"), $1.caller)
    }
    merchants.withoutBody(limits).post("/v1/webhook-endpoints/{name}/retry") {
      try await retryParked($1.parameters.get("name"), $1.caller)
    }
  }

  private func listCheckouts(_ request: Request, _ merchant: Merchant) async throws -> Response {
    var query = ListQuery(try request.queryFields())
    var filter = query.checkouts(of: merchant, at: server)
    switch query.oneOf("state", ["live", "held", "overdue"]) {
    case "live": filter.require(.unfinished)
    case "held": filter.require([.held])
    case "overdue": filter.overdueAt = server.service.time.now
    default: break
    }
    let (files, next) = try await query.page(of: filter, at: server)
    return try .json(.ok, CheckoutsBody(checkouts: files.map { ListedCheckoutBody($0) }, next: next))
  }

  /// A POST, because names and e-mail addresses must not be in an address, which proxies write to their logs.
  private func search(_ request: Request, _ merchant: Merchant) async throws -> Response {
    try ListQuery(try request.queryFields()).requireNoProblems()
    let body: SearchBody = try await request.merchantJSON(server.configuration.limits)
    var problems: [OrderProblem] = []
    let query = SearchQuery(body.text)
    if query == nil {
      problems.append(
        OrderProblem(
          "/text", "Write a text with a letter or a digit, of at most \(SearchQuery.mostBytes) bytes in UTF-8."))
    }
    let limit = body.limit ?? 50
    if !(1...200).contains(limit) { problems.append(OrderProblem("/limit", "Write a number from 1 to 200.")) }
    var filter = CheckoutFilter(shop: merchant.shop, mode: merchant.mode)
    if let after = body.after {
      filter.after = CheckoutPlace(text: after)
      if filter.after == nil {
        problems.append(OrderProblem("/after", "Write the value of next from an earlier page."))
      }
    }
    guard problems.isEmpty, let query else { throw OrderProblems(problems) }
    let found = try await server.service.find(query, filter, limit: limit)
    return try .json(
      .ok,
      FoundCheckoutsBody(
        checkouts: found.files.map { ListedCheckoutBody($0) }, next: found.next?.text,
        wholeWordsOnly: found.isTooShort))
  }

  private func timeline(_ request: Request, _ file: CheckoutFile) async throws -> Response {
    var query = ListQuery(try request.queryFields())
    let after = query.value("after", "Write what an earlier page gave as next.") { ListQuery.number($0) } ?? 0
    let limit = query.limit(atMost: 1000, otherwise: 1000)
    try query.requireNoProblems()
    let records = try await server.service.log(file.checkout.id, after: Int64(after), limit: limit + 1)
    // Entries may have come since the checkout was read.
    try await server.service.flush(file.checkout.id)
    let page = records.prefix(limit)
    return try .json(
      .ok,
      TimelineBody(
        entries: page.map { TimelineEntryBody($0.entry) },
        outstanding: file.outstanding.map {
          OutstandingBody(command: $0.command.kind.name, failedAttempts: $0.attempts)
        }, next: records.count > page.count ? page.last?.position : nil))
  }

  private func listWebhooks(_ request: Request, _ merchant: Merchant) async throws -> Response {
    var query = ListQuery(try request.queryFields())
    var filter = WebhookFilter(shop: merchant.shop, mode: merchant.mode)
    filter.endpoint = query.endpoint()
    filter.checkout = query.value("checkout", "Write the id of a checkout.") { CheckoutID(untrusted: $0) }
    let states = WebhookDelivery.State.allCases.map(\.rawValue)
    filter.state = query.oneOf("state", states).flatMap { WebhookDelivery.State(rawValue: $0) }
    let limit = query.limit(atMost: 1000)
    try query.requireNoProblems()
    let deliveries = try await server.service.deliveries(filter, limit: limit)
    return try .json(.ok, WebhooksBody(webhooks: deliveries.map { ListedWebhookBody($0) }))
  }

  private func listEndpoints(_ merchant: Merchant) async throws -> Response {
    let own = server.configuration.webhooks.filter { $0.shop == merchant.shop && $0.mode == merchant.mode }.map(\.id)
    let backlogs = try await server.service.webhookBacklog().filter { own.contains($0.endpoint) }
    return try .json(
      .ok,
      WebhookEndpointsBody(
        endpoints: backlogs.map {
          WebhookEndpointBody(name: $0.endpoint.text, waiting: $0.waiting, parked: $0.parked, oldestAt: $0.oldest)
        }))
  }

  private func retry(_ request: Request, _ id: String?, _ merchant: Merchant) async throws -> Response {
    var query = ListQuery(try request.queryFields())
    let endpoint = query.endpoint()
    try query.requireNoProblems()
    guard let message = id.flatMap({ WebhookMessageID(text: $0) }),
      let checkout = CheckoutID(untrusted: message.checkout.text),
      let file = try await server.service.file(checkout), merchant.owns(file)
    else { throw Self.noMessage }
    try server.rates.count(.checkout(checkout, .merchant))
    let endpoints = try await server.service.sendAgain(message, to: endpoint, by: nil)
    guard !endpoints.isEmpty else { throw Self.noMessage }
    return try .json(.accepted, RetriedMessage(id: message.text, endpoints: endpoints.map(\.text)))
  }

  private func retryParked(_ name: String?, _ merchant: Merchant) async throws -> Response {
    guard let name,
      let messages = try await server.service.sendParkedAgain(
        to: WebhookEndpointID(name), of: merchant.shop, merchant.mode, by: nil)
    else { throw Self.noEndpoint }
    return try .json(.accepted, RetriedEndpoint(endpoint: name, messages: messages))
  }

  private static let noEndpoint = Problem(
    .notFound, "There is no such endpoint; check its name in the server's settings, and the key's shop and mode.")

  /// The same for an unknown message and for a message of another merchant.
  private static let noMessage = Problem(
    .notFound, "There is no such message, or it was deleted; check the id, and the key's shop and mode.")
}
