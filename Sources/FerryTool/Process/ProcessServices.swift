import Logging
import ServiceLifecycle
import UnixSignals

/// What runs together until the process is told to stop. It is stopped in reverse order, so that whatever uses something
/// else ends before it.
struct ProcessServices: Sendable {
  let services: [any Service]
  let logger: Logger
  /// After this time nothing is finished any more. It is longer than what the parts give themselves: 20 seconds for what was
  /// asked, and 30 for answers of the provider. What is broken off is found out about at the next start.
  var patience = Duration.seconds(55)

  /// Runs until SIGTERM or SIGINT; then finishes what is under way.
  /// - Parameter done: Work after which the process stops by itself.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    var configurations = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
    if let done {
      configurations.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Work(body: done), successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: configurations, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = patience
    try await ServiceGroup(configuration: configuration).run()
  }

  private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
  }
}
