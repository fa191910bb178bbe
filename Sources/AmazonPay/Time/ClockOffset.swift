public import FerryCore
public import FerryHTTP
import HTTPTypes

/// How far the provider's clock is ahead of ours. Amazon Pay refuses requests that are dated in its future; a machine
/// whose clock is wrong learns the difference from the answer and signs once more.
public struct ClockOffset: Codable, Hashable, Sendable {
  /// The provider's time less ours, in milliseconds.
  public let milliseconds: Int64

  /// An offset; positive where the provider's clock is ahead.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Both clocks agree.
  public static let none = ClockOffset(milliseconds: 0)

  /// The offset to sign with once more, after a request was refused for its date: by the answer's Date header. Nil where
  /// that shows no other time than was signed, for then another date would not help.
  public init?(learntFrom answer: ProviderAnswer) {
    guard let date = answer.date, let error = Self.dateError(in: answer), error.magnitude > 2000 else { return nil }
    self.init(milliseconds: date.since(answer.receivedAt).wholeMilliseconds)
  }

  /// Our time by the provider's clock.
  public func corrected(_ moment: Moment) -> Moment { moment + .milliseconds(milliseconds) }

  /// How much later, in milliseconds, the provider dated its answer than we dated the request. Up to two seconds mean
  /// nothing: dates are cut to seconds, and answers take time.
  static func dateError(in answer: ProviderAnswer) -> Int64? {
    guard
      let date = answer.date,
      let signed = answer.sent.headerFields[.amazonPayDate].flatMap({ AmazonPayTimestamp.moment($0) })
    else { return nil }
    return date.since(signed).wholeMilliseconds
  }
}
