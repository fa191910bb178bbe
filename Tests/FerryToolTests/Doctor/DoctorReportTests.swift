import FerryModule
import FerryServer
import Foundation
import Testing

@testable import FerryTool

@Suite("The doctor's report")
struct DoctorReportTests {
  @Test("A setting that does not exist is called unknown, and any other missing or wrong")
  func settings() throws {
    let problems = try #require(throws: ConfigurationProblems.self) {
      try Configured.read(["FERRY_LISTN_PORT": "1", "FERRY_LISTEN_PORT": "many"])
    }
    let findings = problems.entries.map { Finding($0) }
    #expect(findings.allSatisfy { $0.severity == .error && $0.area == .settings })
    let unknown = try #require(findings.first { $0.subject == "FERRY_LISTN_PORT" })
    #expect(unknown.seen == "Unknown setting.")
    #expect(unknown.change?.contains("Did you mean FERRY_LISTEN_PORT?") == true)
    let wrong = try #require(findings.first { $0.subject == "ferry.listen.port (FERRY_LISTEN_PORT)" })
    #expect(wrong.seen == "Missing or invalid.")
  }

  private let all: [Finding] = [
    .ok(.provider, "test account", "It is good."), .note(.notifications, "test account", "None.", "Set them up."),
    .warning(.clock, "test account", "It is off.", "Set it."), .error(.tls, "https://a.example", "Ended.", "Renew it."),
  ]

  @Test("Only an error makes the report unsound")
  func sound() {
    #expect(!DoctorReport(findings: all).sound)
    #expect(DoctorReport(findings: Array(all.prefix(3))).sound)
    #expect(DoctorReport(findings: []).sound)
  }

  @Test("Each finding is listed under its subject, with the remedy; the end has the counts")
  func text() {
    #expect(
      DoctorReport(findings: all).text() == """
        Payment providers
          ok       test account: It is good.

        Clock
          WARNING  test account: It is off.
                   Set it.

        Certificates
          ERROR    https://a.example: Ended.
                   Renew it.

        Notifications
          note     test account: None.
                   Set them up.

        1 error, 1 warning.
        """)
    #expect(DoctorReport(findings: [all[0]]).text().hasSuffix("No problems found."))
  }

  @Test("The report as JSON is one object")
  func json() throws {
    let text = try JSONOutput.text(DoctorReport(findings: all))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["sound"] as? Bool == false)
    let findings = try #require(object["findings"] as? [[String: String]])
    #expect(
      findings.first == [
        "severity": "ok", "area": "provider", "subject": "test account", "seen": "It is good.",
      ])
    #expect(findings.last?["change"] == "Renew it.")
  }
}
