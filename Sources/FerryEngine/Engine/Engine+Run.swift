import FerryCheckout
import FerryCore
import FerryProvider
import Logging
import Metrics
public import ServiceLifecycle

extension Engine: Service {
  /// Performs commands and fires timers until the service is shut down; then finishes what is in flight.
  public func run() async throws {
    inFlight.reopen()
    await parkForRemoved()
    try await withGracefulShutdownHandler {
      try await withThrowingDiscardingTaskGroup { group in
        var isFirst = true
        while !inFlight.isClosed, !Task.isCancelled {
          inFlight.beginLook()
          let now = time.now
          guard let due = try await due(at: now, isFirst: isFirst) else { continue }
          isFirst = false
          for command in due.commands { begin(command, in: &group) }
          for notification in due.notifications { take(up: notification, in: &group) }
          for waking in due.wakings { wake(waking, in: &group) }
          let delivery = try await beginDeliveries(at: now, in: &group)
          // A look at least once a minute costs nothing and makes up for a lost signal.
          let horizon = now + .seconds(60)
          let next = min(due.next ?? horizon, delivery ?? horizon, horizon)
          inFlight.endLook(next: next, hasOpenNotifications: due.hasOpenNotifications)
          try await work.wait(until: next, time)
        }
      }
    } onGracefulShutdown: {
      self.inFlight.close()
      self.work.raise()
    }
  }

  /// The due work for which there is a place; nil if the store could not be read, after a pause.
  /// - Throws: `StoreError.stopped`.
  private func due(at now: Moment, isFirst: Bool) async throws -> Due? {
    // Commands in flight are still due in the store: as many as there are places find the others.
    let demands = providers.accounts.compactMap { account -> CommandDemand? in
      let limit = limit(of: account)
      return inFlight.isFull(account, atMost: limit) ? nil : CommandDemand(account, limit: limit)
    }
    let notifications = providers.accounts.map { CommandDemand($0, limit: 128) }
    do {
      if isFirst, let last = try await store.lastWritten() { inFlight.note(last) }
      let latest = inFlight.latest
      if let latest, Self.isSetBack(from: latest, to: now) { try await catchUp(at: now) }
      inFlight.endComparison(with: latest, at: now)
      return try await store.due(at: now, commands: demands, notifications: notifications, wakings: 512)
    } catch StoreError.stopped {
      throw StoreError.stopped
    } catch {
      logger.error("The store could not be read for due work.", metadata: ["error": "\(type(of: error))"])
      // Shutting down wakes it.
      try? await work.wait(until: now + .seconds(1), time)
      return nil
    }
  }

  private func limit(of account: ProviderAccountID) -> Int { providers[account]?.maximumConcurrentRequests ?? 0 }

  /// Begins a command if there is a place. Otherwise it waits until another one ends.
  private func begin(_ command: DueCommand, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    let limit = limit(of: command.account)
    guard inFlight.begin(command, atMost: limit) else { return }
    group.addTask { [self] in
      let isOver = await perform(command)
      let freesPlace = inFlight.finish(command, atMost: limit)
      // A look while it was in flight has skipped it.
      if freesPlace || !isOver { work.raise() }
    }
  }

  private func take(up notification: DueNotification, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    guard inFlight.beginNotification(notification.number) else { return }
    group.addTask { [self] in
      let nextTry = await handle(notification)
      inFlight.finishNotification(notification.number)
      // A look while it was in progress has skipped it.
      lookInTime(for: nextTry)
    }
  }

  /// Warns that an authorization expires soon.
  private func warnOfLapse(_ checkout: Checkout) {
    guard let payment = checkout.payment, payment.lapseWarnedAt != nil, let lapsesAt = payment.lapsesAt else { return }
    Counter(
      label: "ferry_lapse_warnings_total",
      dimensions: [("provider", checkout.provider.text), ("mode", checkout.mode.rawValue)]
    ).increment()
    logger.warning(
      "An authorization expires soon and is not captured. Capture it or void it.",
      metadata: [
        "checkout": "\(checkout.id)", "expires": "\(lapsesAt.iso8601)", "amount": "\(payment.capturable)",
      ])
  }

  private func wake(_ waking: DueWaking, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    let id = waking.checkout
    guard inFlight.beginWake(id) else { return }
    group.addTask { [self] in
      defer { inFlight.finishWake(id) }
      do {
        let (file, wasWarned) = try await commit(id) { file, _ in
          (.timerFired, file.checkout.payment?.lapseWarnedAt != nil)
        }
        if !wasWarned { warnOfLapse(file.checkout) }
      } catch {
        logger.error("A checkout's timer failed.", metadata: ["checkout": "\(id)", "error": "\(type(of: error))"])
      }
    }
  }
}

// MARK: A clock that is set back

extension Engine {
  /// A clock may be set back by this much: the store is read that often, so nothing is delayed by more.
  private static let tolerance = Duration.seconds(60)

  /// Returns true if the clock has been set back since it showed a later moment.
  static func isSetBack(from latest: Moment, to now: Moment) -> Bool { now + tolerance < latest }

  /// Corrects what a clock that was ahead has postponed: commands are due now, and the provider is asked about checkouts
  /// whose next question was set by a moment in the future.
  func catchUp(at now: Moment) async throws {
    logger.warning("The clock was set back. Postponed work is done now.")
    try await store.hastenNotifications(to: now)
    try await store.hastenDeliveries(to: now)
    var last: CheckoutID?
    while true {
      let page = try await store.waiting(beyond: now, after: last, limit: 512)
      for id in page { try await catchUp(id, at: now) }
      guard page.count == 512 else { return }
      last = page.last
    }
  }

  private func catchUp(_ id: CheckoutID, at now: Moment) async throws {
    try await update(id) { [self] file, change in
      for index in file.outstanding.indices where file.outstanding[index].notBefore > now {
        file.outstanding[index].notBefore = now
      }
      if let asksSince = file.checkout.asksSince, asksSince > now { try apply(.recheckRequested, to: &file, &change) }
    }
  }
}
