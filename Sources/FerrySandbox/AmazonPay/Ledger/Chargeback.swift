import FerryCore

/// A payment that the buyer's bank has taken back. Only partners read it through the API; merchants hear of it by a
/// notification.
struct Chargeback: Codable, Hashable {
  /// The charge permission's id with "-B" and six digits.
  let id: String
  let owner: Owner
  let chargeID: String
  let permissionID: String
  let createdAt: Moment
  let amount: Money
}
