import FerryCheckout
import FerryCore
import FerryModule
import Testing

@testable import PlacetoPayModule

@Suite("Settlement reports of PlacetoPay")
struct SettlementReportTests {
  private static let heading =
    "id\tdate\ttransaction_date\treference\tcurrency_code\tamount\ttax\tpayment_method\tinternal_reference\tstatus\treason\tmerchant\t"
    + "payer_first_name\tbatch_number\tline_number\ttype"

  private static func line(
    _ number: String, _ amount: String, status: String = "APPROVED", batch: String = "12", type: String = "",
    at time: String = "2024-10-21T01:54:50-05:00"
  ) -> String {
    "c429\t2024-10-20T00:00:00-05:00\t\(time)\tA-1\tUSD\t\(amount)\t0\tID_VS\t\(number)\t\(status)\t00\t0004\tJosé \"P\"\t\(batch)\t1\t\(type)"
  }

  private func read(_ lines: String..., country: String = "CO") throws -> SettlementReport {
    try PlacetoPaySettlementReports(country: country)
      .reading(ReportFile(name: "report.txt", bytes: Array(lines.joined(separator: "\n").utf8)))
  }

  @Test("The Gateway's table is read: approved transactions only, by day and batch, with their directions")
  func gateway() throws {
    let report = try read(
      Self.heading, Self.line("221", "442.13"), Self.line("222", "1", status: "REJECTED"),
      Self.line("223", "10", type: "REFUND"), Self.line("224", "5", batch: "", type: "CHARGEBACK"),
      Self.line("225", "7", type: "DISPUTE"), Self.line("226", "3", type: "AUTH_ONLY"))
    #expect(report.lines.map(\.id) == ["221", "223", "224", "225", "226"])
    #expect(report.lines.map(\.kind) == [.capture, .refund, .chargeback, .other("DISPUTE"), .capture])
    #expect(report.lines.map(\.gross.decimal) == ["442.13", "-10.00", "-5.00", "0.00", "3.00"])
    #expect(
      report.lines.map(\.payout) == ["2024-10-21 12", "2024-10-21 12", "2024-10-21", "2024-10-21 12", "2024-10-21 12"])
    #expect(report.lines.first?.order == "A-1" && report.lines.first?.at.iso8601 == "2024-10-21T06:54:50Z")
  }

  @Test("A transaction is the same line in both exports, with the batch and without")
  func bothExports() throws {
    let gateway = try read(Self.heading, Self.line("9", "30.00"))
    let console = try read("internal_reference;date;currency_code;amount", "9;2024-10-21 11:23:04;USD;30.00")
    #expect(gateway.lines.map(\.payout) != console.lines.map(\.payout))
    #expect(gateway.identified.map(\.identity) == console.identified.map(\.identity))
    #expect(gateway.lines.map(\.group) == ["9"])
  }

  @Test("The console's export is read: semicolons, quotes, times of the site's country, and bank debits that came back")
  func console() throws {
    let report = try read(
      "id;date;currency_code;amount;reason_code_description;return_id;batch;internal_reference;shopper_name",
      "95c0;2024-10-21 11:23:04;USD;30.00;\"Account not found\";0201;0002;8;", country: "PR")
    let line = try #require(report.lines.first)
    #expect(line.kind == .chargeback && line.id == "8" && line.gross.decimal == "-30.00")
    #expect(line.at.iso8601 == "2024-10-21T15:23:04Z" && line.payout == "2024-10-21")
    let plain = try read("internal_reference;date;currency_code;amount", "9;2024-10-21 11:23:04;COP;-119000")
    #expect(plain.lines.map(\.kind) == [.refund] && plain.lines.map(\.at.iso8601) == ["2024-10-21T16:23:04Z"])
  }

  @Test(
    "Another file is refused, and a wrong line is named with its column",
    arguments: [
      (["reference,status"], 1, "no report of PlacetoPay"), (["internal_reference;amount"], 1, "lacks currency_code"),
      (["internal_reference;amount;currency_code"], 1, "lacks transaction_date"),
      ([heading, line("221", "12.345")], 2, "column amount"),
      ([heading, line(String(repeating: "9", count: 257), "1")], 2, "internal_reference is longer than 256"),
      ([heading, line("", "1")], 2, "internal_reference is empty"),
      ([heading, line("221", "1"), line("222", "1", at: "yesterday")], 3, "column transaction_date"),
    ])
  func refused(_ lines: [String], _ line: Int, _ reason: String) {
    let problem = #expect(throws: CSVProblem.self) {
      try PlacetoPaySettlementReports(country: "CO")
        .read(ReportFile(name: "report.txt", bytes: Array(lines.joined(separator: "\n").utf8)))
    }
    #expect(problem?.line == line)
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }
}
