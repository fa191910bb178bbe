import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// Where Ferry tells the shop what became of its orders, whether or not the buyer comes back. What is answered with 204 is
/// on the disk; anything else makes Ferry send it again.
struct WebhookRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) {
    router.post("/ferry/webhooks", use: take)
  }

  @Sendable private func take(_ request: Request, _ context: some RequestContext) async throws -> Response {
    // The bytes as they come: what is parsed and written again has another signature.
    let bytes = try await request.bodyBytes(limit: 65_536)
    let signature: WebhookSignature
    do {
      signature = try WebhookSignature { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
      try signature.verify(bytes, secrets: shop.configuration.webhookSecrets, at: shop.clock.now)
    } catch {
      context.logger.warning("A webhook was not believed")
      return Response(status: .unauthorized)
    }
    let message = try Problem.decoding(WebhookBody.self, from: bytes)
    let isNew = try await shop.orders.update(message.data.orderReference) { $0.take(message, id: signature.id) }
    context.logger.info(
      isNew ? "Ferry has told of an order" : "Ferry has told again of an order",
      metadata: ["type": "\(message.type)", "order": "\(message.data.orderNumber)"])
    return Response(status: .noContent)
  }
}
