import Logging
import ServiceLifecycle
import Testing

@testable import FerryTool

@Suite("Services of the process")
struct ProcessServicesTests {
  /// Ignores the request to stop.
  private struct Deaf: Service {
    func run() async throws { try await Task.sleep(for: .seconds(3_600)) }
  }

  @Test("A service that does not stop on request is cancelled after a while", .timeLimit(.minutes(1)))
  func patience() async throws {
    let services = ProcessServices(
      services: [Deaf()], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      patience: .milliseconds(50))
    await #expect(throws: CancellationError.self) { try await services.run {} }
  }
}
