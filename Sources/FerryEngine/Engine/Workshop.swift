import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// What is being worked on at this moment, so that nothing is worked on twice and no provider is asked too much at once.
final class Workshop: Sendable {
  private struct State {
    var commands: Set<DueCommand> = []
    var perQueue: [CommandQueue: Int] = [:]
    var wakes: Set<CheckoutID> = []
    var offsets: [CommandQueue: Duration] = [:]
    var isClosed = false
  }

  private let state = NIOLockedValueBox(State())

  var isClosed: Bool { state.withLockedValue(\.isClosed) }

  func close() { state.withLockedValue { $0.isClosed = true } }
  func reopen() { state.withLockedValue { $0.isClosed = false } }

  /// Whether so many of a queue are under way that no other may be begun.
  func isFull(_ queue: CommandQueue, atMost limit: Int) -> Bool {
    state.withLockedValue { $0.perQueue[queue, default: 0] >= limit }
  }

  /// Whether a command may be begun now; if so, it counts as under way.
  func begin(_ command: DueCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.perQueue[command.queue, default: 0] < limit, state.commands.insert(command).inserted else {
        return false
      }
      state.perQueue[command.queue, default: 0] += 1
      return true
    }
  }

  func finish(_ command: DueCommand) {
    state.withLockedValue { state in
      guard state.commands.remove(command) != nil else { return }
      state.perQueue[command.queue, default: 1] -= 1
    }
  }

  func beginWake(_ id: CheckoutID) -> Bool { state.withLockedValue { $0.wakes.insert(id).inserted } }
  func finishWake(_ id: CheckoutID) { state.withLockedValue { _ = $0.wakes.remove(id) } }

  func offset(of queue: CommandQueue) -> Duration {
    state.withLockedValue { $0.offsets[queue] ?? .zero }
  }

  func learn(_ offset: Duration, of queue: CommandQueue) {
    state.withLockedValue { $0.offsets[queue] = offset }
  }
}
