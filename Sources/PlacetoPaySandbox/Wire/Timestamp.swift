import FerryCore

/// Date-times as PlacetoPay reads and writes them (ISO 8601).
enum Timestamp {
  /// `2026-01-15T09:30:00-05:00`, in the zone of Colombia.
  static func text(_ moment: Moment) -> String { (moment - .seconds(5 * 3_600)).iso8601.dropLast() + "-05:00" }

  /// `2026-01-15` in the zone of Colombia.
  static func date(_ moment: Moment) -> String { String(text(moment).prefix(10)) }

  /// A date-time with a zone. Seconds, their fraction, and the colon of the offset may be missing: the test host takes
  /// `2023-10-17T16:22-0500`. Nil for anything else, also for a date-time without a zone.
  static func moment(_ text: String) -> Moment? {
    let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:(Z)|([+\-])(\d\d):?(\d\d))/
    guard text.utf8.count <= 35, let match = text.wholeMatch(of: form)?.output else { return nil }
    func number(_ digits: Substring?) -> Int { Int(digits ?? "0") ?? 0 }
    guard
      let local = Moment(
        year: number(match.1), month: number(match.2), day: number(match.3), hour: number(match.4),
        minute: number(match.5), second: number(match.6))
    else { return nil }
    let (hours, minutes) = (number(match.9), number(match.10))
    guard hours <= 18, minutes <= 59 else { return nil }
    let offset = Duration.seconds((hours * 60 + minutes) * 60)
    return match.8 == "-" ? local + offset : local - offset
  }

  /// True for a date that exists, `YYYY-MM-DD`.
  static func isDate(_ text: String) -> Bool { text.utf8.count == 10 && moment("\(text)T00:00Z") != nil }
}
