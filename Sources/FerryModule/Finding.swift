/// One result of the doctor's checks. It holds no secret.
public struct Finding: Hashable, Sendable, Encodable {
  public enum Severity: String, Hashable, Sendable, Encodable, CaseIterable {
    /// Nothing is wrong.
    case ok
    /// Worth knowing; nothing has to be done.
    case note
    /// It works, but not in every case or not for long.
    case warning
    /// It does not work.
    case error
  }

  /// The subject of a check; reports are in this order.
  public enum Area: String, Hashable, Sendable, Encodable, CaseIterable {
    case settings, provider, clock, server, links, tls, notifications, webhooks, database, port
  }

  public let severity: Severity
  public let area: Area
  /// The address, account or app that was checked.
  public let subject: String
  public let seen: String
  /// The remedy; nil if nothing has to be done.
  public let change: String?

  public static func ok(_ area: Area, _ subject: String, _ seen: String) -> Finding {
    Finding(severity: .ok, area: area, subject: subject, seen: seen, change: nil)
  }

  public static func note(_ area: Area, _ subject: String, _ seen: String, _ change: String? = nil) -> Finding {
    Finding(severity: .note, area: area, subject: subject, seen: seen, change: change)
  }

  public static func warning(_ area: Area, _ subject: String, _ seen: String, _ change: String) -> Finding {
    Finding(severity: .warning, area: area, subject: subject, seen: seen, change: change)
  }

  public static func error(_ area: Area, _ subject: String, _ seen: String, _ change: String) -> Finding {
    Finding(severity: .error, area: area, subject: subject, seen: seen, change: change)
  }
}

/// Text from others, in a form that a report can show.
public enum Printable {
  /// The printable ASCII characters among the first `most`.
  public static func text(_ text: String, most: Int = 120) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(most).filter { $0.value >= 0x20 && $0.value < 0x7F }))
  }
}
