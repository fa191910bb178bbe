import FerryCore
import FerrySandbox

/// Amazon Pay's two spellings of a UTC time: "20250102T030405Z" in answers and most requests, "2025-01-02T03:04:05Z" in
/// those of the Node.js client.
enum AmazonTimestamp {
  static func text(_ moment: Moment) -> String { moment.iso8601.filter { $0 != "-" && $0 != ":" } }

  /// The moment of either spelling; nil for everything else, days and hours that do not exist included.
  static func moment(_ text: some StringProtocol) -> Moment? {
    let bytes = Array(text.utf8)
    let pattern: String
    switch bytes.count {
    case 16: pattern = "dddddddd:ddddddZ"
    case 20: pattern = "dddd-dd-dd:dd_dd_ddZ"
    default: return nil
    }
    var digits: [Int] = []
    for (byte, expected) in zip(bytes, pattern.utf8) {
      switch expected {
      case UInt8(ascii: "d"):
        guard (0x30...0x39).contains(byte) else { return nil }
        digits.append(Int(byte - 0x30))
      case UInt8(ascii: ":"): guard byte == UInt8(ascii: "T") else { return nil }
      case UInt8(ascii: "_"): guard byte == UInt8(ascii: ":") else { return nil }
      default: guard byte == expected else { return nil }
      }
    }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
    let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
    guard (1...12).contains(month), (1...daysIn(month, of: year)).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return Moment(milliseconds: Int64(seconds) * 1000)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let before = year - 1
    let daysBeforeYear = before * 365 + before / 4 - before / 100 + before / 400
    let daysBeforeMonth = (1..<month).reduce(0) { $0 + daysIn($1, of: year) }
    return daysBeforeYear + daysBeforeMonth + day - 1 - 719_162
  }
}
