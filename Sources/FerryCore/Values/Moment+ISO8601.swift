extension Moment {
  /// Reads ISO 8601 with a zone, as providers write it: "2026-01-15T14:30:00.1234567Z", "2023-06-21T09:56:06-05:00",
  /// "2023-10-17T16:22-0500". Fractions are cut to milliseconds. Nil for anything else, including a time without a zone.
  package init?(iso8601 text: String) {
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
    guard let offset = cursor.offset(), cursor.rest.isEmpty,
      let whole = Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    self = whole + .milliseconds(milliseconds) - .seconds(offset)
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
