import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging

/// Exports for the shop's operator, who authenticates with the shop's secret key at Ferry.
struct OrderRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) { router.get("/orders.csv", use: export) }

  @Sendable private func export(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let key = request.headers.bearer, equalInConstantTime(key, shop.configuration.secretKey.reveal()) else {
      return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer"])
    }
    let csv = OrderExport.csv(try await shop.orders.all())
    return Response(
      status: .ok, headers: [.contentType: "text/csv; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: csv)))
  }
}

/// The shop's books as a CSV file (RFC 4180), for the comparison with Ferry's books.
enum OrderExport {
  private static let columns = [
    "reference", "status", "total", "currency", "captured", "refunded", "created_at", "updated_at",
  ]

  /// Orders without an amount have no line: the buyer has not agreed to pay.
  static func csv(_ orders: [OrderRecord]) -> String {
    ([columns] + orders.compactMap(row)).map { fields in fields.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func row(_ order: OrderRecord) -> [String]? {
    let attempts = order.attempts.sorted { $0.key < $1.key }.map(\.value)
    guard let attempt = attempts.first(where: { $0.phase == .paid }) ?? attempts.first(where: { $0.payment != nil }),
      let payment = attempt.payment
    else { return nil }
    let total = payment.authorized.isPositive ? payment.authorized : payment.captured
    return [
      order.reference, status(attempt, payment), total.decimal, total.currency.code, payment.captured.decimal,
      payment.refunded.decimal, order.createdAt ?? "", attempt.changedAt ?? "",
    ]
  }

  private static func status(_ attempt: OrderRecord.Attempt, _ payment: PaymentBody) -> String {
    guard attempt.phase == .paid else { return "unpaid" }
    return switch payment.shownStatus {
    case .paid, .reserved, .disputed: "paid"
    case .released: "cancelled"
    case .refunded: "refunded"
    }
  }

  private static func quoted(_ field: String) -> String {
    let field = SpreadsheetText.defused(field)
    guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
    return "\"\(field.replacing("\"", with: "\"\""))\""
  }
}

/// The receiver of Ferry's webhooks, which report the outcome of orders even if the buyer does not return. The shop answers
/// 204 once a message is on the disk; after any other answer Ferry retries.
struct WebhookRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) { router.post("/ferry/webhooks", use: receive) }

  @Sendable private func receive(_ request: Request, _ context: some RequestContext) async throws -> Response {
    // The signature covers the raw bytes.
    let bytes = try await request.bodyBytes(limit: 65_536)
    let signature: WebhookSignature
    do {
      signature = try WebhookSignature { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
      try signature.verify(bytes, secrets: shop.configuration.webhookSecrets, at: shop.clock.now)
    } catch {
      context.logger.warning("A webhook was refused")
      return Response(status: .unauthorized)
    }
    let message = try Problem.decoding(WebhookBody.self, from: bytes)
    let isNew = try await shop.orders.update(message.data.orderReference) { $0.apply(message, id: signature.id) }
    context.logger.info(
      isNew ? "A webhook arrived" : "A webhook arrived again",
      metadata: ["type": "\(message.type)", "order": "\(message.data.orderNumber)"])
    return Response(status: .noContent)
  }
}
