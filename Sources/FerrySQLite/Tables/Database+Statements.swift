package import FerryCheckout
package import FerryEngine
package import FerryProvider
import Foundation
package import GRDB

extension Row: StoredRow {
  package func int(_ column: Int) -> Int64 { self[column] }
  package func intIfPresent(_ column: Int) -> Int64? { self[column] }
  package func text(_ column: Int) -> String { self[column] }
  package func textIfPresent(_ column: Int) -> String? { self[column] }
  package func bytesIfPresent(_ column: Int) -> [UInt8]? { (self[column] as Data?).map { Array($0) } }
  package func bool(_ column: Int) -> Bool { self[column] }
}

/// Statements are prepared once per connection. A list is JSON.
extension Database: DatabaseTransaction {
  package func run(_ sql: String, _ values: [StatementValue] = []) throws {
    try cachedStatement(sql: sql).execute(arguments: Self.arguments(values))
  }

  package func rows(_ sql: String, _ values: [StatementValue] = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: Self.arguments(values))
  }

  package static func isOne(of list: String) -> String { "IN (SELECT value FROM json_each(\(list)))" }
  // One writer needs no locks.
  package static var forChange: String { "" }
  package static var forDeletion: String { "" }
  package static var skippingLocked: String { "" }
  package func lock(_ sql: String, _ values: [StatementValue]) {}
  package func lock(_ reference: OrderReference) {}
  package func lock(_ references: [ProviderReference], _ account: ProviderAccountID) {}
  package func lockLog() {}
  package func lockWords(toRemove: Bool) {}
  package static var fence: String { "0" }
  package static func table(of list: String) -> String { "json_each(\(list))" }
  /// `GroupCommit` decides about the whole transaction.
  package func commitBeforeFlush() {}

  private static func arguments(_ values: [StatementValue]) throws -> StatementArguments {
    var arguments: [String: (any DatabaseValueConvertible)?] = [:]
    for (index, value) in values.enumerated() { arguments["\(index + 1)"] = try value.inSQLite }
    return StatementArguments(arguments)
  }
}

extension StatementValue {
  fileprivate var inSQLite: DatabaseValue {
    get throws {
      switch self {
      case .int(let value): value.databaseValue
      case .text(let value): value.databaseValue
      case .bytes(let value): value.map { Data($0) }.databaseValue
      case .bool(let value): value.databaseValue
      case .ints(let values): try StoredJSON.text(values).databaseValue
      case .texts(let values): try Self.list(values)
      }
    }
  }

  /// - Throws: `StoreError.inconsistent` for a text with a NUL, where `json_each` would cut it.
  private static func list(_ texts: [String]) throws -> DatabaseValue {
    guard !texts.contains(where: { $0.utf8.contains(0) }) else { throw StoreError.inconsistent("a text with a NUL") }
    return try StoredJSON.text(texts).databaseValue
  }
}
