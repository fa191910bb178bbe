import FerryCore
import FerrySandbox

/// A token for the buyer's data, which a merchant gets from the sign-in product.
struct BuyerToken: Codable, Hashable, OwnedObject {
  let token: String
  let owner: Owner
  let buyer: TestBuyer
  let scopes: Set<String>
  let createdAt: Moment

  var id: String { token }
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
    try checkStore(storeID, owner)
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
    buyerTokens.store(token)
    return token
  }

  func getBuyer(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let known = buyerTokens[request.id].flatMap { isValid($0, at: now) ? $0 : nil }
    return (200, try buyerBody(owned(known, by: request.owner, "buyer"), at: now))
  }

  private func isValid(_ token: BuyerToken, at now: Moment) -> Bool {
    now < token.createdAt + rules.buyerTokenLifetime
  }

  /// The data that the buyer agreed to share.
  /// - Throws: 404 for an expired token.
  func buyerBody(_ token: BuyerToken, at now: Moment) throws(APIRefusal) -> JSONValue {
    guard isValid(token, at: now) else { throw .notFound("buyer") }
    let buyer = token.buyer
    let postal = addressBook(of: token.owner).first?.postal(for: buyer)
    func shown<Value>(_ scope: String, _ value: Value?) -> Value? { token.scopes.contains(scope) ? value : nil }
    return .object(all: [
      "name": shown("name", buyer.name), "email": shown("email", buyer.email),
      "postalCode": shown("postalCode", postal?.postalCode), "countryCode": shown("postalCode", postal?.countryCode),
      "phoneNumber": shown("phoneNumber", buyer.phoneNumber), "buyerId": buyer.id,
      "shippingAddress": shown("shippingAddress", postal?.body),
      "billingAddress": shown("billingAddress", postal?.body), "primeMembershipTypes": nil,
    ])
  }
}
