#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The clock and the alarm of everything that waits. Passed in everywhere, so that tests run on virtual time.
public protocol Timekeeper: Sendable {
  var now: Moment { get }

  /// Returns at the moment or soon after; at once for one that has passed.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until moment: Moment) async throws
}

extension Timekeeper {
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now + duration)
  }
}

/// The machine's own time.
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
