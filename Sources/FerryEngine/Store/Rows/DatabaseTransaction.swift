package import FerryCheckout
package import FerryCore
package import FerryProvider

/// A value for a parameter of a statement. Each kind has one type in the database, for nulls too, so that a statement is
/// prepared once.
package enum StatementValue: Hashable, Sendable {
  case int(Int64?)
  case text(String?)
  case bytes([UInt8]?)
  case bool(Bool?)
  case ints([Int64])
  case texts([String])

  package static func int(_ value: Int) -> Self { .int(Int64(value)) }
  package static func moment(_ moment: Moment?) -> Self { .int(moment?.milliseconds) }
  package static func json(_ value: (some Encodable)?) throws -> Self {
    .text(try value.map { try StoredJSON.text($0) })
  }

  /// State, which is not decoded again when it is read.
  package static func state(_ value: some Encodable & Sendable, _ decoded: DecodedState?) throws -> Self {
    let text = try StoredJSON.text(value)
    decoded?.keep(value, as: Array(text.utf8))
    return .text(text)
  }
}

extension [StatementValue] {
  /// Adds the value of one more parameter.
  /// - Returns: The parameter, such as `$3`.
  package mutating func parameter(_ value: StatementValue) -> String {
    append(value)
    return "$\(count)"
  }
}

/// The columns of a row that is written, with their values.
package struct StoredColumns: ExpressibleByDictionaryLiteral {
  package private(set) var names: [String]
  package private(set) var values: [StatementValue]

  package init(dictionaryLiteral columns: (String, StatementValue)...) {
    names = columns.map(\.0)
    values = columns.map(\.1)
  }

  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.names += right.names
    sum.values += right.values
    return sum
  }

  package static func += (left: inout Self, right: Self) { left = left + right }

  /// The columns compared or set: `name = $2, mode = $3`.
  /// - Parameter first: The number of the first parameter.
  fileprivate func equalities(from first: Int = 1, _ separator: String) -> String {
    names.enumerated().map { "\($1) = $\(first + $0)" }.joined(separator: separator)
  }
}

/// A transaction of a database. Extensions have the statements that are the same in every database of Ferry: their
/// parameters are `$1`, `$2` and so on.
package protocol DatabaseTransaction {
  associatedtype Row: StoredRow

  func run(_ sql: String, _ values: [StatementValue]) throws
  func rows(_ sql: String, _ values: [StatementValue]) throws -> [Row]

  /// The condition that a column has a value of a list.
  /// - Parameter list: The parameter.
  static func isOne(of list: String) -> String
  /// At the end of a query for rows that are to be changed: locks them. Others may still refer to them.
  static var forChange: String { get }
  /// At the end of a query for rows that are to be deleted: locks them.
  static var forDeletion: String { get }
  /// After `forChange` or `forDeletion`: leaves out rows that another transaction has locked.
  static var skippingLocked: String { get }
  /// The fence of a checkout.
  static var fence: String { get }
  /// A table of a list's texts, in the column `value`.
  /// - Parameter list: The parameter.
  static func table(of list: String) -> String

  /// Runs a query for the locks that it takes, where there may be other writers.
  func lock(_ sql: String, _ values: [StatementValue]) throws
  /// Locks the name of an order, and the order if there is one.
  func lock(_ reference: OrderReference) throws
  /// Keeps others from entering references.
  func lock(_ references: [ProviderReference], _ account: ProviderAccountID) throws
  /// To be called before the first entry of the log.
  func lockLog() throws
  /// To be called before words of the search index are entered or removed. Removers keep all others out.
  func lockWords(toRemove: Bool) throws

  /// Lets the COMMIT return before the disk has the changes, where the database can do so for one transaction.
  func commitBeforeFlush()

  /// Adds a command, or replaces the one of its number.
  func upsert(_ command: StoredCommand) throws
  /// The checkout of the first of some references that belongs to any checkout.
  func owner(of references: [ProviderReference], _ account: ProviderAccountID) throws -> CheckoutID?
  /// Adds a notification.
  func insert(_ entry: InboxEntry) throws
  /// Enters the references of a checkout, and makes the notifications due that wait for them.
  /// - Throws: At once or at the next answer, an error for a reference that belongs to another checkout.
  func enter(_ references: [ProviderReference], of checkout: Checkout) throws
  /// The first position of the log that a transaction may still fill, as far as one has begun to.
  func firstOpenPosition() throws -> Int64
  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) throws -> [CheckoutCount]
  /// The latest messages of a filter, newest first.
  /// - Parameter changing: True to lock them.
  func webhooks(_ filter: WebhookFilter, limit: Int, changing: Bool) throws -> [WebhookDelivery]

  /// The places of a filter's checkouts, newest first, merged from the groups that it includes.
  func listed(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace]
  /// The beginning of a query for moment and id of the checkouts that all look-ups have, up to its first condition.
  static func query(for lookUps: [String]) -> String
  /// A query for the checkouts with some of the provider's references.
  /// - Parameters:
  ///   - condition: Of the column `value`.
  ///   - limit: The parameter with the most of each account; nil for all.
  ///   - values: Gets the values of further parameters.
  func lookUp(references condition: String, limit: String?, _ values: inout [StatementValue]) throws -> String
  /// The places of the checkouts with one of some terms of the search index, newest first.
  func newest(with terms: [String], _ bounds: CheckoutFilter.Bounds, limit: Int) throws -> [CheckoutPlace]
}

extension DatabaseTransaction {
  /// A statement that yields at most one row; of several, the first.
  package func row(_ sql: String, _ values: [StatementValue] = []) throws -> Row? { try rows(sql, values).first }

  /// - Parameter conflict: The `ON CONFLICT` clause.
  package func insert(_ columns: StoredColumns, into table: String, _ conflict: String = "") throws {
    let parameters = (1...columns.names.count).map { "$\($0)" }.joined(separator: ", ")
    try run(
      "INSERT INTO \(table) (\(columns.names.joined(separator: ", "))) VALUES (\(parameters)) \(conflict)",
      columns.values)
  }

  /// Adds a row, or changes the one with the same values in the columns of the key.
  package func upsert(_ columns: StoredColumns, into table: String, key: [String]) throws {
    let others = columns.names.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
    try insert(
      columns, into: table,
      "ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(others.joined(separator: ", "))")
  }

  package func update(_ table: String, _ columns: StoredColumns, where key: StoredColumns) throws {
    try run(
      """
      UPDATE \(table) SET \(columns.equalities(", "))
      WHERE \(key.equalities(from: columns.names.count + 1, " AND "))
      """, columns.values + key.values)
  }

  package func delete(from table: String, where key: StoredColumns) throws {
    try run("DELETE FROM \(table) WHERE \(key.equalities(" AND "))", key.values)
  }
}

// MARK: Columns

extension ProviderAccountID {
  package var columns: StoredColumns {
    ["provider": .text(provider.text), "account": .text(account.text), "mode": .text(mode.rawValue)]
  }
}

extension OrderReference {
  package var columns: StoredColumns {
    ["shop": .text(shop.text), "mode": .text(mode.rawValue), "reference": .text(reference)]
  }
}

extension CheckoutFilter.Bounds {
  /// Two places, each by its moment and id.
  package var values: [StatementValue] {
    [.moment(from.createdAt), .text(from.id.text), .moment(to.createdAt), .text(to.id.text)]
  }
}
