public import FerryCore
public import FerryHTTP
import HTTPTypes

public enum AmazonPayTimestamp {
  /// The form in requests: "20250102T030405Z".
  public static func text(_ moment: Moment) -> String { moment.iso8601.filter { $0 != "-" && $0 != ":" } }

  /// Reads "20250102T030405Z" and "2025-01-02T03:04:05Z", with fractions of a second cut to milliseconds; nil for
  /// anything else.
  public static func moment(_ text: String) -> Moment? {
    var text = text
    if text.count > 13, text.dropFirst(8).hasPrefix("T") {
      for (place, mark) in [(13, ":"), (11, ":"), (6, "-"), (4, "-")] as [(Int, Character)] {
        text.insert(mark, at: text.index(text.startIndex, offsetBy: place))
      }
    }
    let shortest = "2025-01-02T03:04:05Z".count
    return text.hasSuffix("Z") && text.count >= shortest ? Moment(iso8601: text) : nil
  }
}

extension AmazonPayTimestamp {
  /// Amazon's time minus ours, by the answer's Date header. Amazon Pay refuses requests with a date in its future: if our clock
  /// is wrong, the client learns the difference from the refusal, and signs once more. Nil if the Date header agrees with the
  /// signed date, because another date would not help then.
  public static func clockOffset(learntFrom answer: ProviderAnswer) -> Duration? {
    guard let date = answer.date, let error = dateError(in: answer), error.magnitude > 2000 else { return nil }
    return date.since(answer.receivedAt)
  }

  /// The answer's date minus the request's date, in milliseconds. Ignore up to two seconds: dates have whole seconds,
  /// and answers take time.
  static func dateError(in answer: ProviderAnswer) -> Int64? {
    guard let date = answer.date, let signed = answer.sent.headerFields[.amazonPayDate].flatMap(moment) else {
      return nil
    }
    return date.since(signed).wholeMilliseconds
  }
}
