public import FerryCore
public import FerryHTTP
import HTTPTypes

/// Amazon Pay's timestamps.
public enum AmazonPayTimestamp {
  /// The form in requests: "20250102T030405Z".
  public static func text(_ moment: Moment) -> String { moment.iso8601.filter { $0 != "-" && $0 != ":" } }

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

/// The difference between Amazon's clock and ours. Amazon Pay refuses requests with a date in its future. If our clock
/// is wrong, the client learns the difference from the answer and signs once more.
public struct ClockOffset: Codable, Hashable, Sendable {
  /// Amazon's time minus ours, in milliseconds.
  public let milliseconds: Int64

  /// - Parameter milliseconds: Positive if Amazon's clock is ahead.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Both clocks agree.
  public static let none = ClockOffset(milliseconds: 0)

  /// The offset by the answer's Date header, after Amazon refused a request for its date. Nil if the Date header agrees
  /// with the signed date, because another date would not help then.
  public init?(learntFrom answer: ProviderAnswer) {
    guard let date = answer.date, let error = Self.dateError(in: answer), error.magnitude > 2000 else { return nil }
    self.init(milliseconds: date.since(answer.receivedAt).wholeMilliseconds)
  }

  /// Our time, corrected to Amazon's clock.
  public func corrected(_ moment: Moment) -> Moment { moment + .milliseconds(milliseconds) }

  /// The answer's date minus the request's date, in milliseconds. Ignore up to two seconds: dates have whole seconds,
  /// and answers take time.
  static func dateError(in answer: ProviderAnswer) -> Int64? {
    guard
      let date = answer.date,
      let signed = answer.sent.headerFields[.amazonPayDate].flatMap({ AmazonPayTimestamp.moment($0) })
    else { return nil }
    return date.since(signed).wholeMilliseconds
  }
}
