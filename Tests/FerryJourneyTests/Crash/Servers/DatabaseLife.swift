#if PostgreSQL
  import FerryCore
  import FerryPostgres
  import Foundation
  import Synchronization

  /// A PostgreSQL server with durable data of its own, which can crash and is started again.
  final class DatabaseLife: Sendable {
    private struct State {
      var server: LocalPostgres?
      var stop: AsyncStream<Void>.Continuation?
      var isEnding = false
      var isOver = false
    }

    private let folder = FileManager.default.temporaryDirectory
      .appending(path: "ferry-database-\(SystemRandomness().token(bytes: 9))").path
    private let state = Mutex(State())

    /// Runs until `end()`.
    func run() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      while !state.withLock(\.isEnding) {
        try Task.checkCancellation()
        try await withLocalPostgres(in: folder) { server in
          let (stops, stop) = AsyncStream.makeStream(of: Void.self)
          state.withLock { state in
            state.server = server
            state.stop = stop
            if state.isEnding { stop.finish() }
          }
          for await _ in stops {}
        }
      }
      state.withLock { $0.isOver = true }
    }

    /// The running server.
    func started() async throws -> LocalPostgres {
      try await Patience.until("A PostgreSQL server") { state.withLock(\.server) }
    }

    /// Stops all its processes without any care for data (an immediate shutdown), as a crash does. It is started again.
    func crash() {
      let (server, stop) = state.withLock { ($0.server.take(), $0.stop.take()) }
      guard let server else { return }
      kill(server.processID, SIGQUIT)
      stop?.finish()
    }

    /// Stops the server, and waits for its end.
    func end() async throws {
      let stop = state.withLock { state in
        state.isEnding = true
        return state.stop
      }
      stop?.finish()
      _ = try await Patience.until("The end of the PostgreSQL server") { state.withLock(\.isOver) ? true : nil }
    }
  }
#endif
