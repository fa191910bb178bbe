public import FerryCore

/// What is committed about a notification together with the checkout that it names.
public enum NotificationChange: Hashable, Sendable {
  case worked(InboxNumber, at: Moment)
  case postponed(InboxNumber, until: Moment)

  public var number: InboxNumber {
    switch self {
    case .worked(let number, _), .postponed(let number, _): number
    }
  }
}
