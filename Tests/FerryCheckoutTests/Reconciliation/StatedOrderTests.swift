import FerryCheckout
import FerryCore
import Testing

@testable import FerryCheckout

@Suite("A shop's orders as CSV")
struct StatedOrderTests {
  @Test("All columns are read, in any order, among others")
  func whole() throws {
    let csv = """
      name,updated_at,reference,Total,currency,status,captured,refunded,created_at
      "Jane, Doe",2026-02-01T10:00:00+09:00,A-1,9520,JPY,paid,9520,20,2026-01-31
      ,,A-2,12.50,EUR,Unpaid,,,

      """
    let orders = try StatedOrder.read(csv: csv.utf8)
    #expect(
      orders == [
        StatedOrder(
          reference: "A-1", status: .paid, total: .yen(9_520), captured: .yen(9_520), refunded: .yen(20),
          createdAt: Moment(written: "2026-01-31T00:00:00Z"), updatedAt: Moment(written: "2026-02-01T01:00:00Z")),
        StatedOrder(reference: "A-2", status: .unpaid, total: Money(minorUnits: 1_250, try #require(Currency("EUR")))),
      ])
  }

  @Test("A file without orders is read as an empty list")
  func none() throws {
    #expect(try StatedOrder.read(csv: "reference,status,total,currency\n".utf8) == [])
  }

  @Test(
    "An invalid row is refused with its line and the right form",
    arguments: [
      ("", 1, "empty"),
      ("reference,status,total\nA-1,paid,1\n", 1, "lacks currency"),
      ("reference,status,total,currency,Status\n", 1, "twice"),
      ("reference,status,total,currency\nA-1,paid,1,JPY\nA-2,paid,1\n", 3, "3 fields, and the heading 4"),
      ("reference,status,total,currency\nA-1,paid,1,JPY,x\n", 2, "5 fields"),
      ("reference,status,total,currency\nA-1,shipped,1,JPY\n", 2, "paid, unpaid, cancelled, refunded"),
      ("reference,status,total,currency\nA-1,paid,1.5,JPY\n", 2, "JPY has no decimals"),
      ("reference,status,total,currency\nA-1,paid,\"1,000\",EUR\n", 2, "no point separates thousands"),
      ("reference,status,total,currency\nA-1,paid,1.000,JPY\n", 2, "no point separates thousands"),
      (
        "reference,status,total,currency\nA-1,paid,119000,COP\nT-x,paid,12.000,COP\n", 3, "no point separates thousands"
      ),
      ("reference,status,total,currency\nA-1,paid,-1,JPY\n", 2, "is negative"),
      ("reference,status,total,currency\nA-1,paid,1,yen\n", 2, "ISO 4217"),
      ("reference,status,total,currency\nA-1,paid,,JPY\n", 2, "column total is empty"),
      ("reference,status,total,currency\n,paid,1,JPY\n", 2, "column reference is empty"),
      (
        "reference,status,total,currency\nA-1,paid,1,JPY\nA-2,paid,1,JPY\nA-1,paid,1,JPY\n", 4,
        "Line 2 has the same reference"
      ),
      ("reference,status,total,currency,created_at\nA-1,paid,1,JPY,2026-01-31T10:00:00\n", 2, "with its zone"),
      ("reference,status,total,currency,created_at\nA-1,paid,1,JPY,31.1.2026\n", 2, "created_at"),
      ("reference,status,total,currency,refunded\nA-1,paid,1,JPY,none\n", 2, "column refunded"),
    ])
  func refused(_ csv: String, _ line: Int, _ reason: String) {
    let problem = #expect(throws: CSVProblem.self) { try StatedOrder.read(csv: csv.utf8) }
    #expect(problem?.line == line)
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }

  @Test(
    "Exports of spreadsheets are read: semicolons, tabs, decimal commas, other bytes in columns that are not needed")
  func spreadsheets() throws {
    let euro = Money(minorUnits: 1_250, try #require(Currency("EUR")))
    let expected = [StatedOrder(reference: "A-1", status: .paid, total: euro)]
    for text in [
      "reference;status;total;currency\nA-1;paid;12,50;EUR\n",
      "reference\tstatus\ttotal\tcurrency\nA-1\tpaid\t12.50\tEUR\n",
      "reference,status,total,currency\nA-1,paid,\"12,50\",EUR\n",
    ] { #expect(try StatedOrder.read(csv: text.utf8) == expected, "\(text)") }
    let japanese = Array("name,reference,status,total,currency\n".utf8) + [0x8E, 0x52, 0x5C, 0x2C]
    #expect(try StatedOrder.read(csv: japanese + Array("A-1,paid,12.50,EUR\n".utf8)) == expected)
  }

  @Test("A problem names columns, and no content of a row")
  func silent() {
    let csv = "reference,status,total,currency\nJane Doe,Jane Doe,Jane Doe,Jane Doe\n"
    let problem = #expect(throws: CSVProblem.self) { try StatedOrder.read(csv: csv.utf8) }
    #expect(problem?.description.contains("Jane") == false)
  }

  @Test(
    "Times in the forms of common exports are read",
    arguments: [
      ("2026-01-31", "2026-01-31T00:00:00Z"), ("2026-01-31T12:00:05Z", "2026-01-31T12:00:05Z"),
      ("2026-01-31 12:00:05Z", "2026-01-31T12:00:05Z"), ("2026-01-31T12:00Z", "2026-01-31T12:00:00Z"),
      ("2026-01-31T12:00:05.678Z", "2026-01-31T12:00:05Z"), ("2026-01-31T00:30:00+09:00", "2026-01-30T15:30:00Z"),
      ("2026-01-31 12:00:05.25+09", "2026-01-31T03:00:05Z"), ("2015-05-18T15:48:50-0700", "2015-05-18T22:48:50Z"),
      ("2024-02-29T00:00:00-00:00", "2024-02-29T00:00:00Z"), ("31.01.2026 12:00:00 UTC", "2026-01-31T12:00:00Z"),
      ("2026-01-31 12:00:00UTC", "2026-01-31T12:00:00Z"), ("31.01.2026", "2026-01-31T00:00:00Z"),
    ])
  func times(_ text: String, _ expected: String) {
    #expect(Moment(written: text)?.iso8601 == expected)
  }

  @Test("Fractions of a second are read to the thousandth")
  func fractions() {
    #expect(Moment(written: "1970-01-01T00:00:01.5Z") == Moment(milliseconds: 1_500))
    #expect(Moment(written: "1970-01-01T00:00:01.0429999Z") == Moment(milliseconds: 1_042))
  }

  @Test(
    "A time without a time zone is refused",
    arguments: [
      "", "2026", "2026-1-31", "2026-02-30", "2026-01-31T", "2026-01-31T12Z", "2026-01-31T12:00:00",
      "2026-01-31T25:00Z",
      "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00+9", "2026-01-31T12:00:00+09:00x", "2026-01-31T12:00:00+24:00",
      "２０２６-01-31", "31.01.2026 12:00:00", "31.02.2026", "31/01/2026", "2026-01-31T12:00:00ZZ",
    ])
  func noTimes(_ text: String) {
    #expect(Moment(written: text) == nil)
  }
}
