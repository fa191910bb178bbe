import FerryModule
import FerryServer

/// All findings, for people and for programs.
struct DoctorReport: Sendable {
  let findings: [Finding]

  var isSound: Bool { !findings.contains { $0.severity == .error } }

  /// The findings by area. Warnings and errors are marked and say what to do.
  var text: String { text(.none) }

  func text(_ colors: TerminalColors) -> String {
    var lines: [String] = []
    for area in Finding.Area.allCases {
      let here = findings.filter { $0.area == area }
      guard !here.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(Self.title(area))
      for finding in here {
        lines.append(
          "  \(colors.paint(Self.mark(finding.severity), Self.color(finding.severity)))  \(finding.subject): \(finding.seen)"
        )
        if let change = finding.change { lines.append("           \(change)") }
      }
    }
    lines += ["", summary]
    return lines.joined(separator: "\n")
  }

  /// One object: `sound`, and `findings` with `severity`, `area`, `subject`, `seen` and perhaps `change`.
  func json() throws -> String {
    try JSONOutput.text(Document(sound: isSound, findings: findings))
  }

  private struct Document: Encodable {
    let sound: Bool
    let findings: [Finding]
  }

  private var summary: String {
    func count(_ severity: Finding.Severity, _ word: String) -> String? {
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let counts = [count(.error, "error"), count(.warning, "warning")].compactMap(\.self)
    return counts.isEmpty ? "No problems found." : counts.joined(separator: ", ") + "."
  }

  private static func mark(_ severity: Finding.Severity) -> String {
    switch severity {
    case .ok: "ok     "
    case .note: "note   "
    case .warning: "WARNING"
    case .error: "ERROR  "
    }
  }

  private static func color(_ severity: Finding.Severity) -> TerminalColors.Color? {
    switch severity {
    case .ok: .green
    case .note: nil
    case .warning: .yellow
    case .error: .red
    }
  }

  private static func title(_ area: Finding.Area) -> String {
    switch area {
    case .settings: "Settings"
    case .provider: "Payment providers"
    case .clock: "Clock"
    case .server: "Server"
    case .links: "Links into apps"
    case .tls: "Certificates"
    case .notifications: "Notifications"
    case .webhooks: "Webhooks"
    case .database: "Database"
    case .port: "Port"
    }
  }
}

extension Finding {
  /// A problem that prevents a start: a setting that is missing, wrong or unknown.
  init(_ entry: ConfigurationProblems.Entry) {
    let change = entry.detail + (entry.example.map { " Example: \($0)" } ?? "")
    guard let variable = entry.variable else {
      self = .error(.settings, entry.name, "Unknown setting.", change)
      return
    }
    self = .error(.settings, "\(entry.name) (\(variable))", "Missing or invalid.", change)
  }
}
