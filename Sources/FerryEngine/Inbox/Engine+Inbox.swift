import FerryCheckout
import FerryCore
import FerryProvider
import Logging

extension Engine {
  /// How long a signed notification waits for its order.
  static let longestWait: Duration = .seconds(30 * 86_400)

  /// Works on a notification once. Whatever fails here leaves it for another time.
  /// - Returns: When to try again; nil when it is closed.
  func workOn(_ notification: DueNotification) async -> Moment? {
    do {
      guard let id = notification.checkout else { return try await leave(notification) }
      return try await nudge(id, notification)
    } catch StoreError.notificationClosed {
      // Somebody else was faster.
      return nil
    } catch StoreError.stopped {
      // The next process will.
      return nil
    } catch is CancellationError {
      return nil
    } catch {
      logger.error(
        "A notification could not be worked on.",
        metadata: ["notification": "\(notification.number)", "error": "\(type(of: error))"])
      // It is still due in the store: not at once again.
      try? await time.sleep(for: backoff.wait(after: 3, randomness))
      return time.now
    }
  }

  /// It names nothing of ours. Its order may yet come: a reference that is entered makes it due, and now and then it is
  /// looked at anyway.
  private func leave(_ notification: DueNotification) async throws -> Moment? {
    let now = time.now
    let end = notification.receivedAt + Self.longestWait
    let waits: [Duration] = [60, 600, 3600, 21_600].map { .seconds($0) }
    let wait = waits[min(notification.attempts, waits.count - 1)]
    let until = now < end ? min(now + wait, end) : nil
    let isLeft = try await store.leaveUnmatched(notification.number, until: until, at: now)
    if isLeft, until == nil {
      logger.notice(
        "A notification has waited in vain for its order.",
        metadata: ["provider": "\(notification.queue.provider)", "notification": "\(notification.number)"])
    }
    return isLeft ? until : now
  }

  /// Makes the checkout ask the provider, and closes the notification in the same commit.
  private func nudge(_ id: CheckoutID, _ notification: DueNotification) async throws -> Moment? {
    try await update(id) { [self] file, change in
      let now = time.now
      // A question that was there before the notification may be answered with how things stood before it. One that came
      // after it, for another notification say, asks for this one too.
      let isAsked = file.outstanding.contains { $0.createdAt < notification.receivedAt }
      if isAsked {
        let until = now + backoff.wait(after: notification.attempts + 2, randomness)
        change.notifications.append(.postponed(notification.number, until: until))
        return until
      }
      let name = notification.isRecognised ? "notified" : "notified of unknown"
      try apply(.recheckRequested, to: &file, &change)
      change.log.insert(
        LogEntry(at: now, .event("\(name) \(notification.kind)", phase: file.checkout.phase.name.rawValue)), at: 0)
      change.notifications.append(.worked(notification.number, at: now))
      return nil
    }
  }
}
