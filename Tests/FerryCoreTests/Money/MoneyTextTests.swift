import FerryCore
import FerryTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    "Reads what others write for the same amount",
    arguments: [
      ("12.5", "EUR", 1_250), ("12", "EUR", 1_200), ("012.50", "EUR", 1_250), ("100.00", "JPY", 100),
      ("12.5000", "EUR", 1_250), ("-0", "JPY", 0), ("-0.00", "EUR", 0), ("0000000000000000000000001", "JPY", 1),
    ] as [(String, String, Int64)])
  func lenient(text: String, code: String, units: Int64) throws {
    #expect(try Money(decimal: text, try #require(Currency(code))).minorUnits == units)
  }

  @Test(
    "Refuses what is not plain decimal notation",
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
    "Refuses what does not fit",
    arguments: [
      ("9223372036854775808", "JPY"), ("-9223372036854775809", "JPY"), ("92233720368547758.08", "EUR"),
      ("9223372036854775807", "EUR"), ("99999999999999999999999999", "JPY"),
    ])
  func overflow(text: String, code: String) throws {
    let currency = try #require(Currency(code))
    #expect(throws: MoneyError.overflow) { try Money(decimal: text, currency) }
  }

  @Test("What is printed is read back, for every exponent", arguments: ["JPY", "EUR", "KWD", "CLF"])
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
