import FerryCheckout
import FerryCore
import FerryProvider
import Logging
public import ServiceLifecycle

extension Engine: Service {
  /// Performs commands and wakes checkouts until the service is shut down; then finishes what is under way.
  public func run() async throws {
    workshop.reopen()
    try await withGracefulShutdownHandler {
      try await withThrowingDiscardingTaskGroup { group in
        while !workshop.isClosed, !Task.isCancelled {
          let now = time.now
          try await begin(&group, at: now)
          try await work.wait(until: try await nextMoment(after: now), time)
        }
      }
    } onGracefulShutdown: {
      self.workshop.close()
      self.work.raise()
    }
  }

  /// When to look again, if nothing is raised before. What is overdue is under way or waits for a place, and raises.
  /// What has become due since `now` is not overdue but next.
  private func nextMoment(after now: Moment) async throws -> Moment? {
    // Looking at least once a minute costs nothing and forgives a lost signal.
    let latest = now + .seconds(60)
    guard let due = try await store.nextDue(), due > now else { return latest }
    return min(due, latest)
  }

  /// Begins what is due and has a place. What has none waits for the next signal, which each end of a command raises.
  private func begin(_ group: inout ThrowingDiscardingTaskGroup<any Error>, at now: Moment) async throws {
    let batch = 512
    let commands = try await store.dueCommands(at: now, limit: workshop.busy + batch)
    for command in commands {
      let limit = providers[command.provider, command.mode]?.mostRequestsAtOnce ?? 1
      guard workshop.begin(command, atMost: limit) else { continue }
      group.addTask { [self] in
        defer {
          workshop.finish(command)
          work.raise()
        }
        await perform(command)
      }
    }
    let overdue = try await store.dueCheckouts(at: now, limit: batch)
    for id in overdue where workshop.beginWake(id) {
      group.addTask { [self] in
        defer { workshop.finishWake(id) }
        do {
          _ = try await submit(.woke, to: id)
        } catch {
          logger.error(
            "A checkout could not be woken.", metadata: ["checkout": "\(id)", "error": "\(type(of: error))"])
        }
      }
    }
  }
}
