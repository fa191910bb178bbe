import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// What a merchant does about webhooks that did not arrive.
struct WebhookRoutes: Sendable {
  private struct SentAgain: Encodable {
    let id: String
    let endpoints: [String]
  }

  private struct AllSentAgain: Encodable {
    let endpoint: String
    let messages: Int
  }

  private let server: CheckoutServer
  private let keys: MerchantKeys

  init(server: CheckoutServer) {
    self.server = server
    keys = MerchantKeys(server.configuration.shops)
  }

  func add(to router: some RouterMethods<some RequestContext>) {
    router.post("/v1/webhooks/{id}/retry", use: sendAgain)
    router.post("/v1/webhook-endpoints/{name}/retry", use: sendParkedAgain)
  }

  @Sendable private func sendAgain(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (merchant, key) = try keys.caller(of: request)
    try server.rates.count(key: key)
    let endpoint = try request.queryFields()["endpoint"].map { WebhookEndpointID($0) }
    guard let text = context.parameters.get("id"), let message = WebhookMessageID(text: text),
      let checkout = CheckoutID(untrusted: message.checkout.text),
      let file = try await server.service.file(checkout), file.checkout.shop == merchant.shop,
      file.checkout.mode == merchant.mode
    else { throw Self.noMessage }
    try server.rates.count(checkout, by: .merchant)
    let endpoints = try await server.service.sendAgain(message, to: endpoint)
    guard !endpoints.isEmpty else { throw Self.noMessage }
    return try .json(.accepted, SentAgain(id: message.text, endpoints: endpoints.map(\.text)))
  }

  @Sendable private func sendParkedAgain(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (merchant, key) = try keys.caller(of: request)
    try server.rates.count(key: key)
    _ = try request.queryFields()
    guard let name = context.parameters.get("name"),
      let messages = try await server.service.sendParkedAgain(
        to: WebhookEndpointID(name), of: merchant.shop, merchant.mode)
    else { throw Self.noEndpoint }
    return try .json(.accepted, AllSentAgain(endpoint: name, messages: messages))
  }

  private static let noEndpoint = Problem(
    .notFound, "There is no such endpoint; check its name in the server's settings, and the key's shop and mode.")

  /// The same for a message that does not exist and for one that is somebody else's.
  private static let noMessage = Problem(
    .notFound, "There is no such message, or no longer; check the id, and the key's shop and mode.")
}
