import FerryCore

/// The answer to `GET /app/catalogue`: what the shop sells.
struct CatalogueBody: Codable, Hashable, Sendable {
  var products: [ProductBody]
  /// What delivery costs at least; the address decides.
  var shippingFrom: Money
}

/// One product of the catalogue.
struct ProductBody: Codable, Hashable, Sendable {
  var sku: String
  var name: String
  /// For one piece, tax included.
  var price: Money
}

/// The body of `POST /app/checkouts`; the answer is a `CheckoutHandoff`. It names no price: the shop knows them. The same
/// challenge again is the same order.
struct PurchaseBody: Codable, Hashable, Sendable {
  var cart: CartBody
  var challenge: Challenge
}

/// What the buyer wants.
struct CartBody: Codable, Hashable, Sendable {
  var lines: [LineBody]

  struct LineBody: Codable, Hashable, Sendable {
    var sku: String
    /// 1 to 10.
    var quantity: Int
  }
}
