import FerryCheckout
import FerryCore
import FerryWeb
import Foundation

/// Times and days of the operations page, in the time zone of `ferry.timeZone`.
struct LocalTime: Sendable {
  private static let universal = ["GMT", "UTC", "Etc/UTC", "Etc/GMT"]

  let zone: TimeZone

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// "2025-01-02 12:04:05 +09:00"; in UTC "2025-01-02 03:04:05 UTC".
  func text(_ moment: Moment) -> String {
    let seconds = offset(at: moment)
    let text = (moment + .seconds(seconds)).iso8601.prefix(19).replacing("T", with: " ")
    guard seconds != 0 || !Self.universal.contains(zone.identifier) else { return text + " UTC" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(seconds) / 60
    return "\(text) \(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  func html(_ moment: Moment) -> HTML { #"<time datetime="\#(moment.iso8601)">\#(text(moment))</time>"# }

  /// "2025-01-02"
  func day(_ moment: Moment) -> String { String((moment + .seconds(offset(at: moment))).iso8601.prefix(10)) }

  /// The day with a date, "2025-01-02"; nil for a text that is none.
  func day(_ text: String) -> Range<Moment>? {
    guard let noon = Moment(iso8601: text + "T12:00Z") else { return nil }
    // The same date in the zone, whichever side of Greenwich it is on.
    return day(of: noon + .seconds(-offset(at: noon)))
  }

  /// The moment of a local time, "2025-01-02T12:04:05"; nil for a text that is none.
  func moment(_ text: String) -> Moment? {
    Moment(iso8601: text + "Z").map { $0 + .seconds(-offset(at: $0)) }
  }

  /// The days up to that of a moment, the first one first.
  func days(until now: Moment, _ count: Int) -> [Range<Moment>] {
    var days = [day(of: now)]
    while days.count < count { days.insert(day(of: days[0].lowerBound + .milliseconds(-1)), at: 0) }
    return days
  }

  /// A day has 23 or 25 hours when the clocks change.
  private func day(of moment: Moment) -> Range<Moment> {
    let start = calendar.startOfDay(for: Self.date(moment))
    let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
    return Self.moment(start)..<max(Self.moment(end), Self.moment(start) + .milliseconds(1))
  }

  private func offset(at moment: Moment) -> Int { zone.secondsFromGMT(for: Self.date(moment)) }

  private static func date(_ moment: Moment) -> Date {
    Date(timeIntervalSince1970: TimeInterval(moment.milliseconds / 1000))
  }

  private static func moment(_ date: Date) -> Moment {
    Moment(milliseconds: Int64(date.timeIntervalSince1970.rounded()) * 1000)
  }
}
