import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Payouts on the operations page")
struct OperatorPayoutTests {
  /// Reads lines of "payout,kind,id,gross,fee".
  struct Reports: SettlementReports {
    func read(_ file: ReportFile) throws(CSVProblem) -> SettlementReport {
      var lines: [SettlementLine] = []
      for record in try CSVRecord.read(file.bytes) {
        guard record.fields.count == 5, let gross = Int64(record.fields[3]), let fee = Int64(record.fields[4]) else {
          throw CSVProblem(line: record.line, field: "<gross>", "The column <gross> is not an amount.")
        }
        lines.append(
          SettlementLine(
            number: record.line, payout: record.fields[0], kind: SettlementLine.Kind(text: record.fields[1]),
            id: record.fields[2].isEmpty ? nil : record.fields[2], group: record.fields[2], gross: .yen(gross),
            fee: .yen(fee), at: Moment(milliseconds: 1_800_000_000_000 + Int64(record.line))))
      }
      return SettlementReport(lines: lines)
    }
  }

  private static let account = "provider=sandbox&account=main&mode=test"

  private func importing(
    _ browser: OperatorBrowser, _ text: String, name: String = "report.txt"
  ) async throws -> (status: HTTPResponse.Status, text: String) {
    try await browser.get("/payouts?\(Self.account)")
    let answer = try await browser.post(
      "/payouts/import?\(Self.account)", [:], files: ["report": (name, Array(text.utf8))])
    return (answer.status, answer.text)
  }

  @Test("An operator sees in two steps from the overview why a payout is ¥312 short, and which payments are in it")
  func short() async throws {
    try await OperationsSite.run(settlements: Reports()) { site in
      let id = try await site.paid("A-1", capture: "automatic")
      let browser = try await site.signIn()
      let total = try #require(try await site.file(id).checkout.payment).captured.minorUnits
      let answer = try await importing(
        browser,
        """
        P-7,capture,C1,\(total),-250
        P-7,Reserve,,-132,0
        P-7,capture,C-else,70,0
        P-7,transfer,,-\(total - 312),0

        """)
      #expect(answer.status == .seeOther, "\(answer.text)")

      let overview = try await browser.get("/").text
      #expect(overview.contains(#"href="/payouts""#))
      let list = try await browser.get("/payouts").text
      #expect(list.contains("report.txt") && list.contains("4 lines · 4 new") && list.contains("anna"))
      let link = try #require(list.firstMatch(of: /href="(\/payouts\/payout\?[^"]+)"/)?.1)
      let page = try await browser.get(String(link).replacing("&amp;", with: "&")).text
      #expect(page.contains("¥312 short"), "\(page)")
      for text in ["Fees", "-¥250", "Reserve", "-¥132", "Not matched to a payment", "¥70", "C-else", id.text, "A-1"] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(page.contains("Transferred to the bank"))
    }
  }

  @Test("A right sum of unexplained parts is not called complete, and a chargeback leads to its payment")
  func balanced() async throws {
    try await OperationsSite.run(settlements: Reports()) { site in
      let id = try await site.paid("A-1", capture: "automatic")
      let charge = try #require(try await site.file(id).checkout.payment?.reference)
      let browser = try await site.signIn()
      let answer = try await importing(browser, "P,chargeback,\(charge),-20,0\nP,capture,else,20,0\n")
      #expect(answer.status == .seeOther)
      let list = try await browser.get("/payouts?\(Self.account)&done=report").text
      #expect(list.contains("<strong>report.txt</strong><p>2 lines · 2 new</p>"), "\(list)")
      let page = try await browser.get("/payouts/payout?\(Self.account)&id=P&currency=JPY").text
      #expect(page.contains("not every line is explained") && !page.contains("This payout is complete"))
      #expect(page.contains(#"<a class="row" href="/checkouts/\#(id.text)"><span class="what"><strong>\#(charge)<"#))
    }
  }

  @Test("A file is imported once, by operators who may act, and is in the journal without its name")
  func once() async throws {
    try await OperationsSite.run(settlements: Reports()) { site in
      let browser = try await site.signIn()
      #expect(try await importing(browser, "P,capture,C1,5,0\n").status == .seeOther)
      let again = try await importing(browser, "P,capture,C1,5,0\n", name: "other.txt")
      #expect(again.status == .conflict && again.text.contains("imported before"), "\(again.text)")
      let reports = try await site.shop.service.settlements.reports(
        of: ProviderAccountID(provider: MemoryCheckouts.provider, mode: .test), limit: 9)
      #expect(reports.map(\.person) == ["anna"] && reports.map(\.lines) == [1])
      let acts = try await site.shop.service.journal.journal(JournalFilter(), limit: 9).map(\.entry.act)
      #expect(acts.count { $0.hasPrefix("import a report of sandbox") } == 1)

      let looking = try await site.signIn("bert", OperationsSite.lookKey)
      #expect(try await !looking.get("/payouts").text.contains("type=\"file\""))
      #expect(try await importing(looking, "P,capture,C2,5,0\n").status == .forbidden)
    }
  }

  @Test("A file that cannot be read changes nothing, and its problem is told without markup of the file")
  func unreadable() async throws {
    try await OperationsSite.run(settlements: Reports()) { site in
      let browser = try await site.signIn()
      let answer = try await importing(browser, "P,capture,C1,5,0\n<b>\n", name: "<script>.txt")
      #expect(answer.status == .conflict && answer.text.contains("Line 2 · &lt;gross&gt;"))
      #expect(answer.text.contains(#"<p lang="en">The column &lt;gross&gt; is not an amount.</p>"#))
      let none = try await browser.post("/payouts/import?\(Self.account)", [:], files: ["report": ("", [])])
      #expect(none.status == .conflict && none.text.contains("Choose a report of this account."))
      #expect(try await browser.get("/payouts").text.contains("No report has been imported."))
    }
  }

  @Test("Payouts are for operators of all shops alone, and unknown ones are not there")
  func hidden() async throws {
    try await OperationsSite.run(settlements: Reports()) { site in
      let other = try await site.signIn("carl", OperationsSite.otherKey)
      #expect(try await !other.get("/").text.contains(#"href="/payouts""#))
      for path in ["/payouts", "/payouts?\(Self.account)", "/payouts/payout?\(Self.account)&id=P&currency=JPY"] {
        #expect(try await other.get(path).status == .notFound, "\(path)")
      }
      let browser = try await site.signIn()
      for path in [
        "/payouts?provider=none&account=main&mode=test", "/payouts?\(Self.account)&after=x",
        "/payouts/payout?\(Self.account)&id=P&currency=JPY", "/payouts/payout?\(Self.account)&id=P&currency=YEN",
        "/payouts/payout?\(Self.account)",
      ] { #expect(try await browser.get(path).status == .notFound, "\(path)") }
    }
  }

  @Test("A long list of payouts goes on with a next page, the latest first")
  func pages() async throws {
    try await OperationsSite.run(settlements: Reports()) { site in
      let browser = try await site.signIn()
      let lines = (1...51).map { "P-\($0),capture,C\($0),5,0" }.joined(separator: "\n")
      #expect(try await importing(browser, lines).status == .seeOther)
      let first = try await browser.get("/payouts").text
      #expect(first.contains("<strong>P-51</strong>") && !first.contains("<strong>P-1</strong>"))
      let next = try #require(first.firstMatch(of: /href="(\/payouts\?[^"]*after=[^"]+)"/)?.1)
      let second = try await browser.get(String(next).replacing("&amp;", with: "&")).text
      #expect(second.contains("<strong>P-1</strong>") && !second.contains("<strong>P-2</strong>"))
    }
  }
}
