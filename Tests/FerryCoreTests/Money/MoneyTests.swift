import FerryCore
import FerryTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Money")
struct MoneyTests {
  private let most = Money(minorUnits: .max, .jpy)
  private let least = Money(minorUnits: .min, .jpy)

  @Test("Adds, subtracts and multiplies exactly")
  func arithmetic() throws {
    let price = Money.yen(8_980)
    #expect(try price.adding(.yen(15_980)) == .yen(24_960))
    #expect(try price.subtracting(.yen(10_000)) == .yen(-1_020))
    #expect(try price.multiplied(by: 3) == .yen(26_940))
    #expect(try Money.sum([price, price, .yen(1)], in: .jpy) == .yen(17_961))
    #expect(try Money.sum([], in: .eur) == .zero(.eur))
  }

  @Test("Knows its sign")
  func sign() {
    #expect(Money.yen(1).isPositive && !Money.yen(1).isZero && !Money.yen(1).isNegative)
    #expect(Money.yen(0).isZero && !Money.yen(0).isPositive && !Money.yen(0).isNegative)
    #expect(Money.yen(-1).isNegative && !Money.yen(-1).isPositive)
  }

  @Test("Overflow is an error and never wraps")
  func overflow() {
    #expect(throws: MoneyError.overflow) { try most.adding(.yen(1)) }
    #expect(throws: MoneyError.overflow) { try least.adding(.yen(-1)) }
    #expect(throws: MoneyError.overflow) { try least.subtracting(.yen(1)) }
    #expect(throws: MoneyError.overflow) { try most.subtracting(.yen(-1)) }
    #expect(throws: MoneyError.overflow) { try most.multiplied(by: 2) }
    #expect(throws: MoneyError.overflow) { try least.multiplied(by: -1) }
    #expect(throws: MoneyError.overflow) { try Money.sum([most, .yen(1)], in: .jpy) }
  }

  @Test("Amounts of two currencies are never combined or compared")
  func currencies() {
    let yen = Money.yen(1)
    let euro = Money(minorUnits: 1, .eur)
    let error = MoneyError.differentCurrencies(.jpy, .eur)
    #expect(throws: error) { try yen.adding(euro) }
    #expect(throws: error) { try yen.subtracting(euro) }
    #expect(throws: error) { try yen.isMore(than: euro) }
    #expect(throws: error) { try yen.orMore(euro) }
    #expect(throws: error) { try Money.sum([euro], in: .jpy) }
    #expect(Money.zero(.jpy) != Money.zero(.eur))
  }

  @Test("Compares amounts of one currency")
  func comparison() throws {
    #expect(try Money.yen(2).isMore(than: .yen(1)))
    #expect(try !Money.yen(1).isMore(than: .yen(1)))
    #expect(try Money.yen(1).orMore(.yen(2)) == .yen(2))
    #expect(try Money.yen(2).orMore(.yen(1)) == .yen(2))
  }
}

@Suite("Amounts for people")
struct MoneyDisplayTests {
  @Test(
    "Thousands are grouped and decimals are the currency's",
    arguments: [
      (Money.yen(0), "¥0"),
      (Money.yen(540), "¥540"),
      (Money.yen(8_980), "¥8,980"),
      (Money.yen(1_234_567), "¥1,234,567"),
      (Money.yen(-100_000), "-¥100,000"),
      (Money.yen(.min), "-¥9,223,372,036,854,775,808"),
      (Money(minorUnits: 5, .eur), "€0.05"),
      (Money(minorUnits: 50, .eur), "€0.50"),
      (Money(minorUnits: 123_456_789, .usd), "$1,234,567.89"),
      (Money(minorUnits: -5, .gbp), "-£0.05"),
      (Money(minorUnits: 9_900, .sek), "SEK 99.00"),
    ])
  func display(money: Money, expected: String) {
    #expect(money.display == expected)
  }

  @Test(
    "In Spanish the comma is the decimal sign, a sign stays with its number, and pesos and dollars name their currency",
    arguments: [
      (Money(minorUnits: 8_980_000, .cop), "$_89.800,00 COP"),
      (Money(minorUnits: 123_456_789, .usd), "$_1.234.567,89 USD"),
      (Money(minorUnits: -5, .cop), "-$_0,05 COP"),
      (Money.yen(8_980), "¥_8.980"),
      (Money(minorUnits: 9_900, .eur), "€_99,00"),
      (Money(minorUnits: 9_900, .sek), "SEK 99,00"),
    ])
  func spanishDisplay(money: Money, expected: String) {
    #expect(money.display(.spanish) == expected.replacing("_", with: "\u{A0}"))
    #expect(money.display(.japanese) == money.display(.english))
  }

