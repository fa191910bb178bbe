#if PostgreSQL
  import FerryEngine

  /// A change of the schema. A released one is never edited; new ones are appended.
  struct PostgresMigration {
    /// From 1, without gaps.
    let number: Int
    /// The oldest version of the schema whose programs can go on with this one: an additive change keeps that of the one
    /// before, so that the schema is migrated first and the servers are replaced one by one.
    let oldest: Int
    let statements: [String]
    /// True if the checkouts that are there are entered into the search index then.
    var indexes = false

    static let all = [
      PostgresMigration(number: 1, oldest: 1, statements: statements(PackageResources.schema_1_first_sql)),
      PostgresMigration(number: 2, oldest: 1, statements: statements(PackageResources.schema_2_account_problems_sql)),
      // The column `owner` is ambiguous for earlier programs, and they miss a member of the checkouts that are stored now.
      PostgresMigration(number: 3, oldest: 3, statements: statements(PackageResources.schema_3_owners_sql)),
      // Earlier programs do not know the rates that are stored now.
      PostgresMigration(number: 4, oldest: 4, statements: statements(PackageResources.schema_4_tax_by_line_sql)),
      // Earlier programs do not know the command that asks about a dispute, and drop disputes when they write a checkout.
      PostgresMigration(number: 5, oldest: 5, statements: statements(PackageResources.schema_5_disputes_sql)),
      // Earlier programs do not know the command that answers a dispute.
      PostgresMigration(number: 6, oldest: 6, statements: statements(PackageResources.schema_6_evidence_sql)),
      // Earlier programs do not enter what is searched for.
      PostgresMigration(
        number: 7, oldest: 7, statements: statements(PackageResources.schema_7_search_sql), indexes: true),
      PostgresMigration(number: 8, oldest: 7, statements: statements(PackageResources.schema_8_reports_sql)),
    ]

    /// The statements of a file, each followed by an empty line: libpq sends them one by one.
    private static func statements(_ file: [UInt8]) -> [String] {
      String(decoding: file, as: UTF8.self).split(separator: ";\n\n").map(String.init)
    }

    /// The version of the schema that this program has been written for.
    static var current: Int { all.count }
  }

  /// Codes of errors (SQLSTATE) that the schema raises.
  enum PostgresErrorCode {
    static let referenceTaken = "FY001"
  }

  struct PostgresSchemaVersion: Equatable {
    /// The last change that was made.
    var number: Int
    /// The oldest version whose programs can use it.
    var oldest: Int

    /// - Returns: Nil if a program of this version can use the database.
    func problem(for current: Int = PostgresMigration.current, _ address: String) -> PostgresStoreError? {
      if number < current { return .outdated(address) }
      return oldest > current ? .newer(address) : nil
    }
  }

  extension PostgresTransaction {
    func make(_ migration: PostgresMigration) throws {
      for statement in migration.statements { try run(statement) }
      if migration.indexes { try indexAll() }
      try run(
        "INSERT INTO migrations (number, oldest) VALUES ($1, $2)", [.int(migration.number), .int(migration.oldest)])
    }

    /// The version of the schema; nil if there are no tables of Ferry.
    /// - Parameter locked: True to keep others from changing it until the transaction ends.
    func schemaVersion(locked: Bool = false) throws -> PostgresSchemaVersion? {
      if locked { try lock(.schema) }
      guard try isTrue("SELECT to_regclass('migrations') IS NOT NULL"),
        let row = try row("SELECT max(number), max(oldest) FROM migrations"), let number = row.intIfPresent(0)
      else { return nil }
      return PostgresSchemaVersion(number: Int(number), oldest: Int(row.int(1)))
    }
  }
#endif
