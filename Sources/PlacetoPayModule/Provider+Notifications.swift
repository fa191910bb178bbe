import FerryHTTP
public import FerryProvider
import PlacetoPay

/// Notifications: PlacetoPay sends one when a session ends, once. After each, the server asks for the session.
extension PlacetoPayProvider {
  public var notificationRules: NotificationRules? { NotificationRules(largestBody: 16_384) }

  public func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    let read: PlacetoPayNotification
    do { read = try PlacetoPayNotification(notification.body, for: merchant) } catch {
      throw error == .unreadable ? .malformed : .unauthenticated
    }
    return .read(
      ProviderNotification(
        sender: .authenticated,
        meaning: read.status.state.known == nil
          ? .unrecognised(read.status.state.printable) : .change(read.status.state.text),
        messageID: read.signedText,
        references: [.session(read.requestId)]))
  }

  public func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String? {
    guard reason == .unauthenticated else { return nil }
    do {
      _ = try PlacetoPayNotification(notification.body, for: merchant)
      return nil
    } catch {
      return switch error {
      case .oldSignature:
        "A notification has the old SHA-1 signature. Ask PlacetoPay's support to sign with SHA-256, or accept both."
      case .noSession: "A notification is about a recurring charge. Ferry makes none."
      case .wrongSignature:
        "A notification is not signed by this account's site: somebody else sent it, or the secret key is wrong."
      case .unreadable, .unsigned, .unknownSignature: nil
      }
    }
  }
}
