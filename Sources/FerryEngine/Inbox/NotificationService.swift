public import FerryCheckout
public import FerryCore
public import FerryProvider

/// Takes in what providers send unasked.
public protocol NotificationService: Sendable {
  /// How notifications of a provider are taken; nil where none are.
  func notificationRules(of provider: ProviderID, _ mode: Mode) -> NotificationRules?

  /// Keeps a notification until it has been worked on; when this returns it is durable.
  /// - Returns: What to answer. It is the same for one that is known, and for one that is dropped because nobody signed it
  ///   and it names nothing of ours.
  /// - Throws: `NotificationRefusal`, and nothing is kept; what the store throws.
  func accept(
    _ notification: IncomingNotification, from provider: ProviderID, _ mode: Mode
  ) async throws -> NotificationReceipt

  /// Counts one that was refused before it was read.
  func refused(_ reason: NotificationRefusal, from provider: ProviderID, _ mode: Mode)
}
