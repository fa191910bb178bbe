import FerryCore

// What the app and the shop's backend say to each other. Paths are under `/app/{registered app's id}`.

/// The answer to `GET catalogue`: what the shop sells.
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

/// The body of `POST checkouts`; the answer is a `CheckoutHandoff`. It names no price: the shop knows them.
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

  /// The call's `Idempotency-Key`: the same when the call is repeated, also by an app that was killed in between, and
  /// another for another cart.
  var key: String {
    ([challenge.text] + lines.map { "\($0.sku)x\($0.quantity)" }).joined(separator: ".")
  }
}
