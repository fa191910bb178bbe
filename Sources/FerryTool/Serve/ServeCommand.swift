import ArgumentParser
import FerryServer
import Logging
import Metrics

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Starts the checkout server for shops of your own.",
    discussion: """
      Settings come from the environment, then from a file. `ferry config --example` prints a file to begin with, and \
      `ferry config` what is in force. The database is made once, with `ferry store create`.

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
