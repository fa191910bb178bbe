import Logging
import ServiceLifecycle
import Synchronization
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

  private struct Failing: Service {
    struct Lost: Error {}

    func run() async throws { throw Lost() }
  }

  /// Notes how it is stopped.
  private final class Noting: Service {
    let wasCancelled = Mutex<Bool?>(nil)

    func run() async throws {
      try? await gracefulShutdown()
      wasCancelled.withLock { $0 = Task.isCancelled }
    }
  }

  @Test(
    "If a service fails, the others are asked to stop as by a signal, and its error is thrown", .timeLimit(.minutes(1)))
  func failure() async throws {
    let other = Noting()
    let services = ProcessServices(
      services: [Failing(), other], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    await #expect(throws: Failing.Lost.self) { try await services.run() }
    #expect(other.wasCancelled.withLock(\.self) == false)
  }
}
