import ArgumentParser
import FerrySQLite

#if PostgreSQL
  import FerryPostgres
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
        let status = try await PostgresSchema.status(address, logger: logger)
        guard status.version == status.current else {
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
