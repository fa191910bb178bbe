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

  /// Reads a shop's orders from CSV (RFC 4180, UTF-8), in any order of columns.
  /// - Throws: `CSVProblem` for the first invalid row, including a second row for one order.
  public static func read(csv bytes: some Sequence<UInt8>) throws(CSVProblem) -> [StatedOrder] {
    let table = try CSVTable(try CSVRecord.read(bytes))
    try table.require(neededColumns)
    var lines: [String: Int] = [:]
    var orders: [StatedOrder] = []
    for row in table.rows {
      let order = try StatedOrder(row, of: table)
      if let first = lines.updateValue(row.line, forKey: order.reference) {
        throw CSVProblem(line: row.line, "Line \(first) has the same reference. Give each order one row.")
      }
      orders.append(order)
    }
    return orders
  }

  private init(_ row: CSVRecord, of table: CSVTable) throws(CSVProblem) {
    func needed(_ name: String) throws(CSVProblem) -> String {
      guard let text = table.text(name, row) else { throw CSVProblem(line: row.line, "The column \(name) is empty.") }
      return text
    }
    guard let status = Status(rawValue: try needed("status").lowercased()) else {
      let known = Status.allCases.map(\.rawValue).joined(separator: ", ")
      throw CSVProblem(line: row.line, "The column status must be one of \(known).")
    }
    guard let currency = Currency(try needed("currency")) else {
      throw CSVProblem(line: row.line, "The column currency must be an ISO 4217 code in capitals, such as JPY.")
    }
    func amount(_ name: String, _ text: String) throws(CSVProblem) -> Money {
      let amount: Money
      do { amount = try Money(decimal: text, currency) } catch {
        throw CSVProblem(line: row.line, "The column \(name) is not an amount. \(error.description)")
      }
      guard !amount.isNegative else { throw CSVProblem(line: row.line, "The column \(name) is negative.") }
      return amount
    }
    func moment(_ name: String) throws(CSVProblem) -> Moment? {
      guard let text = table.text(name, row) else { return nil }
      guard let moment = Moment(written: text) else {
        throw CSVProblem(
          line: row.line, "The column \(name) takes a time with its zone, such as 2026-01-31T12:00:00+09:00.")
      }
      return moment
    }
    reference = try needed("reference")
    self.status = status
    total = try amount("total", try needed("total"))
    captured = if let text = table.text("captured", row) { try amount("captured", text) } else { nil }
    refunded = if let text = table.text("refunded", row) { try amount("refunded", text) } else { nil }
    createdAt = try moment("created_at")
    updatedAt = try moment("updated_at")
  }
}
