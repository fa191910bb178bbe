import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryServer
import Foundation
import Logging
import NIOPosix
import ServiceLifecycle

#if PostgreSQL
  import FerryPostgres
#endif

/// A store that a server has opened.
struct OpenStore: Sendable {
  let store: any Store & Service
  /// The clock of everything that uses the store.
  let time: any Timekeeper
  /// The disk of the database; unknown if it is another machine's.
  let freeDisk: FreeDisk
  /// Reads the last report of `ferry reconcile` for each account.
  let reports: @Sendable () async throws -> [ReconciliationReport]
}

extension StoreLocation {
  /// Opens the database for a server that starts.
  /// - Parameters:
  ///   - creates: True to create a missing file. A PostgreSQL database is never created here.
  ///   - name: The server's name beside others of the database.
  /// - Throws: `SQLiteStoreError`; `CommandFailure` for a database of another version.
  func open(creates: Bool, name: String, logger: Logger) async throws -> OpenStore {
    switch self {
    case .sqlite(let path):
      let store = try SQLiteStore(path: path, creates: creates) { error in
        logger.error("Skipped an unreadable checkout.", metadata: ["error": "\(error)"])
      }
      try await requireReadable(store)
      let folder = Self.folder(of: path)
      return OpenStore(store: store, time: SystemTime(), freeDisk: .volume(of: folder)) {
        try await NIOThreadPool.singleton.runIfActive {
          ReconciliationReport.last(in: folder) { path in
            logger.warning(
              "Cannot read a report of `ferry reconcile`. Run `ferry reconcile` as the server's user.",
              metadata: ["file": "\(path)"])
          }
        }
      }
    #if PostgreSQL
      case .postgres(let address):
        let store = PostgresStore(address, name: name, logger: logger) { error in
          logger.error("Skipped an unreadable checkout.", metadata: ["error": "\(error)"])
        }
        try await store.requireCurrent()
        return OpenStore(store: store, time: store.time, freeDisk: FreeDisk { nil }) {
          try await store.reconciliations()
        }
    #endif
    }
  }

  /// Opens the database for a command beside the server, which only reads.
  func reader() async throws -> any DatabaseReading {
    try await explaining {
      switch self {
      case .sqlite(let path):
        try requireFile(path)
        return try SQLiteReader(path: path)
      #if PostgreSQL
        case .postgres(let address): return try await PostgresReader(address, logger: ProgramLog.logger())
      #endif
      }
    }
  }

  /// Opens the database for a command beside the server that keeps settlement reports.
  /// - Throws: `CommandFailure`.
  func reports() async throws -> any ReportStore {
    try await explaining {
      switch self {
      case .sqlite(let path):
        try requireFile(path)
        return try SQLiteReader(path: path, keepsReports: true)
      #if PostgreSQL
        case .postgres(let address):
          return try await PostgresReader(address, keepsReports: true, logger: ProgramLog.logger())
      #endif
      }
    }
  }

  private func requireFile(_ path: String) throws(CommandFailure) {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    throw CommandFailure("There is no database \(path). Start the server or the demo first, or name its folder.")
  }

  /// Says in a sentence why a database cannot be read.
  func explaining<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch let error as SQLiteStoreError {
      throw CommandFailure("\(error)")
    } catch StoreError.unavailable(let reason) {
      throw CommandFailure("The database \(self) does not answer: \(reason).")
    } catch StoreError.inconsistent(let rule) {
      throw CommandFailure("The database \(self) rejected a change: \(rule).")
    } catch {
      #if PostgreSQL
        if let error = error as? PostgresStoreError { throw CommandFailure("\(error)") }
        if let error = error as? PostgresError { throw CommandFailure("The database \(self) failed: \(error).") }
      #endif
      throw CommandFailure(
        "Ferry \(FerryVersion.text) cannot read the database \(self), which another version of Ferry created. Use that "
          + "version, or start over with another folder.")
    }
  }

  /// Reads the newest checkouts before a server starts to work with them. A few that cannot be read do not stop it.
  private func requireReadable(_ store: SQLiteStore) async throws {
    try await explaining {
      for phases in [.unfinished, nil] as [Set<PhaseName>?] {
        let files = try await store.checkouts(CheckoutFilter(phases: phases), limit: 1)
        if files.isEmpty, phases == nil, let error = store.unreadable.first { throw error }
      }
    }
  }
}

/// A database that is open for one comparison of an account's books.
struct OpenLedger: Sendable {
  let reader: any DatabaseReading
  /// The clock of the servers that use the database.
  let time: any Timekeeper
  /// Keeps the report where the operations pages find it. If it cannot be kept in a file, a warning is printed: the
  /// comparison is as good. It throws `CommandFailure` if the database does not take it.
  let keep: @Sendable (_ report: ReconciliationReport) async throws -> Void
}

/// Another comparison of the same account is under way, perhaps on another machine.
struct ReconciliationUnderWay: Error, CustomStringConvertible {
  let account: ProviderAccountID

  var description: String {
    "Another comparison of \(account) is running with this database, so this one was not started. The operations page "
      + "will show the other one's result."
  }
}

extension StoreLocation {
  /// Opens the database for a comparison of an account's books. With PostgreSQL there is one at a time. With SQLite
  /// there may be several on its machine: they only read, and the last one replaces the report.
  /// - Throws: `ReconciliationUnderWay`; `CommandFailure` if the database cannot be used.
  func ledger(of account: ProviderAccountID) async throws -> OpenLedger {
    switch self {
    case .sqlite(let path):
      let folder = Self.folder(of: path)
      return OpenLedger(reader: try await reader(), time: SystemTime()) { report in
        do { try report.write(to: folder) } catch {
          printNote("Warning: Cannot write to \(folder). The operations page will not show this comparison.")
        }
      }
    #if PostgreSQL
      case .postgres(let address):
        let comparison = try await explaining {
          try await PostgresReconciliation.begin(of: account, in: address, logger: ProgramLog.logger())
        }
        guard let comparison else { throw ReconciliationUnderWay(account: account) }
        return OpenLedger(reader: try await reader(), time: comparison.time) { report in
          try await explaining { try await comparison.keep(report) }
        }
    #endif
    }
  }
}
