/// One thing that was looked at: what was seen, and what to change if it is not as it should be. It holds no secret.
struct Finding: Hashable, Sendable, Encodable {
  enum Severity: String, Hashable, Sendable, Encodable, CaseIterable {
    /// As it should be.
    case ok
    /// Worth knowing; nothing need be done.
    case note
    /// It works, and not in every case or not for long.
    case warning
    /// It does not work.
    case error
  }

  /// What was looked at.
  enum Area: String, Hashable, Sendable, Encodable, CaseIterable {
    case settings, provider, clock, server, links, tls, notifications, webhooks, database, port
  }

  let severity: Severity
  let area: Area
  /// Which one: an address, an account, an app.
  let subject: String
  let seen: String
  /// What to do; nil where nothing need be.
  let change: String?

  static func ok(_ area: Area, _ subject: String, _ seen: String) -> Finding {
    Finding(severity: .ok, area: area, subject: subject, seen: seen, change: nil)
  }

  static func note(_ area: Area, _ subject: String, _ seen: String, _ change: String? = nil) -> Finding {
    Finding(severity: .note, area: area, subject: subject, seen: seen, change: change)
  }

  static func warning(_ area: Area, _ subject: String, _ seen: String, _ change: String) -> Finding {
    Finding(severity: .warning, area: area, subject: subject, seen: seen, change: change)
  }

  static func error(_ area: Area, _ subject: String, _ seen: String, _ change: String) -> Finding {
    Finding(severity: .error, area: area, subject: subject, seen: seen, change: change)
  }
}
