public import FerryCore

/// GMO's times: 14 digits in Japan's time, which is 9 hours ahead of UTC the whole year.
public enum GMOTime {
  private static let offset = Duration.seconds(9 * 3600)

  /// Reads "20251121154500", 2025-11-21T06:45:00Z. Nil for anything else.
  public static func moment(_ text: String) -> Moment? {
    let digits = Array(text.utf8)
    guard digits.count == 14, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    return Moment(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10), minute: number(10..<12),
      second: number(12..<14)
    ).map { $0 - offset }
  }

  /// Writes "20251121154500".
  public static func text(_ moment: Moment) -> String { (moment + offset).iso8601.filter(\.isNumber) }
}
