import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Currency")
struct CurrencyTests {
  @Test(
    "Knows how many decimals ISO 4217 gives a currency",
    arguments: [
      ("JPY", 0), ("KRW", 0), ("CLP", 0), ("ISK", 0), ("UYI", 0), ("EUR", 2), ("SEK", 2), ("COP", 2), ("XCG", 2),
      ("KWD", 3), ("TND", 3), ("IQD", 3), ("CLF", 4), ("UYW", 4),
    ])
  func exponents(code: String, exponent: Int) throws {
    let currency = try #require(Currency(code))
    #expect(currency.code == code)
    #expect(currency.exponent == exponent)
  }

  @Test("The constants agree with the table", arguments: [Currency.jpy, .eur, .usd, .gbp, .sek])
  func constants(_ currency: Currency) {
    #expect(Currency(currency.code) == currency)
  }

  @Test("Refuses an invalid currency code", arguments: ["", "jpy", "JP", "JPYY", "XXX", "XAU", " JPY", "ＪＰＹ", "ABC"])
  func unknown(code: String) {
    #expect(Currency(code) == nil)
  }

  @Test(
    "A major unit has ten to the exponent minor units",
    arguments: [("JPY", 1), ("EUR", 100), ("KWD", 1_000), ("CLF", 10_000)])
  func minorUnits(code: String, units: Int64) throws {
    #expect(try #require(Currency(code)).minorUnitsPerMajorUnit == units)
  }

  @Test("Is its code in JSON and in text")
  func coding() throws {
    #expect(String(decoding: try JSONEncoder().encode([Currency.jpy]), as: UTF8.self) == #"["JPY"]"#)
    #expect(try JSONDecoder().decode([Currency].self, from: Data(#"["EUR"]"#.utf8)) == [.eur])
    #expect("\(Currency.sek)" == "SEK")
  }

  @Test("Refuses an unknown code in JSON", arguments: [#"["yen"]"#, #"[392]"#, #"[null]"#])
  func badCoding(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Currency].self, from: Data(json.utf8)) }
  }
}
