extension Moment {
  /// A second of the proleptic Gregorian calendar in UTC; nil for one that it does not have. A leap second is the one after it.
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

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Reads the date of an HTTP header, "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7); nil for anything else, the two
  /// obsolete forms among it.
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
