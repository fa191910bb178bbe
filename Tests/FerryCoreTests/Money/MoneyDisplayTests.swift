import FerryCore
import Testing

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

  @Test("Three decimals are written where the currency has them")
  func threeDecimals() throws {
    let dinar = try #require(Currency("KWD"))
    #expect(Money(minorUnits: 1_234_567, dinar).display == "KWD 1,234.567")
  }
}
