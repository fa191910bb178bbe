import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// Recognises merchants by their secret keys.
struct MerchantKeys: Sendable {
  private let known: [(digest: SecretKeyDigest, merchant: Merchant)]

  init(_ shops: [ShopConfiguration]) {
    known = shops.flatMap { shop in shop.keys.map { ($0.digest, Merchant(shop: shop.id, mode: $0.mode)) } }
  }

  /// - Returns: Who calls, and the key's place among all keys.
  /// - Throws: `ProblemResponse` 401 unless the request carries a known key. It does not say what was wrong with it.
  func caller(of request: Request) throws -> (merchant: Merchant, key: Int) {
    guard let token = request.headers.bearer else { throw Self.refusal }
    let presented = SecretKeyDigest(of: token)
    var found: Int?
    // To the end, so that the time tells nothing about the place.
    for (index, entry) in known.enumerated() where entry.digest == presented { found = index }
    guard let found else { throw Self.refusal }
    return (known[found].merchant, found)
  }

  private static let refusal = ProblemResponse(
    Problem(.unauthorized, "Send a secret key of your shop: \"Authorization: Bearer\" and the key."),
    headers: [.wwwAuthenticate: "Bearer"])
}
