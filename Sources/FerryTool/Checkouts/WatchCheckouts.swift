import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import Foundation

/// Follows the database, for a person beside the server: one that runs, or one that is yet to start.
struct WatchCheckouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print the events of all checkouts as they happen. Stop with Control-C.",
    discussion: "It reads the server's database: run it on the server's machine, as the server's user.")

  @OptionGroup var output: JSONOption

  @Option(
    help: ArgumentHelp(
      "The folder of a demo or of an SQLite database. (default: build/demo if there are no settings)",
      valueName: "folder"), completion: .directory)
  var data: String?

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let place = try store(ProcessInfo.processInfo.environment)
    try await place.explaining {
      let store = try await place.reader()
      var position = try await store.lastPosition()
      if !output.json { printNow("Watching. Stop with Control-C.") }
      while !Task.isCancelled {
        for record in try await next(store, after: position) {
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

  /// Waits while the database does not answer; its client says so.
  private func next(_ store: any DatabaseReading, after position: Int64) async throws -> [LogRecord] {
    do { return try await store.log(nil, after: position, limit: 1000) } catch StoreError.unavailable { return [] }
  }

  private func store(_ environment: [String: String]) throws -> StoreLocation {
    let variables = [SettingsSources.fileVariable, StoreLocation.key.variable]
    let hasSettings = config.file != nil || variables.contains { environment.given($0) != nil }
    if data == nil, hasSettings { return try config.store() }
    return try DemoFolder.store(in: data ?? ProcessSettings.dataFolder(environment) ?? DemoPlaceOptions.usualFolder)
  }
}

private struct WatchedEntry: Encodable {
  let checkout: String
  let entry: TimelineEntryBody
}
