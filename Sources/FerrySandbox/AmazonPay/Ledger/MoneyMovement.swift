import FerryCore

/// Money that was held, released, taken or given back, as the ledger records it once and for all.
struct MoneyMovement: Codable, Hashable {
  enum Kind: String, Codable {
    /// The buyer's card holds the amount.
    case authorized
    /// A hold ended without payment.
    case released
    /// The amount went from the buyer to the merchant.
    case captured
    /// The amount went back to the buyer.
    case refunded
    /// The buyer's bank took the amount back from the merchant.
    case chargedBack
  }

  let kind: Kind
  let amount: Money
  let chargeID: String
  let refundID: String?
  let merchantReferenceID: String?
  let owner: Owner
  let at: Moment
}
