public import HTTPTypes

/// How a provider's notifications are taken.
public struct NotificationRules: Hashable, Sendable {
  /// The largest body in bytes; more is not read.
  public var largestBody: Int
  /// What the provider takes for "received".
  public var receipt: NotificationReceipt

  public init(largestBody: Int = 65_536, receipt: NotificationReceipt = NotificationReceipt()) {
    self.largestBody = largestBody
    self.receipt = receipt
  }
}

/// The answer to a notification. It is the same whether the notification was the first, a repetition, or none of ours.
public struct NotificationReceipt: Hashable, Sendable {
  public var status: HTTPResponse.Status
  /// The whole body, as text; without one there is none.
  public var text: String?

  public init(status: HTTPResponse.Status = .ok, text: String? = nil) {
    self.status = status
    self.text = text
  }
}
