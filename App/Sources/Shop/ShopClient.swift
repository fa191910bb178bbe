import Ferry
import FerryCore
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of the shop's own backend. The backend holds the secret key of the checkout server. The app never does.
struct ShopClient: Sendable {
  /// The shop's address for this app: `/app/{id}`.
  let base: URL
  let language: Language

  /// - Throws: `URLError`, or `ShopFailure`.
  func catalogue() async throws -> CatalogueBody {
    try await answer(to: URLRequest(url: base.appendingPathComponent("catalogue")))
  }

  /// Orders the cart. A call with the same challenge repeats the same attempt. Another challenge is another attempt at the
  /// same order.
  /// - Throws: `URLError`, `ShopFailure`, or `CreationUnknown` if the shop does not know the outcome.
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

/// A failure of the shop's backend.
enum ShopFailure: Error {
  /// The shop refuses the order, for example because a product is sold out or the app is too old.
  case refused
  /// The answer has an unknown format.
  case unreadable
}
