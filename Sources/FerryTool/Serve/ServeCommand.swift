import ArgumentParser
import FerryServer
import Logging
import Metrics

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Start the checkout server for your shops.",
    discussion: """
      The server reads its settings from the environment and from a file. `ferry config --example` prints an example file, \
      and `ferry config` prints the settings in force. Create the database once, with `ferry store create`.

      The server speaks plain HTTP: put an https proxy in front of it. After SIGTERM or Control-C it finishes its current \
      requests and stops.
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
