import FerryCore

/// The buyer's consent to be charged, up to an amount and for a time.
struct ChargePermission: Codable, Hashable {
  let id: String
  let owner: Owner
  let sessionID: String
  let createdAt: Moment
  let expiresAt: Moment
  let limit: Money
  let type: String
  let recurringMetadata: JSONValue
  let platformID: String?
  let productType: CheckoutSession.ProductType
  let scopes: Set<String>
  let allowsOvercharge: Bool
  let buyer: TestBuyer
  let address: PostalAddress?
  let card: TestCard

  var updatedAt: Moment
  var merchantMetadata: MerchantMetadata
  /// Why it was closed; nil while it is not.
  var closed: StateReason?
  var chargeIDs: [String] = []

  var currency: Currency { limit.currency }
}
