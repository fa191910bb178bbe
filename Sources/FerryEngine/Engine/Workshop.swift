import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// What is being worked on at this moment, so that nothing is worked on twice and no provider is asked too much at once.
final class Workshop: Sendable {
  struct CommandKey: Hashable {
    let checkout: CheckoutID
    let number: CommandNumber
  }

  private struct State {
    var commands: [CommandKey: ProviderID] = [:]
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
  func begin(_ command: StoredCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      let key = CommandKey(checkout: command.checkout, number: command.command.number)
      guard state.commands[key] == nil, state.perProvider[command.provider, default: 0] < limit else { return false }
      state.commands[key] = command.provider
      state.perProvider[command.provider, default: 0] += 1
      return true
    }
  }

  func finish(_ command: StoredCommand) {
    state.withLockedValue { state in
      let key = CommandKey(checkout: command.checkout, number: command.command.number)
      guard let provider = state.commands.removeValue(forKey: key) else { return }
      state.perProvider[provider, default: 1] -= 1
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
