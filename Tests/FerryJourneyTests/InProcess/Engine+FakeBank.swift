import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting

extension Engine {
  /// Performs commands for as long as some work takes.
  func running<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    // A crash ends it with an error.
    try await whileRunning({ try? await self.run() }, work)
  }

  /// Creates a checkout at the fake bank and agrees to it, which commands the bank's one request.
  func agreeAtFakeBank(_ reference: String = "cart-1") async throws -> CheckoutID {
    let content = OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "fire-hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(8_980))],
      tax: TaxRule(rate: .tenPercent, rounding: .down, included: true), shipping: nil)
    let file = try await create(
      NewCheckout(
        reference: OrderReference(shop: "demo", mode: .test, reference: reference), key: nil, provider: "fake-bank",
        kind: .browser, language: .japanese, capture: .automatic, content: content)
    ).file
    _ = try await submit(.confirm(revision: 1, total: .yen(8_980)), to: file.checkout.id)
    return file.checkout.id
  }
}
