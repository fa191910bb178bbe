public import FerryCore
public import HTTPTypes

/// How far the provider's clock is ahead of ours. Amazon Pay refuses requests that are dated in its future; a machine
/// whose clock is wrong learns the difference from the answer and signs once more.
public struct ClockOffset: Codable, Hashable, Sendable {
  /// The provider's time less ours, in milliseconds.
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static let none = ClockOffset(milliseconds: 0)

  /// The offset by an answer's Date header, which counts whole seconds; nil without a readable one.
  public init?(of response: HTTPResponse, receivedAt moment: Moment) {
    guard
      let text = response.headerFields[.date], let date = AmazonPayTimestamp.moment(httpDate: text)
    else { return nil }
    self.init(milliseconds: date.since(moment).wholeMilliseconds)
  }

  /// Our time by the provider's clock.
  public func corrected(_ moment: Moment) -> Moment { moment + .milliseconds(milliseconds) }

  /// Whether signing by `other` instead of this would make a difference: more than two seconds, for the header is cut to
  /// seconds and answers take time.
  public func differs(from other: ClockOffset) -> Bool {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow || difference.magnitude > 2000
  }
}
