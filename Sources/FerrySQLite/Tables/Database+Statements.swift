import FerryCheckout
import FerryCore
import Foundation
import GRDB

/// Values as JSON in a text column: equal values give equal text.
enum StoredJSON {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

extension Row {
  /// The value of a JSON column.
  /// - Throws: `DamagedRow`.
  func json<Value: Decodable>(_ column: Int) throws -> Value {
    guard let value: Value = try jsonIfPresent(column) else { throw DamagedRow("no \(Value.self)") }
    return value
  }

  /// The value of a JSON column, or nil.
  /// - Throws: `DamagedRow`.
  func jsonIfPresent<Value: Decodable>(_ column: Int) throws -> Value? {
    let data: Data? = self[column]
    do {
      return try data.map { try StoredJSON.value(from: $0) }
    } catch {
      // The decoder's message may hold data.
      throw DamagedRow("no \(Value.self)")
    }
  }
}

/// Statements are prepared once per connection.
extension Database {
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}

extension ProviderAccountID {
  /// The values of the columns `provider`, `account` and `mode`.
  var columns: StatementArguments { [provider.text, account.text, mode.rawValue] }

  /// Reads the columns `provider`, `account` and `mode`.
  /// - Parameter first: The index of `provider`.
  /// - Throws: `DamagedRow`.
  init(_ row: Row, from first: Int = 0) throws {
    guard let mode = Mode(rawValue: row[first + 2]) else { throw DamagedRow("an unknown mode") }
    self.init(provider: ProviderID(row[first]), account: AccountName(row[first + 1]), mode: mode)
  }
}
