import Logging
import ServiceLifecycle
import UnixSignals

/// What runs together until the process is told to stop. It is stopped in reverse order, so that whatever uses something
/// else ends before it.
struct ProcessServices: Sendable {
  let services: [any Service]
  let logger: Logger

  /// Runs until SIGTERM or SIGINT; then finishes what is under way.
  /// - Parameter done: Work after which the process stops by itself.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    var configurations = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
    if let done {
      configurations.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Work(body: done), successTerminationBehavior: .gracefullyShutdownGroup))
    }
    try await ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: configurations, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    ).run()
  }

  private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
  }
}
