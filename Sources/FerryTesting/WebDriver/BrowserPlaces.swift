import Foundation
import Synchronization

/// The limit of browsers that run at once in this process; first come, first served. Test suites start side by side, and with a
/// browser for each of them the pages only wait for processors: drivers give no answer, and clicks are lost.
final class BrowserPlaces: Sendable {
  static let shared = BrowserPlaces(count: ProcessInfo.processInfo.activeProcessorCount + 2)

  private struct State {
    var free: Int
    var waiting: [(id: UUID, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  /// The number of those who wait for a place.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Waits for a place, which `leave` frees.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func enter() async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.free > 0 {
            state.free -= 1
            return .success(())
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Hands the place to who has waited longest, if anybody does.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
