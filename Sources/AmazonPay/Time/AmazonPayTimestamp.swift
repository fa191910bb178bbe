public import FerryCore

/// Times as Amazon Pay writes them.
public enum AmazonPayTimestamp {
  /// In the form that requests are dated with: "20250102T030405Z".
  public static func text(_ moment: Moment) -> String {
    moment.iso8601.filter { $0 != "-" && $0 != ":" }
  }

  /// Reads "20250102T030405Z" and "2025-01-02T03:04:05Z", with fractions of a second cut to milliseconds; nil for
  /// anything else.
  public static func moment(_ text: String) -> Moment? {
    var text = text[...]
    guard text.utf8.last == UInt8(ascii: "Z") else { return nil }
    text.removeLast()
    var milliseconds: Int64 = 0
    if let point = text.firstIndex(of: ".") {
      let fraction = text[text.index(after: point)...].utf8
      guard !fraction.isEmpty, fraction.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let digits = Array(fraction.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - fraction.count))
      milliseconds = digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
      text = text[..<point]
    }
    let shape = text.map { $0.isASCII && $0.isWholeNumber ? "0" : $0 }
    guard String(shape) == "00000000T000000" || String(shape) == "0000-00-00T00:00:00" else { return nil }
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0 - 0x30) }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    guard
      let whole = moment(
        year: number(0..<4), month: number(4..<6), day: number(6..<8),
        hour: number(8..<10), minute: number(10..<12), second: number(12..<14))
    else { return nil }
    return whole + .milliseconds(milliseconds)
  }

  /// Reads the date of an HTTP header, "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7); nil for anything else.
  public static func moment(httpDate text: String) -> Moment? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ")
    guard
      parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int(parts[1]), let year = Int(parts[3])
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    return moment(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2])
  }

  /// Days are counted by the proleptic Gregorian calendar, in eras of 400 years that start in March, so that leap days
  /// come last.
  private static func moment(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Moment? {
    guard
      (1...9999).contains(year), (1...12).contains(month), (1...daysIn(month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let shiftedYear = month > 2 ? year : year - 1
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Moment(milliseconds: Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
