import ArgumentParser

#if PostgreSQL
  import FerryLocalPostgres
  import FerryPostgres
#endif

/// The database of a demo: a file in its folder, or a PostgreSQL server of its own there.
enum DemoStore: String, ExpressibleByArgument, CaseIterable {
  case sqlite
  case postgres

  /// - Throws: `ValidationError` if this program was built without it.
  func requireBuilt() throws {
    #if !PostgreSQL
      if self == .postgres { throw ValidationError(StoreLocation.notBuilt) }
    #endif
  }

  /// Runs something with the database, and stops the database's server afterwards.
  func running(in folder: String, _ body: (StoreLocation) async throws -> Void) async throws {
    switch self {
    case .sqlite: try await body(.sqlite(in: folder))
    case .postgres:
      #if PostgreSQL
        try await LocalPostgres.running(in: folder + "/postgres") { address in
          try await PostgresSchema.create(address)
          try await body(.postgres(address))
        }
      #endif
    }
  }
}
