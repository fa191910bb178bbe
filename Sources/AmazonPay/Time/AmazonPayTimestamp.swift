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
      let whole = Moment(
        year: number(0..<4), month: number(4..<6), day: number(6..<8),
        hour: number(8..<10), minute: number(10..<12), second: number(12..<14))
    else { return nil }
    return whole + .milliseconds(milliseconds)
  }
}
