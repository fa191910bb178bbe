import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// What is being worked on at this moment, so that nothing is worked on twice and no provider is asked too much at once.
final class CommandsInFlight: Sendable {
  private struct State {
    var commands: Set<DueCommand> = []
    var perQueue: [CommandQueue: Int] = [:]
    /// Checkouts with a command under way, and whether another one of theirs has been put off for it.
    var checkouts: [CheckoutID: Bool] = [:]
    var wakes: Set<CheckoutID> = []
    var notifications: Set<InboxNumber> = []
    /// Whether the last look, or somebody since, has seen a notification that is not closed.
    var hasOpenNotifications = false
    var offsets: [CommandQueue: Duration] = [:]
    var isClosed = false
    /// The latest moment that the clock showed at the last look or in any commit since; nil before the first.
    var latest: Moment?
    /// When the engine looks at the store next; nil while it is looking.
    var nextLook: Moment?
  }

  private let state = NIOLockedValueBox(State())

  var isClosed: Bool { state.withLockedValue(\.isClosed) }

  /// The engine begins to look: what is committed from now on it may not see.
  func beginLook() { state.withLockedValue { $0.nextLook = nil } }
  func endLook(next: Moment, hasOpenNotifications: Bool) {
    state.withLockedValue { state in
      state.nextLook = next
      state.hasOpenNotifications = hasOpenNotifications
    }
  }

  var hasOpenNotifications: Bool { state.withLockedValue { $0.hasOpenNotifications || $0.nextLook == nil } }

  /// Whether the engine has to look again for something that is due at a moment and was committed at `now`. A next look that
  /// lies before now means that the clock has jumped: then it looks at once.
  func looksTooLate(for moment: Moment, at now: Moment) -> Bool {
    state.withLockedValue { state in state.nextLook.map { moment < $0 || $0 < now } ?? true }
  }

  /// Remembers what the clock showed when something was committed.
  func note(_ now: Moment) { state.withLockedValue { $0.latest = max($0.latest ?? now, now) } }

  /// The latest moment that `note` was given since the look before, that look included; nil before the first.
  var latest: Moment? { state.withLockedValue(\.latest) }

  /// The engine has looked at `now`, and has put right what the clock had put off until `latest`.
  func endComparison(with latest: Moment?, at now: Moment) {
    state.withLockedValue { state in
      // A commit since then has seen a later moment: the next look compares that one.
      if state.latest == latest { state.latest = now }
    }
  }

  func close() { state.withLockedValue { $0.isClosed = true } }
  func reopen() { state.withLockedValue { $0.isClosed = false } }

  /// Whether so many of a queue are under way that no other may be begun.
  func isFull(_ queue: CommandQueue, atMost limit: Int) -> Bool {
    state.withLockedValue { $0.perQueue[queue, default: 0] >= limit }
  }

  /// Whether a command may be begun now; if so, it counts as under way. Those of one checkout go one after the other, so
  /// that what the provider remembers of it is written by one at a time.
  func begin(_ command: DueCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.perQueue[command.queue, default: 0] < limit, !state.commands.contains(command) else { return false }
      guard state.checkouts[command.checkout] == nil else {
        state.checkouts[command.checkout] = true
        return false
      }
      state.commands.insert(command)
      state.checkouts[command.checkout] = false
      state.perQueue[command.queue, default: 0] += 1
      return true
    }
  }

  /// - Returns: Whether others may have waited for the place, or for this one.
  func finish(_ command: DueCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.commands.remove(command) != nil else { return false }
      let busy = state.perQueue[command.queue, default: 1]
      state.perQueue[command.queue] = busy - 1
      let wasWaitedFor = state.checkouts.removeValue(forKey: command.checkout) ?? false
      return busy >= limit || wasWaitedFor
    }
  }

  func beginWake(_ id: CheckoutID) -> Bool { state.withLockedValue { $0.wakes.insert(id).inserted } }
  func finishWake(_ id: CheckoutID) { state.withLockedValue { _ = $0.wakes.remove(id) } }

  /// A notification has been kept: somebody may soon bring what it waits for.
  func expectNotification() { state.withLockedValue { $0.hasOpenNotifications = true } }

  func beginNotification(_ number: InboxNumber) -> Bool {
    state.withLockedValue { $0.notifications.insert(number).inserted }
  }
  func finishNotification(_ number: InboxNumber) {
    state.withLockedValue { _ = $0.notifications.remove(number) }
  }

  func offset(of queue: CommandQueue) -> Duration {
    state.withLockedValue { $0.offsets[queue] ?? .zero }
  }

  func learn(_ offset: Duration, of queue: CommandQueue) {
    state.withLockedValue { $0.offsets[queue] = offset }
  }
}
