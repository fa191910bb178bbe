import FerryCheckout
import FerryCore
import FerryProvider
import Logging
import Metrics
public import ServiceLifecycle

extension Engine: Service {
  /// Performs commands and fires timers until the service is shut down; then finishes what is in flight.
  ///
  /// Of several servers that share a store, each does the work of the checkouts that it owns. It does it under the fence of
  /// the look that found it, and leaves it to the new owner if the fence has changed.
  public func run() async throws {
    inFlight.reopen()
    // Before the first look, which finds nothing as long as this server has no lease: the stream tells of it.
    let changes = store.changesElsewhere()
    await parkForRemoved()
    try await withGracefulShutdownHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await self.followOthers(changes) }
        try await work()
        group.cancelAll()
      }
    } onGracefulShutdown: {
      self.inFlight.close()
      self.wakeUp.raise()
    }
  }

  /// Does what is due until the service is shut down; returns when nothing is in flight.
  private func work() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var isFirst = true
      while !inFlight.isClosed, !Task.isCancelled {
        inFlight.beginLook()
        let (now, lease) = (time.now, store.lease)
        guard let due = try await due(at: now, isFirst: isFirst) else { continue }
        isFirst = false
        for command in due.commands { begin(command, under: lease, in: &group) }
        for notification in due.notifications { beginHandling(notification, in: &group) }
        for waking in due.wakings { wake(waking, in: &group) }
        let delivery = try await beginDeliveries(at: now, under: lease, in: &group)
        // A look at least once a minute costs nothing and makes up for a lost signal.
        let horizon = now + .seconds(60)
        let next = min(due.next ?? horizon, delivery ?? horizon, horizon)
        inFlight.endLook(next: next, hasOpenNotifications: due.hasOpenNotifications)
        try await wakeUp.wait(until: next, time)
      }
    }
  }

  /// Wakes watchers when other servers change something, and looks for work that may be this server's.
  private func followOthers(_ changes: AsyncStream<ChangeElsewhere>) async {
    for await change in changes {
      switch change {
      case .checkout(let id, let isOwn):
        watchers.tell(id)
        if isOwn { wakeUp.raise() }
      case .any:
        watchers.tellAll()
        wakeUp.raise()
      }
    }
  }

  /// The due work that there is a place for; nil if the store could not be read, after a pause.
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
      let due = try await store.due(at: now, commands: demands, notifications: notifications, wakings: 512)
      outage.hasAnswered(at: time.now, logger)
      return due
    } catch StoreError.stopped {
      throw StoreError.stopped
    } catch {
      log(error, "The store could not be read for due work.")
      // Shutting down wakes it.
      try? await wakeUp.wait(until: now + .seconds(1), time)
      return nil
    }
  }

  /// The most requests of an account at once: its limit, shared by all servers.
  private func limit(of account: ProviderAccountID) -> Int {
    share(of: providers[account]?.maximumConcurrentRequests ?? 0)
  }

  /// True if the server still holds the lease that it found work under. Asked right before something is sent.
  func holds(_ lease: Int64?) -> Bool { lease != nil && store.lease == lease }

  /// This server's part of what all servers together may do at once; one at least.
  func share(of limit: Int) -> Int { limit > 0 ? max(1, limit / store.servers) : 0 }

  /// Begins a command if there is a place. Otherwise it waits until another one ends.
  private func begin(_ command: DueCommand, under lease: Int64?, in group: inout ThrowingDiscardingTaskGroup<any Error>)
  {
    guard inFlight.begin(command, atMost: limit(of: command.account)) else { return }
    group.addTask { [self] in
      let isOver = await perform(command, under: lease)
      let freesPlace = inFlight.finish(command, atMost: limit(of: command.account))
      // A look while it was in flight has skipped it.
      if freesPlace || !isOver { wakeUp.raise() }
    }
  }

  private func beginHandling(_ notification: DueNotification, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    guard inFlight.beginNotification(notification.number) else { return }
    group.addTask { [self] in
      let nextTry = await handle(notification)
      inFlight.finishNotification(notification.number)
      // A look while it was in progress has skipped it.
      lookInTime(for: nextTry)
    }
  }

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
          let isOwned = file.fence == waking.fence
          return (isOwned ? .timerFired : nil, file.checkout.payment?.lapseWarnedAt != nil)
        }
        if !wasWarned { warnOfLapse(file.checkout) }
      } catch {
        log(error, "A checkout's timer failed.", metadata: ["checkout": "\(id)"])
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
    try await store.bringForwardNotifications(to: now)
    try await store.bringForwardDeliveries(to: now)
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
      if let last = file.checkout.lastQuestionAt, last > now { try apply(.recheckRequested, to: &file, &change) }
    }
  }
}
