/// Something that goes wrong between Amazon and a merchant's notification address.
public struct AmazonPayNotificationFault: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The notification is never sent.
    case lose
    /// It is sent late, after those that follow it.
    case delay(Duration)
    /// It is sent again, so many times, one after the other with this pause. Every copy is the same message.
    case duplicate(copies: Int, pause: Duration)
  }

  /// What the notification is about; nil for all.
  public var object: AmazonPayNotificationObject?
  public var kind: Kind
  public var incidence: AmazonPayFault.Incidence

  public init(
    _ kind: Kind, on object: AmazonPayNotificationObject?, _ incidence: AmazonPayFault.Incidence = .next(1)
  ) {
    self.kind = kind
    self.object = object
    self.incidence = incidence
  }
}
