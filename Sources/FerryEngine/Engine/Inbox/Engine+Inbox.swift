import FerryCheckout
import FerryCore
import FerryProvider
import Logging

extension Engine {
  /// Time that a signed notification waits for its order.
  static let longestWait: Duration = .seconds(30 * 86_400)

  /// Handles a notification. After a failure here it stays stored, and is retried.
  /// - Returns: The time of the retry; nil if it is closed.
  func handle(_ notification: DueNotification) async -> Moment? {
    do {
      guard let id = notification.checkout else { return try await postponeUnmatched(notification) }
      return try await recheck(id, notification)
    } catch StoreError.notificationClosed {
      // Another task was faster.
      return nil
    } catch StoreError.stopped {
      // The next process will.
      return nil
    } catch is CancellationError {
      return nil
    } catch {
      log(error, "A notification could not be handled.", metadata: ["notification": "\(notification.number)"])
      // It is still due in the store.
      try? await time.sleep(for: backoff.wait(after: 3, randomness))
      return time.now
    }
  }

  /// It names nothing of ours. Its order may still come: a new reference makes it due, and it is retried on a schedule.
  private func postponeUnmatched(_ notification: DueNotification) async throws -> Moment? {
    let now = time.now
    let end = notification.entry.receivedAt + Self.longestWait
    let waits: [Duration] = [60, 600, 3600, 21_600].map { .seconds($0) }
    let wait = waits[min(notification.entry.attempts, waits.count - 1)]
    let until = now < end ? min(now + wait, end) : nil
    let isPostponed = try await store.leaveUnmatched(notification.number, until: until, at: now)
    if isPostponed, until == nil {
      logger.notice(
        "A notification expired: its order never came.",
        metadata: ["provider": "\(notification.entry.account.provider)", "notification": "\(notification.number)"])
    }
    return isPostponed ? until : now
  }

  /// Commands a question to the provider, and closes the notification in the same commit.
  private func recheck(_ id: CheckoutID, _ notification: DueNotification) async throws -> Moment? {
    try await update(id) { [self] file, change in
      // It is due at the server that has taken the checkout over.
      guard file.fence == notification.fence else { return nil }
      let now = time.now
      // The answer to an earlier question may describe the state before the notification. A later question, for example
      // for another notification, covers this one too.
      let dispute = notification.entry.dispute
      let isAsked = file.outstanding.contains { stored in
        let kind = stored.command.kind
        return stored.createdAt < notification.entry.receivedAt
          && (dispute.map { kind == .readDispute($0) } ?? (kind.dispute == nil))
      }
      if isAsked {
        let until = now + backoff.wait(after: notification.entry.attempts + 2, randomness)
        change.notifications.append(.postponed(notification.number, until: until))
        return until
      }
      let name = notification.entry.isRecognised ? "notified" : "notified of unknown"
      try apply(dispute.map { .disputeNoticed($0) } ?? .recheckRequested, to: &file, &change)
      change.log.insert(
        LogEntry(at: now, .event("\(name) \(notification.entry.kind)", phase: file.checkout.phase.name.rawValue)), at: 0
      )
      change.notifications.append(.handled(notification.number, at: now))
      return nil
    }
  }
}

extension InboxEntry {
  /// The dispute that it is about; nil for none. Nobody is believed who does not sign.
  fileprivate var dispute: DisputeID? {
    guard isAuthenticated else { return nil }
    return references.first { $0.kind == ProviderReference.disputeKind }.map { DisputeID($0.value) }
  }
}
