public import FerryCore

/// An order as the shop has it in its own books.
public struct StatedOrder: Hashable, Sendable {
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// The shop counts the order as paid, by captured or by held money.
    case paid
    case unpaid
    case cancelled
    /// In full.
    case refunded
  }

  /// The shop's own name of it: `orderReference` of the checkout.
  public var reference: String
  public var status: Status
  /// The amount that the buyer agreed to pay.
  public var total: Money
  /// Nil if the shop does not say.
  public var captured: Money?
  /// Nil if the shop does not say.
  public var refunded: Money?
  public var createdAt: Moment?
  /// The shop's last change of it.
  public var updatedAt: Moment?

  /// The latest known change at the shop.
  var changedAt: Moment? { [createdAt, updatedAt].compactMap(\.self).max() }
}

extension StatedOrder {
  /// The columns that a file of orders must have.
  public static let neededColumns = ["reference", "status", "total", "currency"]

  /// Reads a shop's orders from CSV (RFC 4180, UTF-8; commas, semicolons or tabs), in any order of columns.
  /// - Throws: `CSVProblem` for the first invalid row, including a second row for one order.
  public static func read(csv bytes: some Sequence<UInt8>) throws(CSVProblem) -> [StatedOrder] {
    guard let table = try CSVTable.read(bytes) else { return [] }
    try table.require(neededColumns)
    var lines: [String: Int] = [:]
    var orders: [StatedOrder] = []
    for row in table.rows {
      let order = try StatedOrder(row)
      if let first = lines.updateValue(row.line, forKey: order.reference) {
        throw CSVProblem(line: row.line, "Line \(first) has the same reference. Give each order one row.")
      }
      orders.append(order)
    }
    return orders
  }

  private init(_ row: NamedRecord) throws(CSVProblem) {
    guard let status = Status(rawValue: try row.needed("status").lowercased()) else {
      let known = Status.allCases.map(\.rawValue).joined(separator: ", ")
      throw row.problem("status", "must be one of \(known).")
    }
    let currency = try row.currency("currency")
    func amount(_ name: String) throws(CSVProblem) -> Money? {
      let amount = try row.amount(name, currency)
      if amount?.isNegative ?? false { throw row.problem(name, "is negative.") }
      return amount
    }
    guard let total = try amount("total") else { throw row.problem("total", "is empty.") }
    reference = try row.needed("reference")
    self.status = status
    self.total = total
    captured = try amount("captured")
    refunded = try amount("refunded")
    createdAt = try row.moment("created_at")
    updatedAt = try row.moment("updated_at")
  }
}
