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

  /// ISO 8601 in UTC, to the second that the moment lies in: "2026-01-02T03:04:05Z". The Gregorian calendar holds for all
  /// years; those beyond 9999 have more digits, and those before the year 1 a minus.
  public var iso8601: String {
    let (day, millisecondOfDay) = Self.divided(milliseconds, by: 86_400_000)
    let date = Self.date(day)
    let second = millisecondOfDay / 1000
    let parts = [date.month, date.day, second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
    let year = (date.year < 0 ? "-" : "") + Self.padded(abs(date.year), 4)
    return "\(year)-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4])Z"
  }

  /// The date of a day counted from 1970-01-01. Years are taken to begin in March, so that leap days end them: then a year
  /// begins after 365 days and a quarter, less the centuries' days, and months follow a cycle of 153 days in five.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // 719,468 days lie between 0000-03-01 and 1970-01-01; 400 years have 146,097.
    let (era, dayOfEra) = divided(day + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Quotient towards minus infinity, and a remainder that is never negative.
  private static func divided(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
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
