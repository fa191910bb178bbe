import CryptoKit
import FerryCore
import Foundation

// The bodies between the app and the shop's backend. Paths are under `/app/{registered app's id}`.

/// The answer to `GET catalogue`: the shop's products in one market, and what the buyer can choose.
struct CatalogueBody: Codable, Hashable, Sendable {
  var products: [ProductBody]
  /// The lowest delivery cost. The address decides.
  var shippingFrom: Money
  /// The ways to pay in this market.
  var providers: [OfferBody]
  /// The market's id.
  var market: String
  var markets: [MarketBody]
}

/// One product of the catalogue.
struct ProductBody: Codable, Hashable, Sendable {
  var sku: String
  var name: String
  /// For one piece, tax included.
  var price: Money
}

/// A payment provider of a market.
struct OfferBody: Codable, Hashable, Sendable {
  /// For `provider` of a checkout.
  var id: String
  /// The name as people know it: "Amazon Pay".
  var name: String
  /// With `pay`, the shop asks for the buyer and their address.
  var journey: ProviderBody.Journey
}

/// A country in one currency that the shop sells in.
struct MarketBody: Codable, Hashable, Sendable {
  /// For `market` of a checkout: "CO-USD".
  var id: String
  /// By language.
  var name: [String: String]
  var currency: Currency
  var languages: [Language]
  /// The codes of the identity documents that buyers name. Empty if nobody asks for one.
  var documentTypes: [String]
  /// False if a delivery has no `region`.
  var hasRegions: Bool
  /// True if a delivery needs a `postalCode`.
  var hasPostalCodes: Bool

  /// Country and currency.
  func label(_ language: Language) -> String { "\(name[language.rawValue] ?? id) · \(currency)" }
}

extension CatalogueBody {
  var shownMarket: MarketBody? { markets.first { $0.id == market } }

  /// The first market for readers of a language; the shop's first one if there is none.
  func usualMarket(for language: Language) -> String { markets.first { $0.languages.contains(language) }?.id ?? market }
}

/// Everything that the buyer wants to pay, and how.
struct Purchase: Hashable, Sendable {
  /// The order's name: see `Cart.order`.
  var order: String
  /// The market's id.
  var market: String
  /// The provider's id.
  var provider: String
  var lines: [PurchaseBody.Line]
  /// By the shop's names of the fields. Nil if the provider asks for it.
  var delivery: [String: String]?
}

/// The body of `POST checkouts`. The answer is a `CheckoutHandoff`. The body has no prices, because the shop knows them.
struct PurchaseBody: Encodable, Hashable, Sendable {
  var order: String
  var market: String
  var provider: String
  var lines: [Line]
  var delivery: [String: String]?
  var language: Language
  var challenge: Challenge

  struct Line: Codable, Hashable, Sendable {
    var sku: String
    /// 1 to 10.
    var quantity: Int
  }

  init(_ purchase: Purchase, _ language: Language, _ challenge: Challenge) {
    order = purchase.order
    market = purchase.market
    provider = purchase.provider
    lines = purchase.lines
    delivery = purchase.delivery
    self.language = language
    self.challenge = challenge
  }

  /// The body as it is sent.
  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }

  /// The call's `Idempotency-Key`: a digest of the challenge and of everything that is bought. A repeated call has the same
  /// key. Another cart, market, provider or address has another one.
  static func key(of data: Data) -> String { Base64URL.encode(SHA256.hash(data: data)) }
}
