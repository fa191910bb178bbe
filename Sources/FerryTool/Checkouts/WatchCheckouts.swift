import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryServer
import Foundation

/// Follows the database file, for a person beside the server: one that runs, or one that is yet to start.
struct WatchCheckouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Prints what happens as it happens, until Control-C.")

  @OptionGroup var output: JSONOption

  @Option(help: "The folder of the database; else FERRY_DATA names it, and without that it is the demo's.")
  var data = ProcessSettings.dataFolder(ProcessInfo.processInfo.environment) ?? DemoPlaceOptions.usualFolder

  func run() async throws {
    let path = CheckoutProcess.database(in: data)
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        "There is no database in \(data). Start the server first (the demo's is `ferry demo`), or name its folder "
          + "with --data.")
    }
    try await StoredForm.explaining(path) {
      let store = try SQLiteReader(path: path)
      var position = try await store.lastPosition()
      if !output.json { printNow("Watching. Stop with Control-C.") }
      while !Task.isCancelled {
        for record in try await store.log(nil, after: position, limit: 1000) {
          position = record.position
          let entry = TimelineEntryBody(record.entry)
          printNow(
            output.json
              ? try JSONOutput.line(WatchedEntry(checkout: record.checkout.text, entry: entry))
              : "\(entry.at.local)  \(record.checkout)  \(Timeline.text(entry))")
        }
        try await SystemTime().sleep(for: .milliseconds(250))
      }
    }
  }
}

/// A line of `ferry checkouts watch --json`.
private struct WatchedEntry: Encodable {
  let checkout: String
  let entry: TimelineEntryBody
}

/// Says in a sentence why a database cannot be read.
enum StoredForm {
  /// - Throws: `CommandFailure` for a database that cannot be opened, is damaged, or was made by another version.
  static func explaining<Result>(_ path: String, _ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch let error as SQLiteStoreError {
      throw CommandFailure("\(error)")
    } catch {
      throw CommandFailure(
        "The database \(path) was made by another version of Ferry; this is \(FerryVersion.text) and cannot read it. Use "
          + "that version, or start over with another folder.")
    }
  }

  /// Reads the newest checkouts before a server starts to work with them. A few that cannot be read do not stop it.
  /// - Throws: `CommandFailure` if none can be read.
  static func require(_ store: SQLiteStore, _ path: String) async throws {
    try await explaining(path) {
      for phases in [.unfinished, nil] as [Set<PhaseName>?] {
        let files = try await store.checkouts(CheckoutFilter(phases: phases), limit: 1)
        if files.isEmpty, phases == nil, let error = store.unreadable.first { throw error }
      }
    }
  }
}
