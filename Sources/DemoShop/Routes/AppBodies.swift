import Crypto
import FerryCore

/// The catalogue as native screens read it.
struct CatalogueAnswer: Encodable {
  struct Item: Encodable {
    let sku: String
    let name: String
    /// For one piece, with tax.
    let price: Money
  }

  let products: [Item]
  let shippingFrom: Money

  init(_ catalogue: Catalogue) {
    products = catalogue.products.map { Item(sku: $0.sku, name: $0.name, price: $0.price) }
    shippingFrom = catalogue.lowestShipping
  }
}

/// What a native app sends to buy its cart. Prices are the shop's.
struct AppCheckoutRequest: Decodable {
  struct Line: Decodable {
    let sku: String
    let quantity: Int
  }

  /// The app's name for what it buys, the same in every attempt to pay for it: the cart's id. Without it, each key is an
  /// order of its own.
  let order: String?
  let lines: [Line]
  let language: Language
  let challenge: Challenge
  let review: ReviewPlace?

  /// A name at Ferry, made of what the app has chosen: the same for a repeated call, and no way to learn anything about
  /// another's.
  static func reference(key: String, app: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array("\(app)/\(key)".utf8)).prefix(18))
  }
}
