#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z.
public struct Moment: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

  /// Later by a duration, in whole milliseconds; stays at the last moment there is instead of overflowing.
  public static func + (moment: Moment, duration: Duration) -> Moment {
    let (sum, overflow) = moment.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    return Moment(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  public static func - (moment: Moment, duration: Duration) -> Moment { moment + (.zero - duration) }

  /// The time from another moment to this one; negative when this one is earlier.
  public func since(_ earlier: Moment) -> Duration {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return .milliseconds(overflow ? (self < earlier ? .min : .max) : difference)
  }

  /// ISO 8601 in UTC with seconds: "2026-01-02T03:04:05Z".
  public var iso8601: String {
    Date(timeIntervalSince1970: TimeInterval(milliseconds / 1000)).formatted(.iso8601)
  }
}

extension Duration {
  /// Whole milliseconds, the rest cut off; the nearest that fits for durations of millions of years.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}

extension Moment: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}

extension Moment: CustomStringConvertible {
  public var description: String { iso8601 }
}
