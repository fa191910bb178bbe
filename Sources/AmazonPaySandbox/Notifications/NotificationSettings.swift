import FerryCore
public import FerrySandbox

/// How a sandbox sends Instant Payment Notifications to the merchants that have an address for them.
///
/// They go through Amazon SNS ("Set up Instant Payment Notifications" in the Amazon Pay documentation): a message in JSON,
/// posted as plain text and signed with a key whose certificate is named in it.
public struct NotificationSettings: Sendable {
  /// By what hash messages are signed ("Verifying the signatures of Amazon SNS messages"). Both are PKCS #1 v1.5.
  public enum SignatureVersion: String, Codable, Hashable, Sendable, CaseIterable {
    /// SHA-1.
    case one = "1"
    /// SHA-256.
    case two = "2"
  }

  /// The topic that messages name. Receivers take messages of their own topics only.
  public var topicARN: String
  public var signatureVersion: SignatureVersion
  /// Certifies the key that signs; nil makes one at the start.
  public var authority: NotificationAuthority?
  /// True if an address is first asked whether it wants the messages of the topic, as SNS does. Notifications do not wait
  /// for the answer.
  public var asksForConfirmation: Bool
  /// How long the receiver may take to answer.
  public var timeout: Duration
  /// The pauses before each further attempt after a failure: a status of 500 or more, or no answer.
  ///
  /// The documentation says that retries are hourly, and not for how long.
  public var retryPauses: [Duration]
  /// The faults that are planned from the start.
  public var faults: [NotificationFault]
  /// How many of the last messages are kept to look at.
  public var logLimit: Int

  public init(
    topicARN: String = "arn:aws:sns:ap-northeast-1:000000000000:ferry-sandbox",
    signatureVersion: SignatureVersion = .one, authority: NotificationAuthority? = nil,
    asksForConfirmation: Bool = true, timeout: Duration = .seconds(15),
    retryPauses: [Duration] = [.seconds(3600), .seconds(3600), .seconds(3600)],
    faults: [NotificationFault] = [], logLimit: Int = 500
  ) {
    self.topicARN = topicARN
    self.signatureVersion = signatureVersion
    self.authority = authority
    self.asksForConfirmation = asksForConfirmation
    self.timeout = timeout
    self.retryPauses = retryPauses
    self.faults = faults
    self.logLimit = logLimit
  }
}
