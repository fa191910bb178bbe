import AmazonPay

/// What is wrong with the settings of notifications, and what to put there.
public enum AmazonPayNotificationsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// No topic is named.
  case topicsMissing
  /// A topic is not written as Amazon SNS does.
  case topicMalformed
  /// A stand-in's certificates were named that is not on this machine.
  case sandboxNotLocal
  /// The authority's certificate cannot be read.
  case rootUnreadable

  public var description: String {
    switch self {
    case .topicsMissing:
      "No topic is named. Name the topics of Amazon SNS that the account's notifications come through."
    case .topicMalformed:
      "A topic is not written as Amazon writes it: arn:aws:sns:, the region, twelve digits and the name, with colons "
        + "between."
    case .sandboxNotLocal:
      "Certificates of a stand-in are believed on this machine only: give an address such as http://127.0.0.1:3081, "
        + "without a path."
    case .rootUnreadable: "The certificate of the stand-in's authority cannot be read."
    }
  }
}
