import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The merchants' API for webhooks that were not delivered.
struct WebhookRoutes: Sendable {
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
    let limits = server.configuration.limits
    lists.withoutBody(limits).post("/v1/webhooks/{id}/retry") {
      try await retry($0, $1.parameters.get("id"), $1.caller)
    }
    merchants.withoutBody(limits).post("/v1/webhook-endpoints/{name}/retry") {
      try await retryParked($1.parameters.get("name"), $1.caller)
    }
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
