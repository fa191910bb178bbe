/// A message on its way to a merchant's address.
public struct AmazonPayNotificationMessage: Hashable, Sendable {
  public let url: String
  public let headers: [String: String]
  public let body: [UInt8]
}

/// Brings messages to merchants' addresses.
public protocol NotificationTransport: Sendable {
  /// - Returns: the status of the answer. Redirects are not followed.
  /// - Throws: when there is none in time.
  func post(_ message: AmazonPayNotificationMessage, timeout: Duration) async throws -> Int
}
