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
  /// The checkout server, which in the demo tells what its doctor finds.
  let server: URL
  let language: Language

  /// - Throws: `URLError`; `ShopFailure` if the server does not tell.
  func accounts() async throws -> AccountsBody {
    try await answer(to: URLRequest(url: server.appendingPathComponent("doctor").appendingPathComponent("accounts")))
  }

  /// - Parameter market: The id of a market; nil for the shop's first.
  /// - Throws: `URLError`, or `ShopFailure`.
  func catalogue(_ market: String?) async throws -> CatalogueBody {
    let first = base.appendingPathComponent("catalogue")
    let url = market.map { first.appending(queryItems: [URLQueryItem(name: "market", value: $0)]) } ?? first
    return try await answer(to: URLRequest(url: url))
  }

  /// Orders the cart. A call with the same challenge repeats the same attempt. Another challenge is another attempt at the
  /// same order.
  /// - Throws: `URLError`, `ShopFailure`, or `FlowFailure.creationUnknown` if the shop does not know the outcome.
  func createCheckout(_ purchase: Purchase, _ challenge: Challenge) async throws -> CheckoutHandoff {
    let body = try PurchaseBody(purchase, language, challenge).data()
    var request = URLRequest(url: base.appendingPathComponent("checkouts"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(PurchaseBody.key(of: body), forHTTPHeaderField: "Idempotency-Key")
    request.httpBody = body
    do {
      return try await answer(to: request)
    } catch ShopFailure.unavailable {
      throw FlowFailure.creationUnknown
    }
  }

  /// Lets the shop complete an order that turned out free. The shop asks the server, and a repetition changes nothing.
  /// - Throws: `URLError`, or `ShopFailure`.
  func completeFree(_ checkout: String) async throws {
    var request = URLRequest(url: base.appendingPathComponent("checkouts/\(checkout)/free"))
    request.httpMethod = "POST"
    _ = try await data(for: request)
  }

  private func answer<Body: Decodable>(to request: URLRequest) async throws -> Body {
    let data = try await data(for: request)
    guard let body = try? JSONDecoder().decode(Body.self, from: data) else { throw ShopFailure.unreadable }
    return body
  }

  private func data(for request: URLRequest) async throws -> Data {
    var request = request
    request.timeoutInterval = 20
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.setValue(language.rawValue, forHTTPHeaderField: "Accept-Language")
    let (data, response) = try await URLSession.shared.data(for: request)
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200..<300: return data
    case 400..<500: throw ShopFailure(try? JSONDecoder().decode(Problem.self, from: data))
    default: throw ShopFailure.unavailable
    }
  }
}

/// A failure of the shop's backend.
enum ShopFailure: Error {
  /// The shop refuses the order, for example because a product is sold out or the app is too old.
  case refused
  /// The shop or the provider does not take these entries of the buyer.
  case entriesRefused(Set<Delivery.Field>)
  /// The answer has an unknown format.
  case unreadable
  /// The shop's backend does not work for now, or something in front of it answered.
  case unavailable

  init(_ problem: Problem?) {
    let fields = Set((problem?.errors ?? []).compactMap { Delivery.Field(pointer: $0.pointer) })
    self = fields.isEmpty ? .refused : .entriesRefused(fields)
  }
}
