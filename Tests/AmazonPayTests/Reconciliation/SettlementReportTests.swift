import AmazonPay
import FerryCheckout
import FerryCore
import FerryModule
import Testing

@testable import AmazonPayModule

@Suite("Settlement reports")
struct SettlementReportTests {
  private static let heading =
    "\"TransactionPostedDate\",\"SettlementId\",\"AmazonTransactionId\",\"SellerReferenceId\",\"TransactionType\","
    + "\"AmazonOrderReferenceId\",\"SellerOrderId\",\"StoreName\",\"CurrencyCode\",\"TransactionDescription\","
    + "\"TransactionAmount\",\"TransactionPercentageFee\",\"TransactionFixedFee\",\"TotalTransactionFee\","
    + "\"NetTransactionAmount\""

  private static func line(
    _ type: String, _ id: String, _ amount: String, permission: String = "S03-1234567-1234567",
    currency: String = "JPY",
    at time: String = "2026-05-18T15:48:50-0000"
  ) -> String {
    "\"\(time)\",\"5044561311\",\"\(id)\",\"\",\"\(type)\",\"\(permission)\",\"F1\",\"Shop, Ltd.\",\"\(currency)\",\"\","
      + "\"\(amount)\",\"-3.9\",\"0\",\"-3.9\",\"1\""
  }

  private func read(_ lines: String...) throws -> SettlementReport { try read(joined: lines) }

  private func read(joined lines: [String]) throws -> SettlementReport {
    try AmazonPaySettlementReports(TestAccount.make()).read(Array(lines.joined(separator: "\r\n").utf8))
  }

  @Test("Reads captures, refunds and chargebacks, and counts other types")
  func whole() throws {
    let report = try read(
      Self.heading, Self.line("Capture", "S03-1234567-1234567-C000001", "9520"),
      Self.line("Refund", "S03-1234567-1234567-R000002", "-1000.00"),
      Self.line("Refund", "S03-1234567-1234567-R000003", "20", at: "2026-05-19T00:00:00+0900"),
      Self.line("Chargeback", "S03-1234567-1234567-B000001", "-9520"), Self.line("Transfer", "", "-1"),
      Self.line("Transfer", "", "-2"))
    let moment = try #require(Moment(written: "2026-05-18T15:48:50Z"))
    let group = "S03-1234567-1234567"
    #expect(
      report.transactions == [
        ProviderTransaction(kind: .capture, id: "\(group)-C000001", group: group, amount: .yen(9_520), at: moment),
        ProviderTransaction(kind: .refund, id: "\(group)-R000002", group: group, amount: .yen(1_000), at: moment),
        ProviderTransaction(
          kind: .refund, id: "\(group)-R000003", group: group, amount: .yen(20),
          at: try #require(Moment(written: "2026-05-18T15:00:00Z"))),
        ProviderTransaction(kind: .chargeback, id: "\(group)-B000001", group: group, amount: .yen(9_520), at: moment),
      ])
    #expect(report.others == ["Transfer": 2])
  }

  @Test("A chargeback without the sign of the others is money that came back; in a report without signs all are debits")
  func cameBack() throws {
    func amounts(_ lines: [String]) throws -> [Int64] {
      try read(joined: [Self.heading] + lines).transactions.map(\.amount.minorUnits)
    }
    let id = "S03-1234567-1234567-B000001"
    let debit = Self.line("Chargeback", id, "-300")
    let plain = Self.line("Chargeback", id, "300")
    #expect(try amounts([debit, plain, debit]) == [300, -300, 300])
    #expect(try amounts([Self.line("Refund", "S03-1234567-1234567-R000002", "-1"), plain]) == [1, -300])
    #expect(try amounts([plain, plain]) == [300, 300])
    #expect(try amounts([Self.line("Transfer", "", "-5"), plain]) == [300])
  }

  @Test("Accepts lines above the heading, any order of columns, and tabs")
  func forms() throws {
    let above = try read(
      "\"SettlementStartDate\",\"2026-05-18T14:37:01-0700\"", "\"SellerId\",\"A1XX\"", Self.heading,
      Self.line("Capture", "S03-1-2-C3", "5"))
    #expect(above.transactions.map(\.amount) == [.yen(5)])
    let tabs = try read(
      "TransactionAmount\tCurrencyCode\tAmazonOrderReferenceId\tTransactionType\tAmazonTransactionId\tTransactionPostedDate",
      "12.50\tEUR\t\tCapture\tS02-1-2-C3\t2026-05-18T15:48:50Z")
    #expect(tabs.transactions.map(\.amount.decimal) == ["12.50"])
    // The id begins with the charge permission's id.
    #expect(tabs.transactions.map(\.group) == ["S02-1-2"])
  }

  @Test("An empty report has no transactions")
  func empty() throws {
    #expect(try read(Self.heading).transactions == [])
  }

  @Test(
    "Refuses any other file, with the line",
    arguments: [
      ([""], 1, "no settlement report"), (["reference,status"], 1, "no settlement report"),
      (["AmazonTransactionId,TransactionType"], 1, "lacks TransactionPostedDate"),
      ([heading, line("Capture", "S03-1-2-C3", "5", at: "yesterday")], 2, "TransactionPostedDate has no time"),
      ([heading, line("Capture", "S03-1-2-C3", "5.5")], 2, "TransactionAmount has no amount"),
      ([heading, line("Capture", "S03-1-2-C3", "3.000")], 2, "a point between thousands"),
      ([heading, line("Refund", "S03-1-2-R3", "-1.000", currency: "EUR")], 2, "a point between thousands"),
      ([heading, line("Refund", "S03-1-2-R3", "--5")], 2, "TransactionAmount has no amount"),
      ([heading, line("Capture", "S03-1-2-C3", "5", currency: "XYZQ")], 2, "CurrencyCode"),
      ([heading, line("Capture", "", "5")], 2, "AmazonTransactionId is empty"),
    ])
  func refused(_ lines: [String], _ line: Int, _ reason: String) {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let problem = #expect(throws: CSVProblem.self) { try AmazonPaySettlementReports(TestAccount.make()).read(bytes) }
    #expect(problem?.line == line)
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }
}
