import FerryCheckout
import FerryCore
import NIOConcurrencyHelpers

/// The work in flight, so that nothing is done twice and no provider gets too many requests at once.
final class CommandsInFlight: Sendable {
  private struct State {
    var commands: Set<DueCommand> = []
    var perAccount: [ProviderAccountID: Int] = [:]
    /// Checkouts with a command in flight; true if another command of theirs waits for it.
    var checkouts: [CheckoutID: Bool] = [:]
    var wakes: Set<CheckoutID> = []
    var notifications: Set<InboxNumber> = []
    /// True if the last look, or an acceptance since, has seen an open notification.
    var hasOpenNotifications = false
    var offsets: [ProviderAccountID: Duration] = [:]
    var isClosed = false
    /// The latest moment of the clock at the last look or in any commit since; nil before the first.
    var latest: Moment?
    /// When the engine reads the store next; nil while it is reading.
    var nextLook: Moment?
  }

  private let state = NIOLockedValueBox(State())

  var isClosed: Bool { state.withLockedValue(\.isClosed) }

  /// The engine begins to read the store: it may not see later commits.
  func beginLook() { state.withLockedValue { $0.nextLook = nil } }
  func endLook(next: Moment, hasOpenNotifications: Bool) {
    state.withLockedValue { state in
      state.nextLook = next
      state.hasOpenNotifications = hasOpenNotifications
    }
  }

  var hasOpenNotifications: Bool { state.withLockedValue { $0.hasOpenNotifications || $0.nextLook == nil } }

  /// Returns true if the engine has to read the store again for something that is due at a moment and was committed at
  /// `now`. If the next look is in the past, the clock has jumped: then the engine looks at once.
  func looksTooLate(for moment: Moment, at now: Moment) -> Bool {
    state.withLockedValue { state in state.nextLook.map { moment < $0 || $0 < now } ?? true }
  }

  /// Remembers the time of a commit.
  func note(_ now: Moment) { state.withLockedValue { $0.latest = max($0.latest ?? now, now) } }

  /// The latest moment since the last look, that look included; nil before the first.
  var latest: Moment? { state.withLockedValue(\.latest) }

  /// The engine has looked at `now`, and has corrected what the clock had postponed until `latest`.
  func endComparison(with latest: Moment?, at now: Moment) {
    state.withLockedValue { state in
      // A later commit has seen a later moment: the next look compares that one.
      if state.latest == latest { state.latest = now }
    }
  }

  func close() { state.withLockedValue { $0.isClosed = true } }
  func reopen() { state.withLockedValue { $0.isClosed = false } }

  /// Returns true if no other command of an account may be begun.
  func isFull(_ account: ProviderAccountID, atMost limit: Int) -> Bool {
    state.withLockedValue { $0.perAccount[account, default: 0] >= limit }
  }

  /// Begins a command if it may be begun now. The commands of a checkout go one after the other, so that one at a time
  /// writes the provider's memory of it.
  func begin(_ command: DueCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.perAccount[command.account, default: 0] < limit, !state.commands.contains(command) else {
        return false
      }
      guard state.checkouts[command.checkout] == nil else {
        state.checkouts[command.checkout] = true
        return false
      }
      state.commands.insert(command)
      state.checkouts[command.checkout] = false
      state.perAccount[command.account, default: 0] += 1
      return true
    }
  }

  /// - Returns: True if others may have waited for the place, or for this command.
  func finish(_ command: DueCommand, atMost limit: Int) -> Bool {
    state.withLockedValue { state in
      guard state.commands.remove(command) != nil else { return false }
      let busy = state.perAccount[command.account, default: 1]
      state.perAccount[command.account] = busy - 1
      let wasWaitedFor = state.checkouts.removeValue(forKey: command.checkout) ?? false
      return busy >= limit || wasWaitedFor
    }
  }

  func beginWake(_ id: CheckoutID) -> Bool { state.withLockedValue { $0.wakes.insert(id).inserted } }
  func finishWake(_ id: CheckoutID) { state.withLockedValue { _ = $0.wakes.remove(id) } }

  /// A notification was stored: a checkout may soon bring the reference that it waits for.
  func expectNotification() { state.withLockedValue { $0.hasOpenNotifications = true } }

  func beginNotification(_ number: InboxNumber) -> Bool {
    state.withLockedValue { $0.notifications.insert(number).inserted }
  }
  func finishNotification(_ number: InboxNumber) {
    state.withLockedValue { _ = $0.notifications.remove(number) }
  }

  func offset(of account: ProviderAccountID) -> Duration {
    state.withLockedValue { $0.offsets[account] ?? .zero }
  }

  func learn(_ offset: Duration, of account: ProviderAccountID) {
    state.withLockedValue { $0.offsets[account] = offset }
  }
}
