#if PostgreSQL
  import FerryCore
  import FerryTesting
  import Foundation
  import Subprocess
  import Synchronization

  /// One of several servers, `ferry serve`: a process that is started again when it was killed.
  final class ServerLife: Sendable {
    struct Died: Error, CustomStringConvertible {
      let description: String
    }

    let port: Int
    /// Its way to the database.
    let proxy: CuttingProxy
    private let program: FerryProgram
    private let environment: [String: String]
    private let state = Mutex(State())

    private struct State {
      var process: Int32?
      var isOver = false
    }

    init(_ program: FerryProgram, port: Int, proxy: CuttingProxy, environment: [String: String]) {
      self.program = program
      self.port = port
      self.proxy = proxy
      self.environment = environment
    }

    /// Runs until `end()`.
    /// - Throws: `Died` if the process ends by a fault of its own.
    func run() async throws {
      while true {
        try Task.checkCancellation()
        let end = try await program.outcome(["serve"], environment) { started in
          state.withLock { $0.process = started.value }
        }
        removeFakeTime(of: state.withLock { $0.process.take() })
        switch end.status {
        case .exited(0):
          state.withLock { $0.isOver = true }
          return
        case .signaled(SIGKILL): continue
        // As a service manager does for a server that finds no database.
        case .exited where end.errors.contains("To choose another database, set "):
          try await Task.sleep(for: .seconds(1))
        default: throw Died(description: "A server ended with \(end.status): \(end.errors.suffix(4_000))")
        }
      }
    }

    /// libfaketime leaves files of a process that was killed.
    private func removeFakeTime(of process: Int32?) {
      guard let process else { return }
      for file in ["faketime_shm_\(process)", "sem.faketime_sem_\(process)"] {
        try? FileManager.default.removeItem(atPath: "/dev/shm/\(file)")
      }
    }

    func kill() { send(.kill) }
    func pause() { send(.suspend) }
    func resume() { send(.resume) }

    /// Lets the server finish what it does, and waits for its end.
    func end() async throws {
      send(.terminate)
      _ = try await Patience.until("The end of a server") { state.withLock(\.isOver) ? true : nil }
    }

    private func send(_ signal: Signal) {
      state.withLock { state in if let process = state.process { _ = Foundation.kill(process, signal.rawValue) } }
    }
  }
#endif
