import ArgumentParser
import Foundation

#if PostgreSQL
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

  /// Runs something with the database, and stops its server afterwards.
  func running(in folder: DemoFolder, _ body: (StoreLocation) async throws -> Void) async throws {
    switch self {
    case .sqlite: try await body(.sqlite(in: folder.path))
    case .postgres:
      #if PostgreSQL
        // Root's server runs as another user, who has to pass through the folder.
        if getuid() == 0 {
          try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
        }
        try await withLocalPostgres(in: folder.file("postgres")) { server in
          let address = try PostgresAddress(server.address())
          let logger = ProgramLog.logger()
          do {
            try await PostgresSchema.create(address, logger: logger)
          } catch PostgresStoreError.schemaExists {
            _ = try await PostgresSchema.migrate(address, logger: logger)
          }
          try await body(.postgres(address))
        }
      #endif
    }
  }
}
