import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import Foundation

struct CheckoutsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkouts", abstract: "Shows what became of checkouts, and decides what waits for a person.",
    subcommands: [
      ListCheckouts.self, ShowCheckout.self, WatchCheckouts.self, ResolveCheckout.self, ForgetCheckout.self,
    ])
}

/// Where the store is.
struct StoreOptions: ParsableArguments {
  @Option(help: "The folder of the data; else FERRY_DATA names it, and without that it is the demo's.")
  var data = ProcessSettings.dataFolder(ProcessInfo.processInfo.environment) ?? "build/demo"

  var path: String { CheckoutProcess.database(in: data) }

  /// Looks into the store, and warns of checkouts that were passed over.
  /// - Throws: `CommandFailure` with what is in the way and what to do about it.
  func reading(_ work: (SQLiteReader) async throws -> Void) async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        "There is no database in \(data). Start the server first (the demo's is `ferry demo`), or name its folder "
          + "with --data.")
    }
    try await StoredForm.explaining(path) {
      let store = try SQLiteReader(path: path)
      try await work(store)
      for error in store.unreadable { FileHandle.standardError.write(Data("Warning: \(error)\n".utf8)) }
    }
  }

  /// What is printed in the place of an empty list.
  /// - Throws: `SQLiteStoreError` where it is empty only because nothing can be read.
  static func printEmpty(_ text: String, _ store: SQLiteReader) throws {
    if let error = store.unreadable.first { throw error }
    print(text)
  }
}

struct ListCheckouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the latest checkouts, the newest first.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Only those that are not final.")
  var live = false

  @Flag(help: "Only those that are held: they wait for a person, who decides with resolve.")
  var held = false

  @Flag(help: "Only those that are overdue: something of them takes longer than it should.")
  var overdue = false

  @Option(help: "How many.")
  var limit = 50

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("A limit is 1 to 10000.") }
  }

  func run() async throws {
    try await store.reading { store in
      let filter = CheckoutFilter(isLive: live, isHeld: held, overdueAt: overdue ? SystemTime().now : nil)
      let files = try await store.checkouts(filter, limit: limit)
      guard !files.isEmpty else {
        let kinds = [live ? "live" : nil, held ? "held" : nil, overdue ? "overdue" : nil].compactMap(\.self)
        return try StoreOptions.printEmpty(
          kinds.isEmpty ? "No checkouts yet." : "No checkout is \(kinds.joined(separator: " and ")).", store)
      }
      for line in TextTable.lines(files.map(Timeline.row)) { print(line) }
    }
  }
}

struct ShowCheckout: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one checkout: events, calls of the provider, money.")

  @OptionGroup var store: StoreOptions

  @Argument(help: "The checkout's id.")
  var id: String

  func run() async throws {
    try await store.reading { try await show($0) }
  }

  private func show(_ store: SQLiteReader) async throws {
    guard let file = try await store.file(CheckoutID(id)) else { throw CommandFailure.noCheckout(id) }
    print(Timeline.header(file, at: SystemTime().now) + "\n")
    var position: Int64 = 0
    while true {
      let records = try await store.log(file.checkout.id, after: position, limit: 1000)
      for line in Timeline.lines(records, since: file.checkout.createdAt) { print(line) }
      guard let last = records.last, records.count == 1000 else { return }
      position = last.position
    }
  }
}

struct WatchCheckouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Prints what happens as it happens, until Control-C.")

  @OptionGroup var store: StoreOptions

  func run() async throws {
    try await store.reading { try await watch($0) }
  }

  private func watch(_ store: SQLiteReader) async throws {
    let time = SystemTime()
    var position = try await store.lastPosition()
    printNow("Watching. Stop with Control-C.")
    while !Task.isCancelled {
      for record in try await store.log(nil, after: position, limit: 1000) {
        position = record.position
        printNow("\(record.entry.at.iso8601)  \(record.checkout)  \(Timeline.text(record.entry.what))")
      }
      try await time.sleep(for: .milliseconds(250))
    }
  }
}
