import FerryCheckout
import FerryCore
import FerryModule
import Testing

@testable import SwedbankPayModule

@Suite("Settlement reports of Swedbank Pay")
struct SettlementReportTests {
  /// A list like those of the documentation.
  private static func list(
    _ transactions: String, root: String = #"AccountingNo="R1234-0001" AccountingDate="2022-12-02""#
  ) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <SalesAccountedTransactions \(root) Version="2.0" xmlns="http://www.payex.com/xml/SalesAccountedTransactions%5B2.0%5D.xsd">
      <Summary Subsite=""><Currency Currency="SEK"><ServiceType ServiceType="Creditcard"/></Currency></Summary>
      <Currency Sum="1996.00" Currency="SEK">
        \(transactions)
      </Currency>
    </SalesAccountedTransactions>
    """
  }

  private static func transaction(_ attributes: String) -> String {
    #"<Transaction TransactionIdentity="a05b" Currency="SEK" ServiceName="Swish" \#(attributes) />"#
  }

  private func read(_ text: String) throws -> SettlementReport { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> SettlementReport {
    try SwedbankPaySettlementReports().reading(ReportFile(name: "R1234.xml", bytes: bytes))
  }

  @Test("Captures, sales and reversals are read with their numbers, in Swedish time, as lines of one payout")
  func whole() throws {
    let report = try read(
      Self.list(
        Self.transaction(
          #"Amount="1495.00" DateCreated="2022-11-24 14:18:45" DateModified="2022-11-24 23:59:59" PayexTransactionNo="102" ReferencedTransaction="101" Description="T&amp;T""#
        ) + Self.transaction(#"Amount="602.00" DateCreated="2022-07-27 13:49:35" PayexTransactionNo="142""#)
          + Self.transaction(
            #"Amount="-101.00" DateModified="2022-11-28 10:00:00" PayexTransactionNo="143" ReferencedTransaction="142" OrderId="A-1""#
          )))
    #expect(report.lines.map(\.kind) == [.capture, .capture, .refund])
    #expect(report.lines.map(\.id) == ["102", "142", "143"] && report.lines.map(\.group) == ["101", "142", "142"])
    #expect(report.lines.map(\.gross.decimal) == ["1495.00", "602.00", "-101.00"])
    #expect(report.lines.map(\.at.iso8601) == ["2022-11-24T22:59:59Z", "2022-07-27T11:49:35Z", "2022-11-28T09:00:00Z"])
    #expect(Set(report.lines.map(\.payout)) == ["R1234-0001"] && report.lines.map(\.order) == [nil, nil, "A-1"])
    #expect(report.transactions.map(\.amount.decimal) == ["1495.00", "602.00", "101.00"])
    #expect(report.lines.allSatisfy { $0.fee.isZero && $0.number == 5 })
  }

  @Test(
    "Another file is refused, and a wrong transaction is named with line and attribute",
    arguments: [
      ("a,b\n1,2", 1, "no transaction list"), ("<Other/>", 1, "no transaction list"), ("", 1, "no transaction list"),
      (
        String(list(transaction(#"Amount="1.00" PayexTransactionNo="1" DateCreated="2022-11-24""#)).prefix(500)), 5,
        "not complete"
      ),
      (list("", root: ""), 2, "attribute AccountingNo is empty"),
      (list(transaction(#"Amount="1.234" PayexTransactionNo="1" DateCreated="2022-11-24""#)), 5, "attribute Amount"),
      (list(transaction(#"Amount="1.00" DateCreated="2022-11-24""#)), 5, "attribute PayexTransactionNo is empty"),
      (
        list(
          transaction(
            #"Amount="1.00" DateCreated="2022-11-24" PayexTransactionNo="\#(String(repeating: "1", count: 257))""#)), 5,
        "attribute PayexTransactionNo is longer than 256"
      ),
      (list(transaction(#"Amount="1.00" PayexTransactionNo="1""#)), 5, "attribute DateModified is empty"),
      (list(#"<Transaction Amount="1.00"/>"#), 5, "attribute Currency is empty"),
    ])
  func refused(_ text: String, _ line: Int, _ reason: String) {
    let problem = #expect(throws: CSVProblem.self) { try read(text) }
    #expect(problem?.line == line, "\(problem?.description ?? "")")
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }

  @Test("A file that declares entities is no list")
  func entities() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <SalesAccountedTransactions AccountingNo="&b;"/>
      """
    #expect(throws: CSVProblem.self) { try read(bomb) }
    let units = Array(bomb.utf16)
    for mark: [UInt8] in [[], [0xFF, 0xFE]] {
      #expect(throws: CSVProblem.self) { try read(mark + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) }
    }
    let wide = bomb.utf8.flatMap { [$0, 0, 0, 0] as [UInt8] }
    for mark: [UInt8] in [[], [0xFF, 0xFE, 0, 0]] { #expect(throws: CSVProblem.self) { try read(mark + wide) } }
    let hidden = bomb.replacing(#""?>"#, with: #"" encoding="UTF-7"?>"#)
      .replacing("<!DOCTYPE", with: "+ADwAIQ-DOCTYPE")
    for mark in ["", "\u{FEFF}", "\u{FEFF}\u{FEFF}"] {
      #expect(throws: CSVProblem.self) { try read(Array((mark + hidden).utf8)) }
    }
  }

  @Test("The text decides about its encoding, whatever the file declares")
  func encodings() throws {
    let row = Self.transaction(
      #"Amount="1.00" DateCreated="2022-11-24" PayexTransactionNo="7" ReferencedTransaction="é""#)
    for declared in ["utf-8", "utf-16", "utf-7", "x"] {
      let text = Self.list(row).replacing("utf-8", with: declared)
      let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let latin = text.unicodeScalars.map { UInt8($0.value) }
      for bytes in [Array(text.utf8), [0xFE, 0xFF] + units, units, latin] {
        #expect(try read(bytes).lines.map(\.group) == ["é"], "\(declared)")
      }
    }
  }
}
