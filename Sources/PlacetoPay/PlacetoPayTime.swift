public import FerryCore

/// PlacetoPay's times: ISO 8601 with a zone.
public enum PlacetoPayTime {
  /// The form in requests: "2026-01-15T14:30:00+00:00". A numeric offset is accepted everywhere, a `Z` is not documented.
  public static func text(_ moment: Moment) -> String { moment.iso8601.dropLast() + "+00:00" }

  /// Reads the forms that are in use: "2023-06-21T09:56:06-05:00", "2023-10-17T16:22-0500" and
  /// "2026-01-15T14:30:00.000Z". Nil for anything else, including a time without a zone.
  public static func moment(_ text: String) -> Moment? {
    var cursor = Cursor(rest: Array(text.utf8)[...])
    guard
      let year = cursor.number(4), cursor.take("-"), let month = cursor.number(2), cursor.take("-"),
      let day = cursor.number(2), cursor.take("T"), let hour = cursor.number(2), cursor.take(":"),
      let minute = cursor.number(2)
    else { return nil }
    var second = 0
    var milliseconds: Int64 = 0
    if cursor.take(":") {
      guard let number = cursor.number(2) else { return nil }
      second = number
      if cursor.take(".") {
        guard let fraction = cursor.thousandths() else { return nil }
        milliseconds = fraction
      }
    }
    guard let offset = cursor.offset(), cursor.rest.isEmpty else { return nil }
    return Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second).map {
      $0 + .milliseconds(milliseconds) - .seconds(offset)
    }
  }

  /// Returns true if a text is a date of the calendar, "2026-02-28".
  static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && moment("\(text)T00:00Z") != nil
  }

  private struct Cursor {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func number(_ digits: Int) -> Int? {
      let text = rest.prefix(digits)
      guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest.removeFirst(digits)
      return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// A fraction of a second, cut to milliseconds.
    mutating func thousandths() -> Int64? {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest.removeFirst(digits.count)
      return (digits + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// The zone in seconds east of Greenwich: "Z", "-05:00" or "-0500".
    mutating func offset() -> Int? {
      if take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2) else { return nil }
      _ = take(":")
      guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
  }
}
