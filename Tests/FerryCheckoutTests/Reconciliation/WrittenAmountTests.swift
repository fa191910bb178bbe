import FerryCheckout
import FerryCore
import Foundation
import Testing

@Suite("Amounts and times of exports")
struct WrittenAmountTests {
  @Test(
    "An amount is read with a point or a comma before the decimals, and with marks between thousands",
    arguments: [
      ("12.50", "EUR", "12.50"), ("12,5", "EUR", "12.50"), ("3000,00", "EUR", "3000.00"),
      ("1.234,56", "EUR", "1234.56"),
      ("1,234.56", "EUR", "1234.56"), ("-1.234.567,89", "EUR", "-1234567.89"), ("1 234,56", "SEK", "1234.56"),
      ("1\u{A0}234,56", "SEK", "1234.56"), ("1'234.50", "CHF", "1234.50"), ("\u{2212}5,00", "EUR", "-5.00"),
      (" 7 ", "EUR", "7.00"), ("0,500", "EUR", "0.50"), ("3000", "JPY", "3000"), ("3,000", "JPY", "3000"),
      ("1,234,567", "JPY", "1234567"), ("1.234.567", "COP", "1234567.00"), ("9520.00", "JPY", "9520"),
      ("3.000", "KWD", "3.000"), ("-0.05", "USD", "-0.05"),
    ])
  func amounts(_ text: String, _ code: String, _ decimal: String) throws {
    #expect(try Money(written: text, try #require(Currency(code))).decimal == decimal)
  }

  @Test(
    "An amount that could be another one is refused, and so is what is no number",
    arguments: [
      ("3.000", "JPY", MoneyError.tooManyDecimals(.jpy)), ("3,000", "EUR", nil), ("-12.000", "COP", nil),
      ("3,000", "KWD", nil), ("5.5", "JPY", .tooManyDecimals(.jpy)), ("", "JPY", .notANumber),
      ("--5", "JPY", .notANumber),
      ("1,23,456", "JPY", .notANumber), ("1.234,567,890", "JPY", .notANumber), ("1 2", "JPY", .notANumber),
      ("¥5", "JPY", .notANumber), ("٣", "JPY", .notANumber), ("1.2.3", "EUR", .notANumber), ("1e3", "EUR", .notANumber),
      ("99999999999999999999", "JPY", .overflow),
    ] as [(String, String, MoneyError?)])
  func refused(_ text: String, _ code: String, _ expected: MoneyError?) throws {
    let currency = try #require(Currency(code))
    #expect(throws: expected ?? .tooManyDecimals(currency)) { try Money(written: text, currency) }
  }

  @Test("Every amount of a currency survives each way to write it")
  func roundTrip() throws {
    var random = SystemRandomNumberGenerator()
    for code in ["JPY", "EUR", "KWD"] {
      let currency = try #require(Currency(code))
      for _ in 0..<500 {
        let money = Money(minorUnits: Int64.random(in: -10_000_000...10_000_000, using: &random), currency)
        #expect(try Money(written: money.decimal, currency) == money)
        guard currency.exponent == 2 else { continue }
        #expect(try Money(written: money.decimal.replacing(".", with: ","), currency) == money)
      }
    }
  }

  @Test(
    "A time without a zone is read in the provider's zone, on both sides of a change of the clock",
    arguments: [
      ("2026-01-31 12:00:00", "2026-01-31T11:00:00Z"), ("2026-07-01 12:00:00", "2026-07-01T10:00:00Z"),
      ("2026-03-29 03:30:00", "2026-03-29T01:30:00Z"), ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
      ("31.01.2026 00:00", "2026-01-30T23:00:00Z"),
    ])
  func local(_ text: String, _ expected: String) {
    #expect(Moment(written: text, in: TimeZone(identifier: "Europe/Stockholm"))?.iso8601 == expected)
  }
}
