import NIOConcurrencyHelpers

/// Waits for everything that has to listen, and then says so once.
final class Startup: Sendable {
  private struct State {
    var missing: Int
    var announce: (@Sendable () -> Void)?
  }

  private let state: NIOLockedValueBox<State>

  /// - Parameter parts: How many have to listen.
  init(parts: Int) {
    state = NIOLockedValueBox(State(missing: parts))
  }

  /// What to do when all listen. Say it before any of them is started.
  func whenComplete(_ announce: @escaping @Sendable () -> Void) {
    state.withLockedValue { $0.announce = announce }
  }

  func partListens() {
    let announce = state.withLockedValue { state in
      state.missing -= 1
      return state.missing == 0 ? state.announce : nil
    }
    announce?()
  }
}
