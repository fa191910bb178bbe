import FerryCore

// The bodies between the app and the shop's backend. Paths are under `/app/{registered app's id}`.

/// The answer to `GET catalogue`: the shop's products.
struct CatalogueBody: Codable, Hashable, Sendable {
  var products: [ProductBody]
  /// The lowest delivery cost. The address decides.
  var shippingFrom: Money
}

/// One product of the catalogue.
struct ProductBody: Codable, Hashable, Sendable {
  var sku: String
  var name: String
  /// For one piece, tax included.
  var price: Money
}

/// The body of `POST checkouts`. The answer is a `CheckoutHandoff`. The body has no prices, because the shop knows them.
struct PurchaseBody: Codable, Hashable, Sendable {
  /// The cart's id: the same in every attempt to pay for it.
  var order: String
  var lines: [Line]
  var language: Language
  var challenge: Challenge

  struct Line: Codable, Hashable, Sendable {
    var sku: String
    /// 1 to 10.
    var quantity: Int
  }

  /// The call's `Idempotency-Key`. It is the same if the call is repeated, also after the app was killed. Another cart has
  /// another key.
  var key: String {
    ([challenge.text] + lines.map { "\($0.sku)x\($0.quantity)" }).joined(separator: ".")
  }
}
