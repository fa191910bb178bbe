#if PostgreSQL
  import FerryCore
  import Foundation
  import Synchronization

  /// A database for one test, on a server that all tests of a process share. The server's data are not durable, and it ends
  /// with the process.
  package struct TemporaryDatabase: Sendable {
    package let server: LocalPostgres
    package let name: String

    /// Through the server's socket.
    package var address: String { server.address(of: name) }
  }

  /// Hands a database to the body and removes it when the body is done. Four for each processor are in use at once; the next
  /// waits for its place, so a body must not ask for another.
  /// - Parameters:
  ///   - template: The name of a template, which is prepared at its first use and then copied.
  ///   - prepare: Fills the template, whose address it gets, and closes its connections.
  package func withTemporaryDatabase<Success: Sendable>(
    like template: String, prepare: @escaping @Sendable (String) async throws -> Void,
    _ body: (TemporaryDatabase) async throws -> Success
  ) async throws -> Success {
    await SharedServer.places.enter()
    defer { SharedServer.places.leave() }
    let server = try await SharedServer.server.value
    try await SharedServer.prepare(template, on: server, prepare)
    let name = "test_" + SystemRandomness().bytes(8).map { String($0, radix: 16) }.joined()
    try await server.createDatabase(name, from: template)
    let result: Swift.Result<Success, any Error>
    do {
      result = .success(try await body(TemporaryDatabase(server: server, name: name)))
    } catch {
      result = .failure(error)
    }
    try await server.removeDatabase(name)
    return try result.get()
  }

  private enum SharedServer {
    static let server = Task { try await started() }
    static let places = Places(4 * ProcessInfo.processInfo.activeProcessorCount)
    private static let templates = Mutex<[String: Task<Void, any Error>]>([:])

    static func prepare(
      _ template: String, on server: LocalPostgres, _ prepare: @escaping @Sendable (String) async throws -> Void
    ) async throws {
      let task = templates.withLock { templates in
        if let task = templates[template] { return task }
        let task = Task {
          try await server.createDatabase(template)
          try await prepare(server.address(of: template))
        }
        templates[template] = task
        return task
      }
      try await task.value
    }

    private static func started() async throws -> LocalPostgres {
      let (started, whenStarted) = AsyncThrowingStream<LocalPostgres, any Error>.makeStream()
      let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token(bytes: 9))")
      var options = LocalPostgresOptions()
      options.isDurable = false
      options.isTemporary = true
      Task { [options] in
        do {
          try await withLocalPostgres(in: folder.path, options) { server in
            whenStarted.yield(server)
            // Until the process ends.
            while true { try await Task.sleep(for: .seconds(3600)) }
          }
        } catch {
          whenStarted.finish(throwing: error)
        }
      }
      for try await server in started { return server }
      throw CancellationError()
    }
  }

  /// A number of places; who finds none waits for one, in turn.
  private final class Places: Sendable {
    private struct State {
      var free: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          state.waiting.append(continuation)
          return false
        }
        if isFree { continuation.resume() }
      }
    }

    func leave() {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.free += 1
        return nil
      }
      next?.resume()
    }
  }
#endif
