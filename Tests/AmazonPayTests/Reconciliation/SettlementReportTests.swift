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
      + "\"\(amount)\",\"-3.9\",\"0\",\"-3\",\"1\""
  }

  private func read(_ lines: String...) throws -> SettlementReport { try read(joined: lines) }

  private func read(joined lines: [String]) throws -> SettlementReport {
    try read(Array(lines.joined(separator: "\r\n").utf8))
  }

  private func read(_ bytes: [UInt8], charset: String? = nil) throws -> SettlementReport {
    try AmazonPaySettlementReports(TestAccount.make())
      .reading(ReportFile(name: "report.txt", bytes: bytes, charset: charset))
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
    #expect(report.others == ["transfer": 2])
    #expect(Set(report.lines.map(\.payout)) == ["5044561311"] && report.lines.map(\.number) == Array(2...7))
  }

  @Test("Amounts count for the shop, and fees are what the net amount lacks; a report without it states the fee")
  func fees() throws {
    let heading =
      "SettlementId,TransactionPostedDate,AmazonTransactionId,TransactionType,AmazonOrderReferenceId,CurrencyCode,TransactionAmount"
    func line(_ type: String, _ amounts: String) -> String {
      "77,2026-05-18T15:48:50Z,\(type == "Transfer" ? "" : "S03-1-2-X3"),\(type),,JPY,\(amounts)"
    }
    let report = try read(
      heading + ",NetTransactionAmount", line("Capture", "500,480"), line("Refund", "-100,-97"),
      line("Chargeback", "-40,-55"), line("Transfer", "-308,-308"), line("Reserve", "-20,-20"))
    #expect(report.lines.map(\.gross.minorUnits) == [500, -100, -40, -308, -20])
    #expect(report.lines.map(\.fee.minorUnits) == [-20, 3, -15, 0, 0])
    #expect(report.lines.map(\.kind) == [.capture, .refund, .chargeback, .transfer, .other("Reserve")])
    let stated = try read(heading + ",TotalTransactionFee", line("Capture", "500,-20"))
    #expect(stated.lines.map(\.fee.minorUnits) == [-20])
    // Without any sign, a fee is a fee.
    let plain = try read(heading + ",TotalTransactionFee", line("Capture", "500,20"), line("Refund", "100,3"))
    #expect(plain.lines.map(\.fee.minorUnits) == [-20, -3] && plain.lines.map(\.gross.minorUnits) == [500, -100])
    let mixed = try read(heading + ",TotalTransactionFee", line("Capture", "500,-20"), line("Refund", "-100,3"))
    #expect(mixed.lines.map(\.fee.minorUnits) == [-20, 3])
    // Without signs, a refund with its net amount takes money all the same.
    let unsigned = try read(heading + ",NetTransactionAmount", line("Refund", "100,97"))
    #expect(unsigned.lines.map(\.gross.minorUnits) == [-100] && unsigned.lines.map(\.fee.minorUnits) == [3])
  }

  @Test("Reports in each encoding and form of the world are read, and name the order as it was written")
  func encodings() throws {
    let heading =
      "TransactionPostedDate;SettlementId;AmazonTransactionId;TransactionType;AmazonOrderReferenceId;CurrencyCode;TransactionAmount;SellerOrderId"
    func file(_ amount: String, _ currency: String) -> String {
      "\(heading)\r\n31.01.2026 12:00:00 UTC;P1;S03-1-2-C3;Capture;S03-1-2;\(currency);\(amount);"
    }
    func check(_ bytes: [UInt8], _ order: String, _ decimal: String, charset: String? = nil) throws {
      let line = try #require(try read(bytes, charset: charset).lines.first)
      #expect(line.order == order && line.gross.decimal == decimal)
      #expect(line.at.iso8601 == "2026-01-31T12:00:00Z")
    }
    let japanese: [UInt8] = [0x83, 0x56, 0x83, 0x87, 0x83, 0x62, 0x83, 0x76]
    // The account is one of Japan.
    try check(Array(file("3,000", "JPY").utf8) + japanese, "ショップ", "3000")
    try check(Array(file("3000,00", "EUR").utf8) + Array("ショップ".utf8), "ショップ", "3000.00")
    try check(Array(file("1.234,56", "EUR").utf8) + [0x4D, 0xFC], "Mü", "1234.56", charset: "Cp1252")
    let units = Array((file("12.50", "EUR") + "シ").utf16)
    try check([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "シ", "12.50")
    try check(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "シ", "12.50")
  }

  @Test("A compressed report is refused with what to do")
  func gzip() {
    let problem = #expect(throws: CSVProblem.self) { try read([0x1F, 0x8B, 8, 0]) }
    #expect(problem?.reason.contains("gunzip") == true)
  }

  @Test("Bytes that no encoding has stop the reading in no column that is not needed")
  func unneeded() throws {
    let heading =
      "TransactionPostedDate,AmazonTransactionId,TransactionType,AmazonOrderReferenceId,CurrencyCode,TransactionAmount,StoreName"
    let line = "2026-05-18T15:48:50Z,S03-1-2-C3,Capture,S03-1-2,JPY,5,"
    #expect(try read(Array("\(heading)\n\(line)".utf8) + [0xFF, 0x80, 0x81]).transactions.map(\.amount) == [.yen(5)])
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
    #expect(try amounts([Self.line("Chargeback", id, "\u{2212}300"), plain]) == [300, -300])
    #expect(try amounts([Self.line("Refund", "S03-1234567-1234567-R000002", "-1"), plain]) == [1, -300])
    #expect(try amounts([plain, plain]) == [300, 300])
    #expect(try amounts([Self.line("Transfer", "", "-5"), plain]) == [300])
  }

  @Test("Accepts lines above the heading, any order of columns, and tabs")
  func forms() throws {
    let above = try read(
      "\"SettlementStartDate\",\"2026-05-18T14:37:01-0700\"", "Shop \"Ltd\r\r", "\"SellerId\",\"A1XX\"", Self.heading,
      Self.line("Capture", "S03-1-2-C3", "5"))
    #expect(above.transactions.map(\.amount) == [.yen(5)] && above.lines.map(\.number) == [5])
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
      ([heading, line("Capture", "S03-1-2-C3", "5", at: "yesterday")], 2, "TransactionPostedDate takes a time"),
      ([heading, line("Capture", "S03-1-2-C3", "5.5")], 2, "TransactionAmount is not an amount"),
      ([heading, line("Capture", "S03-1-2-C3", "3.000")], 2, "no point separates thousands"),
      ([heading, line("Refund", "S03-1-2-R3", "-1.000", currency: "EUR")], 2, "no point separates thousands"),
      ([heading, line("Refund", "S03-1-2-R3", "--5")], 2, "TransactionAmount is not an amount"),
      ([heading, line("Capture", "S03-1-2-C3", "5", currency: "XYZQ")], 2, "CurrencyCode"),
      ([heading, line("Capture", String(repeating: "C", count: 257), "5")], 2, "Id is longer than 256"),
      ([heading, line("Capture", "", "5")], 2, "AmazonTransactionId is empty"),
    ])
  func refused(_ lines: [String], _ line: Int, _ reason: String) {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let problem = #expect(throws: CSVProblem.self) { try read(bytes) }
    #expect(problem?.line == line)
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }
}
