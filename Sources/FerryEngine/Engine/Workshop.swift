import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// What is being worked on at this moment, so that nothing is worked on twice and no provider is asked too much at once.
final class Workshop: Sendable {
  private struct State {
    var commands: Set<DueCommand> = []
    var perProvider: [ProviderID: Int] = [:]
    var wakes: Set<CheckoutID> = []
    var offsets: [ProviderID: Duration] = [:]
    var isClosed = false
  }

  private let state = NIOLockedValueBox(State())

  var busy: Int { state.withLockedValue { $0.commands.count } }
  var isClosed: Bool { state.withLockedValue(\.isClosed) }

  func close() { state.withLockedValue { $0.isClosed = true } }
  func reopen() { state.withLockedValue { $0.isClosed = false } }

  /// Whether a command may be begun now; if so, it counts as under way.
  func begin(_ command: DueCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.perProvider[command.provider, default: 0] < limit, state.commands.insert(command).inserted else {
        return false
      }
      state.perProvider[command.provider, default: 0] += 1
      return true
    }
  }

  func finish(_ command: DueCommand) {
    state.withLockedValue { state in
      guard state.commands.remove(command) != nil else { return }
      state.perProvider[command.provider, default: 1] -= 1
    }
  }

  func beginWake(_ id: CheckoutID) -> Bool { state.withLockedValue { $0.wakes.insert(id).inserted } }
  func finishWake(_ id: CheckoutID) { state.withLockedValue { _ = $0.wakes.remove(id) } }

  func offset(of provider: ProviderID) -> Duration {
    state.withLockedValue { $0.offsets[provider] ?? .zero }
  }

  func learn(_ offset: Duration, of provider: ProviderID) {
    state.withLockedValue { $0.offsets[provider] = offset }
  }
}
