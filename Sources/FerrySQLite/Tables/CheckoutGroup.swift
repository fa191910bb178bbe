import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

/// The checkouts of a list that are alike in everything that a list is filtered by, but the time. In a file there are a few
/// dozen groups for each shop, however many checkouts.
struct CheckoutGroup: Hashable {
  let shop: String
  let mode: String
  let provider: String
  let phase: String
  /// 0 without a payment, else 1 and the raw value of its state.
  let payment: Int

  init(_ checkout: Checkout) {
    shop = checkout.shop.text
    mode = checkout.mode.rawValue
    provider = checkout.accountID.provider.text
    phase = checkout.phase.name.rawValue
    payment = checkout.payment.map { 1 + CheckoutFilter.PaymentState($0).rawValue } ?? 0
  }

  /// Reads the columns `shop`, `mode`, `provider`, `phase` and `payment`.
  init(_ row: Row) {
    shop = row[0]
    mode = row[1]
    provider = row[2]
    phase = row[3]
    payment = row[4]
  }

  /// Stands before every group of a shop and mode; before all groups if there is no shop.
  init(before shop: ShopID?, _ mode: Mode?) {
    self.shop = shop?.text ?? ""
    self.mode = shop == nil ? "" : mode?.rawValue ?? ""
    provider = ""
    phase = ""
    payment = -1
  }

  /// The values of the columns that `init(_:)` reads.
  var columns: StatementArguments { [shop, mode, provider, phase, payment] }

  /// Returns true if a filter takes checkouts of the group, as far as the group tells.
  func isTaken(by filter: CheckoutFilter) -> Bool {
    if let shops = filter.shops, !shops.contains(ShopID(shop)) { return false }
    if let mode = filter.mode, mode.rawValue != self.mode { return false }
    if let provider = filter.provider, provider.text != self.provider { return false }
    if let phases = filter.phases, !phases.contains(PhaseName(rawValue: phase)) { return false }
    guard let state = filter.payment else { return true }
    return payment > 0 && CheckoutFilter.PaymentState(rawValue: payment - 1).isSuperset(of: state)
  }
}

extension Database {
  /// Enters a checkout into its group, and takes it out of its former one.
  func list(_ checkout: Checkout, insteadOf former: Checkout? = nil) throws {
    let (group, last) = (CheckoutGroup(checkout), former.map { CheckoutGroup($0) })
    guard group != last else { return }
    let place: StatementArguments = [checkout.createdAt.milliseconds, checkout.id.text]
    if let last {
      try run(
        """
        DELETE FROM listed_checkouts
        WHERE shop = ? AND mode = ? AND provider = ? AND phase = ? AND payment = ? AND created_at = ? AND checkout = ?
        """, last.columns + place)
    }
    try run(
      """
      INSERT INTO listed_checkouts (shop, mode, provider, phase, payment, created_at, checkout)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, group.columns + place)
  }
}
