import ArgumentParser
import FerrySQLite
import FerryServer
import Foundation
import Logging
import Metrics

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Starts the checkout server for shops of your own.",
    discussion: """
      Settings come from the environment, then from a file. `ferry config --example` prints a file to begin with, and \
      `ferry config` what is in force. The database is made once, with `ferry database create`.

      The server speaks plain HTTP: put a proxy with https in front. At SIGTERM or Control-C it finishes the requests under \
      way, and ends.
      """)

  @OptionGroup var config: ConfigOptions

  func run() async throws {
    let settings = try config.configuration(try config.sources())
    let logger = ProgramLog.logger(settings.process.logLevel)
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    let server: ServerProcess
    do {
      server = try await ServerProcess(settings, metrics: metrics, logger: logger)
    } catch {
      throw StartFailure(error)
    }
    server.announce()
    try await server.services.run()
    logger.notice("Ferry has stopped")
  }
}

struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Makes the database of a new server.", subcommands: [CreateDatabase.self])
}

struct CreateDatabase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Makes a new, empty database where there is none.",
    discussion: """
      Run it once, before the first start, as the server's user and with the same settings. `ferry serve` makes no database: \
      if a database is missing later, a disk is not mounted, and a new database would know nothing of the paid orders.
      """)

  @OptionGroup var config: ConfigOptions

  func run() throws {
    let settings = try config.configuration(try config.sources())
    let path = CheckoutProcess.database(in: settings.process.data)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("There is already a database \(path). Start the server: `ferry serve`.")
    }
    do {
      _ = try SQLiteStore(path: path)
    } catch {
      throw StartFailure(error)
    }
    print("The database \(path) is made. Start the server: `ferry serve`.")
  }
}
