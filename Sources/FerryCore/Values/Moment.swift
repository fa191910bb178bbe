/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z.
public struct Moment: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

  /// Adds whole milliseconds. The result stays at the last moment instead of overflowing.
  public static func + (moment: Moment, duration: Duration) -> Moment {
    let (sum, overflow) = moment.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    return Moment(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  public static func - (moment: Moment, duration: Duration) -> Moment { moment + (.zero - duration) }

  /// The time from another moment to this one; negative if this one is earlier.
  public func since(_ earlier: Moment) -> Duration {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return .milliseconds(overflow ? (self < earlier ? .min : .max) : difference)
  }

  /// ISO 8601 in UTC, rounded down to the second: "2026-01-02T03:04:05Z". The calendar is Gregorian for all years; years after
  /// 9999 have more digits, and years before 0 a minus.
  public var iso8601: String {
    let (day, millisecondOfDay) = Self.divided(milliseconds, by: 86_400_000)
    let date = Self.date(day)
    let second = millisecondOfDay / 1000
    let parts = [date.month, date.day, second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }
    let year = (date.year < 0 ? "-" : "") + Self.padded(abs(date.year), 4)
    return "\(year)-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4])Z"
  }

  /// The date of a day counted from 1970-01-01. The computation begins years in March, so that leap days are last and months
  /// follow a cycle of 153 days in five.
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
  /// Whole milliseconds, rounded towards zero; the nearest value that fits for durations of millions of years.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}

extension Moment: Codable {
  public init(from decoder: any Decoder) throws { self.init(milliseconds: try Int64(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try milliseconds.encode(to: encoder) }
}

extension Moment: CustomStringConvertible {
  public var description: String { iso8601 }
}

extension Moment {
  /// A second of the proleptic Gregorian calendar in UTC; nil for a date that does not exist. A leap second counts as the
  /// next second.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard
      (1...9999).contains(year), (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // Eras of 400 years, which begin in March, so that leap days come last.
    let shiftedYear = month > 2 ? year : year - 1
    let yearOfEra = shiftedYear % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = shiftedYear / 400 * 146_097 + dayOfEra - 719_468
    self.init(milliseconds: Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
  }

  /// Reads ISO 8601 with a zone, as providers write it: "2026-01-15T14:30:00.1234567Z", "2023-06-21T09:56:06-05:00",
  /// "2023-10-17T16:22-0500". Fractions are cut to milliseconds. Nil for anything else, including a time without a zone.
  package init?(iso8601 text: String) {
    var rest = text.utf8[...]
    func digits(_ most: Int) -> Substring.UTF8View { rest.prefix(most).prefix { (0x30...0x39).contains($0) } }
    func number(_ width: Int) -> Int? {
      let found = digits(width)
      guard found.count == width else { return nil }
      rest = rest.dropFirst(width)
      return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func skips(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: mark) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), skips("-"), let month = number(2), skips("-"), let day = number(2), skips("T"),
      let hour = number(2), skips(":"), let minute = number(2)
    else { return nil }
    var (second, milliseconds) = (0, 0)
    if skips(":") {
      guard let found = number(2) else { return nil }
      second = found
      if skips(".") {
        let fraction = digits(rest.count)
        guard !fraction.isEmpty else { return nil }
        for (byte, unit) in zip(fraction, [100, 10, 1]) { milliseconds += Int(byte - 0x30) * unit }
        rest = rest.dropFirst(fraction.count)
      }
    }
    var offset = 0
    if !skips("Z") {
      let isWest = skips("-")
      guard isWest || skips("+"), let hours = number(2), hours < 24 else { return nil }
      _ = skips(":")
      guard let minutes = number(2), minutes < 60 else { return nil }
      offset = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
    guard rest.isEmpty,
      let whole = Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self = whole + .milliseconds(milliseconds) - .seconds(offset)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// - Parameter text: The date of an HTTP header, "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7). Nil for anything else,
  ///   including the two obsolete forms.
  public init?(httpDate text: String) {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ")
    guard
      parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int(parts[1]), let year = Int(parts[3])
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    let time = clock.compactMap { Int($0) }
    guard clock.count == 3, time.count == 3 else { return nil }
    self.init(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
  }
}

/// The wait that a server asks for (`Retry-After`, RFC 9110 §10.2.3).
public struct RetryAfter: Hashable, Sendable {
  /// Never negative, and unlimited.
  public let wait: Duration

  /// - Parameters:
  ///   - text: Seconds, or a date. Nil for anything else.
  ///   - date: `Date` of the same answer: the date in `text` is measured by the server's clock.
  ///   - receivedAt: The time of the answer, used if `date` is missing; if both are missing, a date in `text` gives nil.
  public init?(_ text: String, date: String?, receivedAt: Moment?) {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A number that does not fit is a long time too.
      wait = .seconds(Int64(UInt32(text) ?? .max))
    } else if let until = Moment(httpDate: text),
      let now = date.flatMap({ Moment(httpDate: $0) }) ?? receivedAt
    {
      wait = max(until.since(now), .zero)
    } else {
      return nil
    }
  }
}
