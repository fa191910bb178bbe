import ArgumentParser
import FerrySQLite

#if PostgreSQL
  import Crypto
  import FerryPostgres
  import GRDB
#endif

struct CopyStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy the SQLite database into the PostgreSQL database of the settings.",
    discussion: """
      Stop the server first. The command locks the SQLite database in the folder of ferry.data, and copies it into the \
      PostgreSQL database of ferry.store, which must be empty and created with `ferry store create`. Then it compares every \
      row. If it is interrupted, run it again to continue.

      Exit status: 0 if all rows are the same, else 1.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let process = try config.configuration(try config.sources()).process
    switch process.store {
    case .sqlite:
      throw CommandFailure(
        "The settings have no PostgreSQL database. Set its address with \(StoreLocation.key.called).")
    #if PostgreSQL
      case .postgres(let address): try await copy(.sqlite(in: process.data), to: address)
    #endif
    }
  }

  #if PostgreSQL
    private func copy(_ source: StoreLocation, to address: PostgresAddress) async throws {
      let target = StoreLocation.postgres(address)
      let logger = ProgramLog.logger()
      let rows = PostgresRows(address, logger: logger)
      try await target.explaining {
        let schema = try await PostgresSchema.status(address, logger: logger).schema
        guard schema.version == schema.current else {
          throw CommandFailure(
            "The tables of the database \(target) are of another version. Run `ferry store migrate`.")
        }
        try await rows.requireNoServer()
      }
      // Opened as a server does it: locked, and with the tables of this version.
      let lock = try await source.explaining { try SQLiteStore(path: "\(source)", creates: false) }
      defer { withExtendedLifetime(lock) {} }
      print("Copying \(source) into \(target)")
      let copy = StoreCopy(source: try SQLiteRows(path: "\(source)"), target: rows)
      let tables = try await target.explaining { try await copy.run { printNow("  \($0.name): \($0.rows) rows") } }
      await rows.close()
      print("\n" + TextTable.text(tables.map(\.row), heading: CopiedTable.heading, colors: .output))
      guard tables.allSatisfy(\.isSame) else {
        throw CommandFailure(
          "The databases differ: \(source) changed during the copy, or another program wrote to \(target). "
            + "Start again with an empty database.")
      }
      print(
        "\nAll rows are the same. Move \(source) away: it is out of date from now on. Then start the servers with "
          + "`ferry serve`, and run `ferry reconcile`, whose last reports were not copied.")
    }
  #endif
}

#if PostgreSQL
  /// Copies an SQLite database into a PostgreSQL database, and compares every row with what is there then.
  ///
  /// Rows go in the order of each table's key, a page in a transaction. Rows that are there already are not written again, so a
  /// copy that was interrupted goes on.
  struct StoreCopy {
    let source: SQLiteRows
    let target: PostgresRows
    /// The rows of a page.
    var page = 500

    /// - Parameter done: Called after each table.
    /// - Returns: All tables. Only if all of them are the same, servers may use the database.
    func run(_ done: (CopiedTable) throws -> Void) async throws -> [CopiedTable] {
      let tables = try await source.tables()
      try await target.begin(tables)
      var copied: [CopiedTable] = []
      for table in tables {
        let result = try await copy(table)
        try done(result)
        copied.append(result)
      }
      if copied.allSatisfy(\.isSame) { try await target.finish(tables, try await source.lastNumbers()) }
      return copied
    }

    private func copy(_ table: StoredTable) async throws -> CopiedTable {
      let types = try await target.types(table)
      var result = CopiedTable(table)
      var last: [DatabaseValue]?
      while true {
        let rows = try await source.rows(table, after: last, limit: page)
        guard let end = rows.last?.key(table) else { break }
        let present = try await target.rows(table, types, after: last, through: end)
        let known = Set(present.map { $0.identity(table) })
        let missing = rows.filter { !known.contains($0.identity(table)) }
        guard !missing.isEmpty else {
          result.compare(rows, present, added: 0)
          last = end
          continue
        }
        try await target.add(missing, to: table, types)
        result.compare(
          rows, try await target.rows(table, types, after: last, through: end), added: missing.count)
        last = end
      }
      result.rowsInTarget = try await target.count(table)
      return result
    }
  }

  /// A table as it was copied.
  struct CopiedTable {
    private let table: StoredTable
    /// The rows of the SQLite database.
    private(set) var rows = 0
    /// The rows that this copy has written.
    private(set) var added = 0
    /// The rows that PostgreSQL has otherwise.
    private(set) var different = 0
    fileprivate(set) var rowsInTarget = 0
    private var digests = (source: SHA256(), target: SHA256())

    init(_ table: StoredTable) { self.table = table }

    var name: String { table.name }

    /// The rows that only PostgreSQL has.
    var surplus: Int { rowsInTarget - rows }

    var isSame: Bool { different == 0 && surplus == 0 && digest == digests.target.text }

    /// SHA-256 of the digests of all rows, in the order of the key.
    var digest: String { digests.source.text }

    /// Compares a page of rows with what PostgreSQL has.
    fileprivate mutating func compare(_ page: [TableRow], _ copies: [TableRow], added: Int) {
      let found = Dictionary(copies.map { ($0.identity(table), $0.digest) }) { first, _ in first }
      for row in page {
        let digest = row.digest
        let copy = found[row.identity(table)]
        if copy != digest { different += 1 }
        digests.source.update(data: digest)
        digests.target.update(data: copy ?? [])
      }
      rows += page.count
      self.added += added
    }
  }

  extension SHA256 {
    /// The digest of what was added so far, in hexadecimal digits.
    fileprivate var text: String { finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
  }

  extension CopiedTable {
    fileprivate static let heading = ["TABLE", "ROWS", "WRITTEN", "COMPARED", "SHA-256"]

    fileprivate var row: [TextCell] {
      let result =
        isSame
        ? TextCell("same") : TextCell("\(different) rows differ, \(surplus) extra", .red)
      return [TextCell(name), TextCell("\(rows)"), TextCell("\(added)"), result, TextCell(String(digest.prefix(16)))]
    }
  }
#endif
