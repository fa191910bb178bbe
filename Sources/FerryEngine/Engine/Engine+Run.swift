import FerryCheckout
import FerryCore
import FerryProvider
import Logging
import Metrics
public import ServiceLifecycle

extension Engine: Service {
  /// Performs commands and wakes checkouts until the service is shut down; then finishes what is under way.
  public func run() async throws {
    inFlight.reopen()
    await leaveRoutes()
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
          for id in due.wakings { wake(id, in: &group) }
          let delivery = try await beginDeliveries(at: now, in: &group)
          // Looking at least once a minute costs nothing and forgives a lost signal.
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

  /// What the store has to do that has a place. Whatever stops it from telling may pass: then nil, after a while.
  /// - Throws: `StoreError.stopped`.
  private func due(at now: Moment, isFirst: Bool) async throws -> Due? {
    // Those under way are still due in the store: the places that there are at all are enough to find the others.
    let demands = providers.queues.compactMap { queue -> CommandDemand? in
      let limit = limit(of: queue)
      return inFlight.isFull(queue, atMost: limit) ? nil : CommandDemand(queue, limit: limit)
    }
    let notifications = providers.queues.map { CommandDemand($0, limit: 128) }
    do {
      if isFirst, let last = try await store.lastWritten() { inFlight.note(last) }
      let latest = inFlight.latest
      if let latest, Self.isSetBack(from: latest, to: now) { try await catchUp(at: now) }
      inFlight.endComparison(with: latest, at: now)
      return try await store.due(at: now, commands: demands, notifications: notifications, wakings: 512)
    } catch StoreError.stopped {
      throw StoreError.stopped
    } catch {
      logger.error("The store does not say what is due.", metadata: ["error": "\(type(of: error))"])
      // Shutting down wakes it.
      try? await work.wait(until: now + .seconds(1), time)
      return nil
    }
  }

  private func limit(of queue: CommandQueue) -> Int { providers[queue]?.mostRequestsAtOnce ?? 0 }

  /// Begins a command if it has a place. Else it waits for the next signal, which the end of one that had a place raises.
  private func begin(_ command: DueCommand, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    let limit = limit(of: command.queue)
    guard inFlight.begin(command, atMost: limit) else { return }
    group.addTask { [self] in
      let isOver = await perform(command)
      let freesPlace = inFlight.finish(command, atMost: limit)
      // A look while it was under way has passed over it.
      if freesPlace || !isOver { work.raise() }
    }
  }

  private func take(up notification: DueNotification, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    guard inFlight.beginNotification(notification.number) else { return }
    group.addTask { [self] in
      let nextTry = await workOn(notification)
      inFlight.finishNotification(notification.number)
      // A look while it was worked on has passed over it.
      lookInTime(for: nextTry)
    }
  }

  /// Tells those who run the server that money is about to be let go.
  private func warnOfLapse(_ checkout: Checkout) {
    guard let payment = checkout.payment, payment.lapseWarnedAt != nil, let lapsesAt = payment.lapsesAt else { return }
    Counter(
      label: "ferry_lapse_warnings_total",
      dimensions: [("provider", checkout.provider.text), ("mode", checkout.mode.rawValue)]
    ).increment()
    logger.warning(
      "An authorization lapses soon and is not captured. Capture it, or let it go.",
      metadata: [
        "checkout": "\(checkout.id)", "lapses": "\(lapsesAt.iso8601)", "amount": "\(payment.capturable)",
      ])
  }

  private func wake(_ id: CheckoutID, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    guard inFlight.beginWake(id) else { return }
    group.addTask { [self] in
      defer { inFlight.finishWake(id) }
      do {
        let (file, wasWarned) = try await commit(id) { file, _ in
          (.timerFired, file.checkout.payment?.lapseWarnedAt != nil)
        }
        if !wasWarned { warnOfLapse(file.checkout) }
      } catch {
        logger.error("A checkout could not be woken.", metadata: ["checkout": "\(id)", "error": "\(type(of: error))"])
      }
    }
  }
}