  @Test(
    "In Swedish the unit stands behind, only the krona of Sweden is kr, and a line breaks before a code only",
    arguments: [
      (Money(minorUnits: 129_900, .sek), "1_299,00_kr"),
      (Money(minorUnits: -5, .sek), "-0,05_kr"),
      (Money(minorUnits: 123_456_789, .eur), "1_234_567,89_€"),
      (Money(minorUnits: 9_900, .usd), "99,00 USD"),
      (Money.yen(8_980), "8_980 JPY"),
      (Money.yen(.min), "-9_223_372_036_854_775_808 JPY"),
    ])
  func swedishDisplay(money: Money, expected: String) {
    #expect(money.display(.swedish) == expected.replacing("_", with: "\u{A0}"))
  }

  @Test("Other kroner have their codes in Swedish", arguments: ["NOK", "DKK"])
  func otherKroner(code: String) throws {
    let krone = try #require(Currency(code))
    #expect(Money(minorUnits: 129_900, krone).display(.swedish) == "1\u{A0}299,00 \(code)")
  }

  @Test("Three decimals are written if the currency has them")
  func threeDecimals() throws {
    let dinar = try #require(Currency("KWD"))
    #expect(Money(minorUnits: 1_234_567, dinar).display == "KWD 1,234.567")
  }
}

@Suite("Money as text")
struct MoneyTextTests {
  @Test(
    "Reads and prints exactly, with the currency's decimals",
    arguments: [
      ("0", "JPY", 0), ("8980", "JPY", 8_980), ("-1", "JPY", -1),
      ("0.00", "EUR", 0), ("0.05", "EUR", 5), ("-0.05", "EUR", -5), ("12.50", "EUR", 1_250),
      ("0.001", "KWD", 1), ("-7.250", "KWD", -7_250), ("1.0001", "CLF", 10_001),
      ("9223372036854775807", "JPY", .max), ("-9223372036854775808", "JPY", .min),
      ("92233720368547758.07", "EUR", .max), ("-922337203685477.5808", "CLF", .min),
    ] as [(String, String, Int64)])
  func exact(text: String, code: String, units: Int64) throws {
    let currency = try #require(Currency(code))
    let money = try Money(decimal: text, currency)
    #expect(money == Money(minorUnits: units, currency))
    #expect(money.decimal == text)
    #expect(money.description == "\(text) \(code)")
  }

  @Test(
    "Reads other notations of the same amount",
    arguments: [
      ("12.5", "EUR", 1_250), ("12", "EUR", 1_200), ("012.50", "EUR", 1_250), ("-0", "JPY", 0), ("-0.00", "EUR", 0),
      ("0000000000000000000000001", "JPY", 1), ("119000", "COP", 11_900_000),
    ] as [(String, String, Int64)])
  func otherNotations(text: String, code: String, units: Int64) throws {
    #expect(try Money(decimal: text, try #require(Currency(code))).minorUnits == units)
  }

  @Test(
    "Zeros beyond the currency's decimals are read from a provider only: a person may mean thousands",
    arguments: [
      ("3.000", "JPY", 3), ("3000.00", "JPY", 3_000), ("50.000", "COP", 5_000), ("1.000", "SEK", 100),
      ("12.5000", "EUR", 1_250), ("1.00000", "CLF", 10_000),
    ] as [(String, String, Int64)])
  func zeros(text: String, code: String, units: Int64) throws {
    let currency = try #require(Currency(code))
    #expect(throws: MoneyError.tooManyDecimals(currency)) { try Money(decimal: text, currency) }
    #expect(try Money(providerDecimal: text, currency).minorUnits == units)
    #expect(throws: MoneyError.tooManyDecimals(currency)) { try Money(providerDecimal: text + "1", currency) }
  }

  @Test(
    "A float's tail of a provider counts as the nearest minor unit, within a millionth of it",
    arguments: [
      ("29.949999999999999", "USD", 2_995), ("119000.00000000001", "COP", 11_900_000), ("29.95 ", "USD", 2_995),
      ("\t3000\n", "JPY", 3_000), ("2999.9999990", "JPY", 3_000), ("3000.000001", "JPY", 3_000),
      ("3000.0000010", "JPY", 3_000), ("3000.0000002", "JPY", 3_000), ("-0.009999999999", "EUR", -1),
      ("-12.300000000001", "EUR", -1_230), ("99.99999999999999", "SEK", 10_000), ("0.00000000001", "CLF", 0),
      ("29.949999999999999289457264239899814128875732421875", "USD", 2_995),
    ] as [(String, String, Int64)])
  func tails(text: String, code: String, units: Int64) throws {
    let currency = try #require(Currency(code))
    #expect(try Money(providerDecimal: text, currency).minorUnits == units)
    #expect(throws: MoneyError.self) { try Money(decimal: text, currency) }
  }

