import Foundation

/// A clock that can wake a task. It is passed in everywhere, so that tests run on virtual time.
public protocol Timekeeper: Sendable {
  var now: Moment { get }

  /// Returns at the moment or soon after; at once if it has passed.
  /// - Throws: `CancellationError` if the task is cancelled.
  func sleep(until moment: Moment) async throws
}

extension Timekeeper {
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(for duration: Duration) async throws { try await sleep(until: now + duration) }
}

/// The machine's clock.
public struct SystemTime: Timekeeper {
  public init() {}

  public var now: Moment {
    Moment(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
  }

  public func sleep(until moment: Moment) async throws {
    let wait = moment.since(now)
    guard wait > .zero else { return try Task.checkCancellation() }
    try await Task.sleep(for: wait)
  }
}
