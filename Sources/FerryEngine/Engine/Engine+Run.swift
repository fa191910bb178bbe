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
          let due = try await store.due(at: now, limit: workshop.busy + 512)
          for command in due.commands { begin(command, in: &group) }
          for id in due.wakings { wake(id, in: &group) }
          // Looking at least once a minute costs nothing and forgives a lost signal.
          let latest = now + .seconds(60)
          try await work.wait(until: min(due.next ?? latest, latest), time)
        }
      }
    } onGracefulShutdown: {
      self.workshop.close()
      self.work.raise()
    }
  }

  /// Begins a command if it has a place. Else it waits for the next signal, which each end of a command raises.
  private func begin(_ command: DueCommand, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    let limit = providers[command.provider, command.mode]?.mostRequestsAtOnce ?? 1
    guard workshop.begin(command, atMost: limit) else { return }
    group.addTask { [self] in
      defer {
        workshop.finish(command)
        work.raise()
      }
      await perform(command)
    }
  }

  private func wake(_ id: CheckoutID, in group: inout ThrowingDiscardingTaskGroup<any Error>) {
    guard workshop.beginWake(id) else { return }
    group.addTask { [self] in
      defer { workshop.finishWake(id) }
      do {
        _ = try await submit(.woke, to: id)
      } catch {
        logger.error("A checkout could not be woken.", metadata: ["checkout": "\(id)", "error": "\(type(of: error))"])
      }
    }
  }
}
