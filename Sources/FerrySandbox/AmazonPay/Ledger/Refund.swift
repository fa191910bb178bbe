import FerryCore

/// Money on its way back to the buyer.
struct Refund: Codable, Hashable {
  enum State: String, Codable {
    case refundInitiated = "RefundInitiated"
    case refunded = "Refunded"
    case declined = "Declined"
  }

  let id: String
  let owner: Owner
  let chargeID: String
  let createdAt: Moment
  let amount: Money
  let softDescriptor: String?
  /// When it is decided.
  let due: Moment
  /// The reason of the decline to come, nil for success.
  var declineReason: String?

  var updatedAt: Moment
  var state = State.refundInitiated
  var reason: StateReason?
}
