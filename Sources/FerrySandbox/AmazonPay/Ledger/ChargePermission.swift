import FerryCore

/// The buyer's consent to be charged, up to an amount and for a time.
struct ChargePermission: Codable, Hashable {
  enum State: String, Codable {
    case chargeable = "Chargeable"
    case nonChargeable = "NonChargeable"
    case closed = "Closed"
  }

  let id: String
  let owner: Owner
  let sessionID: String
  let createdAt: Moment
  let expiresAt: Moment
  /// Of everything, or of each period where the type is not OneTime.
  var limit: Money
  let type: String
  var recurringMetadata: JSONValue
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
  /// Why it cannot be charged although no charge is in progress, such as PaymentMethodExpired.
  var blocked: StateReason?
  /// The state that was last announced.
  var announced: State?
  var chargeIDs: [String] = []

  var currency: Currency { limit.currency }
}
