import FerryCore
import Logging
import NIOConcurrencyHelpers

/// An outage of the store. It is logged when it begins and when it ends, however many attempts fail meanwhile.
final class StoreOutage: Sendable {
  private struct State {
    var since: Moment?
    var lastFailure: Moment?
  }

  /// A store that answers one question in this time may still refuse the next.
  private static let calm = Duration.seconds(10)

  private let state = NIOLockedValueBox(State())

  func hasFailed(_ reason: String, at now: Moment, _ logger: Logger) {
    let begins = state.withLockedValue { state in
      defer { state.since = state.since ?? now }
      state.lastFailure = now
      return state.since == nil
    }
    if begins { logger.error("The store is unavailable. Work waits for it.", metadata: ["reason": "\(reason)"]) }
  }

  func hasAnswered(at now: Moment, _ logger: Logger) {
    let lasted = state.withLockedValue { state -> Duration? in
      guard let since = state.since, let last = state.lastFailure, now.since(last) >= Self.calm || now < last else {
        return nil
      }
      state = State()
      return last.since(since)
    }
    if let lasted {
      logger.notice(
        "The store is available again.", metadata: ["seconds": "\(max(0, lasted.wholeMilliseconds / 1000))"])
    }
  }
}

extension Engine {
  /// Logs a failed attempt; if the store is unavailable, once for all of them. A store that has stopped says why itself.
  func log(_ error: any Error, _ message: Logger.Message, metadata: Logger.Metadata = [:]) {
    switch error {
    case StoreError.unavailable(let reason): outage.hasFailed(reason, at: time.now, logger)
    case StoreError.stopped: break
    default: logger.error(message, metadata: metadata.merging(["error": "\(type(of: error))"]) { first, _ in first })
    }
  }

  /// Does what a request asks of the store. If the store is unavailable, the log says why: the answer does not.
  func noticingOutage<Result>(_ work: () async throws -> Result) async throws -> Result {
    do { return try await work() } catch let error as StoreError {
      if case .unavailable(let reason) = error { outage.hasFailed(reason, at: time.now, logger) }
      throw error
    }
  }

  /// Repeats a commit as long as the store is unavailable and the engine runs: what a provider or a shop has answered is not lost
  /// by an outage.
  func whenAvailable<Result>(_ commit: () async throws -> Result) async throws -> Result {
    while true {
      do { return try await commit() } catch StoreError.unavailable(let reason) where !inFlight.isClosed {
        outage.hasFailed(reason, at: time.now, logger)
        try await time.sleep(for: backoff.wait(after: 3, randomness))
      }
    }
  }
}
