import ArgumentParser
import FerryCore
import FerryModule
import FerryServer
import FerryWeb

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Examine a checkout server from outside, and report what to fix.",
    usage: "ferry doctor [<options>]",
    discussion: """
      Run it on the server's machine, with the same settings. It changes nothing and prints no secret. It checks:

      \(checks)

      This machine may reach addresses that others do not. Check them from outside your network, too.

      A finding is ok, a note, a WARNING (it works, but not always or not for long) or an ERROR. --json prints one \
      object with the members "sound" and "findings". A finding has the members "severity", "area", "subject", "seen" and, \
      if there is something to fix, "change".

      Exit status: 0 if there is no error, else 1.

      Examples:
        ferry doctor
        ferry doctor --config /etc/ferry.yaml --json
        ferry doctor --demo --tls
      """)

  private static let checks = HelpList.text([
    ("settings", "they are complete and valid"),
    (
      "providers",
      """
      each provider accepts the account's key, tested by one request that changes nothing; for Amazon Pay, also whether \
      a rejected key belongs to another region or environment; and the account's problems of the last 24 hours
      """
    ),
    ("clock", "this machine's clock agrees with the provider's"),
    ("server", "Ferry answers at ferry.baseURL, and serves the files there that wallets need"),
    (
      "links",
      """
      the links have their own host, not the shop's or the server's. Phones can use its association files: status, \
      redirects, content type, size, app ids, rules, webcredentials. Apple's copy, which phones get, is current; Apple \
      may take days to refresh it
      """
    ),
    ("certificates", "each https site has a valid chain, dates and name"),
    ("notifications", "the providers' notifications reach the server"),
    ("webhooks", "the shops' addresses answer a GET request"),
    ("database", "it can be written, and this version can read it"),
    ("port", "the server listens there, or nothing does"),
  ])

  @OptionGroup var config: ConfigOptions

  @OptionGroup var output: JSONOption

  @Flag(help: "Examine the demo on this machine, instead of the server of the settings.") var demo = false

  @Option(help: ArgumentHelp("The site from which to fetch Apple's copies of association files.", valueName: "url"))
  var appleCopies = "https://app-site-association.cdn-apple.com"

  @OptionGroup(title: "Options of the demo, with --demo") var place: DemoPlaceOptions

  func validate() throws {
    if !demo { try place.requireNoSites() }
    if Origin(appleCopies) == nil {
      throw ValidationError(
        "--apple-copies must be an https address, or an http address on this machine, without a path.")
    }
  }

  func run() async throws {
    let report = DoctorReport(findings: try await findings())
    print(output.json ? try JSONOutput.text(report) : report.text(.output))
    if !report.sound { throw ExitCode.failure }
  }

  private func findings() async throws -> [Finding] {
    if demo { return try await Self.examine(try DoctorSubject(demoIn: place.data, place.sites())) }
    let sources = try config.sources()
    let settings: ServeConfiguration
    do {
      settings = try config.read(sources)
    } catch {
      return error.entries.map { Finding($0) }
    }
    var subject = DoctorSubject(settings)
    subject.appleCopies = Origin(appleCopies)
    return [.ok(.settings, "all", "They are complete and valid.")] + (try await Self.examine(subject))
  }

  static func examine(_ subject: DoctorSubject) async throws -> [Finding] {
    try await DoctorNetwork.running(authorities: subject.authorities) { network in
      await DoctorChecks(subject: subject, network: network, time: SystemTime()).findings()
    }
  }
}

/// All findings, for people and for programs.
struct DoctorReport: Encodable, Sendable {
  /// False if there is an error.
  let sound: Bool
  let findings: [Finding]

  init(findings: [Finding]) {
    sound = !findings.contains { $0.severity == .error }
    self.findings = findings
  }

  /// The findings by area. Warnings and errors are marked and say what to do.
  func text(_ colors: TerminalColors = .none) -> String {
    var lines: [String] = []
    for area in Finding.Area.allCases {
      let here = findings.filter { $0.area == area }
      guard !here.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(Self.title(area))
      for finding in here {
        let mark = Self.mark(finding.severity)
        lines.append("  \(colors.paint(mark.text, mark.color))  \(finding.subject): \(finding.seen)")
        if let change = finding.change { lines.append("           \(change)") }
      }
    }
    lines += ["", summary]
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    func count(_ severity: Finding.Severity, _ word: String) -> String? {
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let counts = [count(.error, "error"), count(.warning, "warning")].compactMap(\.self)
    return counts.isEmpty ? "No problems found." : counts.joined(separator: ", ") + "."
  }

  private static func mark(_ severity: Finding.Severity) -> (text: String, color: TerminalColors.Color?) {
    switch severity {
    case .ok: ("ok     ", .green)
    case .note: ("note   ", nil)
    case .warning: ("WARNING", .yellow)
    case .error: ("ERROR  ", .red)
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
