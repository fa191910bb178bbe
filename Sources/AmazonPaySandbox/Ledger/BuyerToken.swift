import FerryCore
import FerrySandbox

/// A token for the buyer's data, which a merchant gets from the sign-in product.
struct BuyerToken: Codable, Hashable {
  let token: String
  let owner: Owner
  let buyer: TestBuyer
  let scopes: Set<String>
  let createdAt: Moment
}

/// A request of the sign-in button with a verified signature. The sign-in page's form carries it, so nothing is stored
/// before the buyer signs in.
struct SignInRequest: Hashable {
  let owner: Owner
  let returnURL: String
  let scopes: Set<String>
}

extension Ledger {
  /// Reads the payload of a sign-in button.
  /// - Throws: 400 for an invalid payload.
  func signInRequest(_ payload: JSONValue, of owner: Owner) throws(APIRefusal) -> SignInRequest {
    try RequestShape.signIn(rules).check(payload)
    let storeID = payload["storeId"]?.text ?? ""
    guard merchant(of: owner)?.storeIDs.contains(storeID) == true else {
      throw .invalidValue("storeId", "the store is not one of the merchant's")
    }
    let url = payload["signInReturnUrl"]?.text ?? ""
    try checkURL(url, field: "signInReturnUrl", owner)
    let named = (payload["signInScopes"]?.elements ?? []).compactMap(\.text)
    return SignInRequest(owner: owner, returnURL: url, scopes: named.isEmpty ? rules.defaultScopes : Set(named))
  }

  /// Creates a token. With it, the merchant can read the data that the buyer agreed to share.
  mutating func newBuyerToken(_ request: SignInRequest, _ buyer: TestBuyer, at now: Moment) -> BuyerToken {
    advance(to: now)
    let token = BuyerToken(
      token: randomness.token(bytes: 24), owner: request.owner, buyer: buyer, scopes: request.scopes, createdAt: now)
    buyerTokens[token.token] = token
    return token
  }

  func getBuyer(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    guard let token = buyerTokens[request.id], token.owner.environment == request.owner.environment,
      now < token.createdAt + rules.buyerTokenLifetime
    else { throw .notFound("buyer") }
    guard token.owner == request.owner else { throw .foreign("buyer") }
    return (200, try buyerBody(token, at: now))
  }

  /// The data that the buyer agreed to share.
  /// - Throws: 404 for an expired token.
  func buyerBody(_ token: BuyerToken, at now: Moment) throws(APIRefusal) -> JSONValue {
    guard now < token.createdAt + rules.buyerTokenLifetime else { throw .notFound("buyer") }
    let buyer = token.buyer
    let postal = addressBook(of: token.owner).first?.postal(for: buyer)
    func shown(_ scope: String, _ value: String?) -> JSONValue { JSONValue(token.scopes.contains(scope) ? value : nil) }
    return [
      "name": shown("name", buyer.name),
      "email": shown("email", buyer.email),
      "postalCode": shown("postalCode", postal?.postalCode),
      "countryCode": shown("postalCode", postal?.countryCode),
      "phoneNumber": shown("phoneNumber", buyer.phoneNumber),
      "buyerId": .string(buyer.id),
      "shippingAddress": token.scopes.contains("shippingAddress") ? postal?.body ?? .null : .null,
      "billingAddress": token.scopes.contains("billingAddress") ? postal?.body ?? .null : .null,
      "primeMembershipTypes": nil,
    ]
  }
}
