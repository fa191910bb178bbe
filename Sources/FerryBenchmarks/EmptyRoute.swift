import ArgumentParser
import AsyncHTTPClient
import Hummingbird
import Logging

/// A server with one route that does nothing, by the framework that Ferry uses: what a page costs at least.
struct EmptyRoute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty-route", abstract: "Runs a server with an empty route.", shouldDisplay: false)

  @Argument var port: Int

  func run() async throws {
    let router = Router()
    router.get("/") { _, _ in "ok" }
    let logger = Logger(label: "empty route") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      logger: logger)
    try await application.runService()
  }

  /// Runs it as a process of its own for as long as some work takes.
  static func running<Result: Sendable>(
    _ program: DemoProgram, _ client: HTTPClient, _ work: (DemoProgram.Running) async throws -> Result
  ) async throws -> Result {
    try await DemoProgram.running(
      "/proc/self/exe", ["empty-route", "\(program.emptyRoutePort)"], answeringAt: program.emptyRoute, client, work)
  }
}
