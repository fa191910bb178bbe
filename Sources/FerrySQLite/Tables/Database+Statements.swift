import FerryCheckout
import FerryCore
import FerryEngine
import Foundation
import GRDB

extension Row: StoredRow {
  package func int(_ column: Int) -> Int64 { self[column] }
  package func intIfPresent(_ column: Int) -> Int64? { self[column] }
  package func text(_ column: Int) -> String { self[column] }
  package func textIfPresent(_ column: Int) -> String? { self[column] }
  package func bytesIfPresent(_ column: Int) -> [UInt8]? { (self[column] as Data?).map { Array($0) } }
  package func bool(_ column: Int) -> Bool { self[column] }
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
}
