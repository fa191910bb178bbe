/// How long a server asks to be left alone (`Retry-After`, RFC 9110 §10.2.3).
public struct RetryAfter: Hashable, Sendable {
  /// Never negative. What a server asks for may be longer than anybody wants to wait.
  public let wait: Duration

  /// - Parameters:
  ///   - text: Seconds, or a date.
  ///   - date: `Date` of the same answer: a date is measured by the clock that it was made with.
  ///   - receivedAt: When the answer came, for one without `Date`; nil where that is not known, and a date says nothing then.
  /// - Returns: Nil for what is neither.
  public init?(_ text: String, date: String?, receivedAt: Moment?) {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A number that does not fit is a long time as well.
      wait = .seconds(Int64(UInt32(text) ?? .max))
    } else if let until = Moment(httpDate: text),
      let now = date.flatMap({ Moment(httpDate: $0) }) ?? receivedAt
    {
      wait = max(until.since(now), .zero)
    } else {
      return nil
    }
  }
}
