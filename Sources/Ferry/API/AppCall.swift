import FerryCore

/// What an app asks of the server about its checkout.
enum AppCall: Hashable, Sendable {
  case read
  /// Asks for the ticket of what comes next.
  case begin
  /// Proves that the app that began is the one that the buyer came back to. The same code again does no harm.
  case claim(code: String)
  case change(ChangeKind)
  /// Leaves a change, losing nothing.
  case keep
  /// The same agreement again does no harm.
  case confirm(revision: Int, total: Money)
  case cancel

  var isRead: Bool { self == .read }
}

extension AppCall: Redacted {
  var description: String {
    switch self {
    case .read: "read"
    case .begin: "begin"
    case .claim: "claim"
    case .change(let what): "change(\(what))"
    case .keep: "keep"
    case .confirm(let revision, let total): "confirm(\(revision), \(total))"
    case .cancel: "cancel"
    }
  }
}
