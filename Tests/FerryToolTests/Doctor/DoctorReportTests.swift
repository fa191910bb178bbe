import Foundation
import Testing

@testable import FerryTool

@Suite("The doctor's report")
struct DoctorReportTests {
  private let all: [Finding] = [
    .ok(.provider, "test account", "It is good."), .note(.notifications, "test account", "None.", "Set them up."),
    .warning(.clock, "test account", "It is off.", "Set it."), .error(.tls, "https://a.example", "Ended.", "Renew it."),
  ]

  @Test("Only an error makes it unsound")
  func sound() {
    #expect(!DoctorReport(findings: all).isSound)
    #expect(DoctorReport(findings: Array(all.prefix(3))).isSound)
    #expect(DoctorReport(findings: []).isSound)
  }

  @Test("Each finding stands under what was looked at, with what to do; the end counts")
  func text() {
    #expect(
      DoctorReport(findings: all).text == """
        Amazon Pay
          ok       test account: It is good.

        Clock
          WARNING  test account: It is off.
                   Set it.

        Certificates of the sites
          ERROR    https://a.example: Ended.
                   Renew it.

        Notifications
          note     test account: None.
                   Set them up.

        1 error, 1 warning.
        """)
    #expect(DoctorReport(findings: [all[0]]).text.hasSuffix("All is well."))
  }

  @Test("As JSON it is one object")
  func json() throws {
    let text = try DoctorReport(findings: all).json()
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
