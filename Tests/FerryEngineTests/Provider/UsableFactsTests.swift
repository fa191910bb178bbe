import FerryCheckout
import FerryCore
import FerryProvider
import Testing

@Suite("Facts about the buyer that a provider can use")
struct UsableFactsTests {
  @Test(
    "A telephone number is written with its country",
    arguments: [
      ("+46 (0)70-123 45 67", nil, "+46701234567"), ("070-123 45 67", "SE", "+46701234567"),
      ("701234567", "SE", "+46701234567"), ("0046 70 123 45 67", nil, "+46701234567"),
      ("+460701234567", nil, "+46701234567"), ("+47 (0)22 12 34 56", nil, "+4722123456"),
      ("(+46) 70-123 45 67", "DE", "+46701234567"),
      ("０７０ー１２３４ー５６７８", "JP", "+817012345678"), ("＋８１７０１２３４５６７８", nil, "+817012345678"),
      ("0171/1234567", "DE", "+491711234567"), ("06 1234 5678", "IT", "+390612345678"),
      ("+39 (0)6 1234 5678", nil, "+390612345678"), ("412 34 567", "no", "+4741234567"),
      ("300 123 4567", "CO", "+573001234567"), ("(787) 555-0100", "PR", "+17875550100"),
      ("1 787 555 0100", "US", "+17875550100"), ("06 30 123 4567", "HU", "+36301234567"),
      ("+225 07 01 23 45 67", nil, "+2250701234567"), ("+999 (0)12345678", nil, "+99912345678"),
      ("070-123 45 67 ext. 12", "SE", "+46701234567"), ("tel:+46739000001", nil, "+46739000001"),
    ] as [(String, String?, String)])
  func telephone(_ text: String, _ country: String?, _ number: String) {
    #expect(TelephoneNumber.international(text, country: country) == number)
  }

  @Test(
    "A text without a whole telephone number is none",
    arguments: [
      ("12345", "SE"), ("12345", "CO"), ("12345", "EC"), ("12345", nil), ("070-123 45 67", nil),
      ("070-123 45 67", "ZZ"),
      ("0171/1234567", nil), ("０７０ー１２３４ー５６７８", nil), ("+4673", nil), ("+1234567890123456", nil), ("+0701234567", nil),
      ("070 123 45 67", "NO"), ("46701234567", "SE"), ("", "SE"), ("unknown", "SE"), ("+", "SE"),
      (String(repeating: "0", count: 50_000), "SE"),
    ] as [(String, String?)])
  func noTelephone(_ text: String, _ country: String?) {
    #expect(TelephoneNumber.international(text, country: country) == nil)
  }

  @Test("Facts are repaired without a note")
  func repaired() {
    let stated = BuyerFacts(
      ipAddress: "192.0.2.7", userAgent: " Agent ", documentType: "", document: " １０４０ ", name: " Åsa ", surname: "　",
      email: "ａｓａ＠example.com\n", mobile: "070-123 45 67")
    let usable = UsableFacts(stated, country: "SE")
    #expect(
      usable.facts
        == BuyerFacts(
          ipAddress: "192.0.2.7", userAgent: " Agent ", document: "1040", name: "Åsa", email: "asa@example.com",
          mobile: "+46701234567"))
    #expect(usable.leftOut.isEmpty && usable.remark == nil)
  }

  @Test(
    "A fact that cannot be used is left out and named, without its value",
    arguments: [
      ("/buyer/mobile", BuyerFacts(mobile: "12345")), ("/buyer/email", BuyerFacts(email: "not-an-email")),
      ("/buyer/email", BuyerFacts(email: "ana@señal.example")),
      ("/buyer/email", BuyerFacts(email: String(repeating: "a", count: 250) + "@example.com")),
      ("/buyer/name", BuyerFacts(name: String(repeating: "a", count: 128))),
      ("/buyer/name", BuyerFacts(name: "A\u{0}")),
      ("/buyer/surname", BuyerFacts(surname: "\u{202E}x")), ("/buyer/document", BuyerFacts(document: "1\u{0}0")),
    ])
  func leftOut(_ pointer: String, _ stated: BuyerFacts) throws {
    let usable = UsableFacts(stated, country: "SE")
    #expect(usable.facts == BuyerFacts())
    #expect(usable.leftOut.map(\.pointer) == [pointer])
    #expect(try #require(usable.remark).hasSuffix("left out: \(pointer)."))
    #expect(!"\(usable.leftOut)".contains("12345"))
  }

  @Test("The country of an order is its only country of delivery")
  func country() {
    func order(_ countries: [String]?) -> OrderContent {
      OrderContent(
        currency: .jpy, lines: [], tax: TaxRule(.tenPercent, rounding: .down, included: true),
        shipping: ShippingRule(standard: .yen(600), countries: countries))
    }
    #expect(order(["SE"]).country == "SE")
    #expect(order(["SE", "NO"]).country == nil && order(nil).country == nil)
  }
}
