import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySQLite
import FerrySandbox
import Foundation
import Logging
import ServiceLifecycle
import Testing

@Suite("Shutdown during requests to the provider")
struct ShutdownTests {
  private let time = SystemTime()

  @Test("Running commands finish and are recorded before store and engine stop")
  func graceful() async throws {
    try await withFolder { folder in
      let bank = try TestBank(time)
      let transport = HeldTransport(bank.transport)
      let id = try await running(folder, bank, transport) { engine, group, last, _ in
        let id = try await engine.agreeAtTestBank()
        await transport.whenActed()
        await group.triggerGracefulShutdown()
        // Services are stopped one after the other: now it is the engine's turn.
        await last.whenStopped()
        for _ in 1...100 { await Task.yield() }
        transport.handOver()
        return id
      }
      let file = try await store(in: folder).running { try await $0.file(id) }
      #expect(file?.checkout.phase.name == .paying)
      #expect(file?.outstanding == [])
      #expect(bank.sandbox.madeCalls == ["open"])
    }
  }

  @Test("The outcome of an interrupted command is found after the restart, and it is not sent again")
  func brokenOff() async throws {
    try await withFolder { folder in
      let bank = try TestBank(time)
      let transport = HeldTransport(bank.transport)
      let id = try await running(folder, bank, transport) { engine, _, _, tasks in
        let id = try await engine.agreeAtTestBank()
        await transport.whenActed()
        tasks.cancelAll()
        return id
      }
      let again = try await running(folder, bank, bank.transport) { engine, group, _, _ in
        let file = try await engine.wait(for: id, within: Patience.limit) { $0.checkout.phase.name == .paying }
        await group.triggerGracefulShutdown()
        return file
      }
      #expect(again.checkout.phase.name == .paying)
      #expect(bank.sandbox.madeCalls == ["open", "find"])
    }
  }

  private typealias Tasks = ThrowingTaskGroup<Void, any Error>

  /// Store and engine as services of one group, on a file; returns when all have stopped.
  private func running<Result>(
    _ folder: String, _ bank: TestBank, _ transport: any ProviderTransport,
    _ work: (Engine, ServiceGroup, LastService, inout Tasks) async throws -> Result
  ) async throws -> Result {
    let store = try await store(in: folder)
    let engine = bank.engine(
      store, transport, randomness: SystemRandomness(), backoff: Backoff(first: .milliseconds(10)))
    let last = LastService()
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [store, engine, last], logger: .silent))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      let result = try await work(engine, group, last, &tasks)
      while let end = await tasks.nextResult() {
        if case .failure(let error) = end, !(error is CancellationError) { throw error }
      }
      return result
    }
  }

  /// Opens the store as soon as the last task with the former store has ended.
  private func store(in folder: String) async throws -> SQLiteStore {
    try await Patience.until("The end of the store before") {
      do { return try SQLiteStore(path: folder + "/ferry.sqlite") } catch SQLiteStoreError.inUse { return nil }
    }
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
}

/// The service that is started last and stopped first.
private final class LastService: Service {
  private let stopped = AsyncStream<Void>.makeStream()

  func whenStopped() async { for await _ in stopped.stream {} }

  func run() async throws {
    defer { stopped.continuation.finish() }
    try await gracefulShutdown()
  }
}
