import Ferry
import FerryCore
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The shop's own backend, as its app calls it. It holds the secret key for the checkout server; the app never does.
struct ShopClient: Sendable {
  /// The shop's address for this app: `/app/{id}`.
  let base: URL
  let language: Language

  /// - Throws: `URLError`, or `ShopFailure`.
  func catalogue() async throws -> CatalogueBody {
    try await answer(to: URLRequest(url: base.appendingPathComponent("catalogue")))
  }

  /// Orders what is in the cart. May be called again with the same challenge: that is the same attempt. Another challenge is
  /// another attempt at the same order.
  /// - Throws: `URLError`, `ShopFailure`, or `CreationUnknown` when the shop could not say what came of it.
  func createCheckout(
    _ order: String, _ lines: [PurchaseBody.Line], _ challenge: Challenge
  ) async throws -> CheckoutHandoff {
    let body = PurchaseBody(order: order, lines: lines, language: language, challenge: challenge)
    var request = URLRequest(url: base.appendingPathComponent("checkouts"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(body.key, forHTTPHeaderField: "Idempotency-Key")
    request.httpBody = try JSONEncoder().encode(body)
    return try await answer(to: request)
  }

  private func answer<Body: Decodable>(to request: URLRequest) async throws -> Body {
    var request = request
    request.timeoutInterval = 20
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.setValue(language.rawValue, forHTTPHeaderField: "Accept-Language")
    let (data, response) = try await URLSession.shared.data(for: request)
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200..<300:
      guard let body = try? JSONDecoder().decode(Body.self, from: data) else { throw ShopFailure.unreadable }
      return body
    case 400..<500: throw ShopFailure.refused
    default: throw CreationUnknown()
    }
  }
}

/// What the shop's backend can answer instead.
enum ShopFailure: Error {
  /// It does not take the order: sold out, or an app that is too old.
  case refused
  /// An answer of another kind than agreed.
  case unreadable
}
