import FerryEngine
import GRDB

extension DatabaseMigrator {
  /// All changes of the schema, in their order. A released change is never edited; new ones are appended.
  static var ferry: DatabaseMigrator {
    let changes = [
      ("1 accounts", PackageResources.schema_1_accounts_sql),
      ("2 counts", PackageResources.schema_2_counts_sql),
      ("3 search", PackageResources.schema_3_search_sql),
      ("4 operator sessions", PackageResources.schema_4_operator_sessions_sql),
      ("5 account problems", PackageResources.schema_5_account_problems_sql),
      ("6 tax by line", PackageResources.schema_6_tax_by_line_sql),
      ("7 disputes", PackageResources.schema_7_disputes_sql),
      ("8 evidence", PackageResources.schema_8_evidence_sql),
      ("9 search", PackageResources.schema_9_search_sql),
      ("10 reports", PackageResources.schema_10_reports_sql),
    ]
    var migrator = DatabaseMigrator()
    for (name, file) in changes {
      migrator.registerMigration(name) {
        try $0.execute(sql: String(decoding: file, as: UTF8.self))
        if name == "9 search" { try $0.indexAll() }
      }
    }
    return migrator
  }

  /// The first change in the schema of the builds before the first release.
  private static let earlier = "1 checkouts"

  /// Checks that this version can read a file. A new and empty file passes.
  /// - Throws: `SQLiteStoreError.earlier`, `SQLiteStoreError.newer`.
  static func requireReadable(_ database: Database, _ path: String) throws {
    guard try !ferry.appliedIdentifiers(database).contains(earlier) else { throw SQLiteStoreError.earlier(path) }
    guard try !ferry.hasBeenSuperseded(database) else { throw SQLiteStoreError.newer(path) }
  }

  /// Checks that a file has tables of Ferry.
  /// - Throws: `SQLiteStoreError.noTables`.
  static func requireTables(_ database: Database, _ path: String) throws {
    guard try !ferry.appliedIdentifiers(database).isEmpty else { throw SQLiteStoreError.noTables(path) }
  }

  /// Checks that a file has the present schema, for a reader, which cannot change it.
  /// - Throws: `SQLiteStoreError.noTables`, `SQLiteStoreError.earlier`, `SQLiteStoreError.newer`,
  ///   `SQLiteStoreError.outdated`.
  static func requireCurrent(_ database: Database, _ path: String) throws {
    try requireReadable(database, path)
    try requireTables(database, path)
    guard try ferry.hasCompletedMigrations(database) else { throw SQLiteStoreError.outdated(path) }
  }
}
