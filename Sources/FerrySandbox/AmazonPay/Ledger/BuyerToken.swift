import FerryCore

/// What the sign-in product gives a merchant: a token for the buyer's data.
struct BuyerToken: Codable, Hashable {
  let token: String
  let owner: Owner
  let buyer: TestBuyer
  let scopes: Set<String>
  let createdAt: Moment
}