  @Test(
    "An amount between two minor units is none",
    arguments: [
      "3000.5", "3000.999998", "3000.0000011", "3000.000002", "3000.1", "3 000", " ", "", "3000.", "3e3", "9.9999999x",
    ])
  func between(text: String) {
    #expect(throws: MoneyError.self) { try Money(providerDecimal: text, .jpy) }
  }

  @Test("A tail is not rounded beyond 64 bits")
  func tailOverflow() throws {
    #expect(throws: MoneyError.overflow) { try Money(providerDecimal: "9223372036854775807.9999999", .jpy) }
    #expect(try Money(providerDecimal: "9223372036854775807.0000001", .jpy).minorUnits == .max)
  }

  @Test("A refusal shows the right form")
  func advice() {
    #expect(
      MoneyError.tooManyDecimals(.jpy).description
        == "JPY has no decimals, and no point separates thousands; write 3000, not 3.000.")
    #expect(
      MoneyError.tooManyDecimals(.sek).description
        == "SEK has 2 decimals at most, and no point separates thousands; write 3000 or 3000.00.")
  }

  @Test(
    "Refuses everything but plain decimal notation",
    arguments: [
      "", " ", "-", "+1", "--1", ".5", "5.", ".", "1.2.3", "1,000", "1e3", "0x10", "NaN", "inf", "¥100", "１００", "1 0",
      " 1", "1 ", "1\n", "1.-5", "٣", "-\u{301}1", "1\u{301}", "1\u{0}",
    ])
  func refused(text: String) {
    #expect(throws: MoneyError.notANumber) { try Money(decimal: text, .eur) }
  }

  @Test(
    "Refuses decimals that the currency does not have",
    arguments: [("705.50", "JPY"), ("0.1", "JPY"), ("1.005", "EUR"), ("1.00001", "CLF")])
  func tooManyDecimals(text: String, code: String) throws {
    let currency = try #require(Currency(code))
    #expect(throws: MoneyError.tooManyDecimals(currency)) { try Money(decimal: text, currency) }
  }

  @Test(
    "Refuses amounts out of range",
    arguments: [
      ("9223372036854775808", "JPY"), ("-9223372036854775809", "JPY"), ("92233720368547758.08", "EUR"),
      ("9223372036854775807", "EUR"), ("99999999999999999999999999", "JPY"),
    ])
  func overflow(text: String, code: String) throws {
    let currency = try #require(Currency(code))
    #expect(throws: MoneyError.overflow) { try Money(decimal: text, currency) }
  }

  @Test("Printed amounts are read back, for every exponent", arguments: ["JPY", "EUR", "KWD", "CLF"])
  func roundTrip(code: String) throws {
    let currency = try #require(Currency(code))
    var generator = SplitMix64(seed: 2_026)
    for _ in 0..<2_000 {
      let units = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0..<63, using: &generator)
      let money = Money(minorUnits: units, currency)
      #expect(try Money(decimal: money.decimal, currency) == money)
    }
  }

  @Test("Is amount and currency in JSON, the amount as text")
  func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(Money(minorUnits: 1_250, .eur)), as: UTF8.self)
    #expect(json == #"{"amount":"12.50","currency":"EUR"}"#)
    #expect(try JSONDecoder().decode(Money.self, from: Data(json.utf8)) == Money(minorUnits: 1_250, .eur))
  }

  @Test(
    "Refuses amounts in JSON that are no exact text",
    arguments: [
      #"{"amount":8980,"currency":"JPY"}"#, #"{"amount":"89.80","currency":"JPY"}"#, #"{"amount":"","currency":"JPY"}"#,
      #"{"amount":"1","currency":"yen"}"#, #"{"amount":"1"}"#, #"{"currency":"JPY"}"#,
      #"{"amount":null,"currency":"JPY"}"#,
      #"{"amount":"99999999999999999999","currency":"JPY"}"#, #""8980 JPY""#,
    ])
  func badCoding(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Money.self, from: Data(json.utf8)) }
  }
}
