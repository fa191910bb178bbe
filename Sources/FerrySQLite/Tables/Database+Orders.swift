import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// The checkouts that are attempts to pay an order.
  func attempts(of order: OrderID) throws -> [CheckoutID] {
    try rows("SELECT id FROM checkouts WHERE order_id = ?", [order.text]).map { CheckoutID($0[0]) }
  }

  func order(_ reference: OrderReference) throws -> Order? {
    try row(
      "SELECT body FROM orders WHERE shop = ? AND mode = ? AND reference = ?",
      [reference.shop.text, reference.mode.rawValue, reference.reference]
    )?.json(0)
  }

  func insert(_ order: Order) throws {
    try run(
      "INSERT INTO orders (id, shop, mode, reference, number, live, paid_by, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        order.id.text, order.shop.text, order.mode.rawValue, order.reference, order.number, order.live?.text,
        order.paidBy?.text, StoredJSON.text(order),
      ])
  }

  func update(_ order: Order) throws {
    try run(
      "UPDATE orders SET live = ?, paid_by = ?, body = ? WHERE id = ?",
      [order.live?.text, order.paidBy?.text, StoredJSON.text(order), order.id.text])
  }
}
