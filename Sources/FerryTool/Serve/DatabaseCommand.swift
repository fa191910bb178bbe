import ArgumentParser
import FerrySQLite
import Foundation

struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Makes the database of a new server.", subcommands: [CreateDatabase.self])
}

struct CreateDatabase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Makes a new, empty database where there is none.",
    discussion: """
      Run it once, before the first start, as the user that the server runs as and with the same settings. `ferry serve` \
      makes no database: where one is missing that was there, a disk is not mounted, and a new one would know nothing of \
      the orders that were paid.
      """)

  @OptionGroup var config: ConfigOptions

  func run() throws {
    let settings = try config.configuration(try config.sources())
    let path = CheckoutProcess.database(in: settings.process.data)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("There is a database \(path) already. Start the server with it: `ferry serve`.")
    }
    do {
      _ = try SQLiteStore(path: path)
    } catch {
      throw StartFailure(error)
    }
    print("The database \(path) is made. Start the server: `ferry serve`.")
  }
}
