import ArgumentParser
import FerrySQLite

#if PostgreSQL
  import FerryPostgres
#endif

struct CopyStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copies the SQLite database into the PostgreSQL database of the settings.",
    discussion: """
      Stop the server first: the SQLite database in the folder of ferry.data is locked meanwhile. The PostgreSQL database of \
      ferry.store is an empty one, made with `ferry store create`. Every row is compared with what PostgreSQL has then. If the \
      command is interrupted, run it again: it goes on. Ends with 1 if any row differs.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let process = try config.configuration(try config.sources()).process
    switch process.store {
    case .sqlite:
      throw CommandFailure(
        "The settings name no PostgreSQL database. Write its address into \(StoreLocation.key.called).")
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
        let status = try await PostgresSchema.status(address, logger: logger)
        guard status.version == status.current else {
          throw CommandFailure("The database \(target) has the tables of another version. Run `ferry store migrate`.")
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
      print("")
      for line in TextTable.lines(tables.map(\.row), heading: CopiedTable.heading, colors: .output) { print(line) }
      guard tables.allSatisfy(\.isSame) else {
        throw CommandFailure(
          "The databases differ: \(source) has changed since the copy began, or something else has written into \(target). "
            + "Begin again with an empty database.")
      }
      print(
        "\nAll rows are the same. Move \(source) away, which learns of nothing from now on, and start the servers: "
          + "`ferry serve`. The last reports of `ferry reconcile` are not copied: compare the books again.")
    }
  #endif
}

#if PostgreSQL
  extension CopiedTable {
    fileprivate static let heading = ["TABLE", "ROWS", "WRITTEN", "COMPARED", "SHA-256"]

    fileprivate var row: [TextCell] {
      let result =
        isSame
        ? TextCell("same") : TextCell("\(different) rows differ, \(surplus) too many", .red)
      return [TextCell(name), TextCell("\(rows)"), TextCell("\(added)"), result, TextCell(String(digest.prefix(16)))]
    }
  }
#endif
