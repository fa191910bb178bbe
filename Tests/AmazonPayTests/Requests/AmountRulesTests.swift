import AmazonPay
import FerryCore
import FerryHTTP
import Foundation
import Testing

@Suite("Rules for amounts")
struct AmountRulesTests {
  @Test(
    "Refunds may exceed the captured amount by 15 %, at most 8,400 yen or 75 dollars, pounds or euros",
    arguments: [
      (Money.yen(10_000), Money.yen(1500)), (.yen(56_000), .yen(8400)), (.yen(56_007), .yen(8400)),
      (.yen(55_999), .yen(8399)), (.yen(10_000_000), .yen(8400)), (.yen(7), .yen(1)), (.yen(6), .yen(0)),
      (.yen(0), .yen(0)),
      (Money(minorUnits: 50_000, .eur), Money(minorUnits: 7500, .eur)),
      (Money(minorUnits: 49_999, .usd), Money(minorUnits: 7499, .usd)),
      (Money(minorUnits: 1, .gbp), Money(minorUnits: 0, .gbp)),
      (Money(minorUnits: 1_000_000, .sek), Money(minorUnits: 150_000, .sek)),
      (Money(minorUnits: .max, .sek), Money(minorUnits: 1_383_505_805_528_216_371, .sek)),
    ])
  func allowance(captured: Money, allowance: Money) throws {
    #expect(try AmountRules.refundAllowance(onCaptured: captured) == allowance)
  }

  @Test(
    "The refundable amount is captured amount plus allowance minus refunds",
    arguments: [
      (Money.yen(10_000), Money.yen(0), Money.yen(11_500)), (.yen(10_000), .yen(11_499), .yen(1)),
      (.yen(10_000), .yen(11_500), .yen(0)), (.yen(10_000), .yen(12_000), .yen(0)),
    ])
  func refundable(captured: Money, refunded: Money, left: Money) throws {
    #expect(try AmountRules.refundable(captured: captured, refunded: refunded) == left)
    if left.isPositive {
      try AmountRules.check(refund: left, captured: captured, refunded: refunded)
    }
    let more = try left.adding(.yen(1))
    #expect(
      throws: InvalidField(
        field: "refundAmount", .aboveLimit(left.description, what: "what can still be refunded of this charge"))
    ) { try AmountRules.check(refund: more, captured: captured, refunded: refunded) }
  }

  @Test("Refuses a second refund of 60 %")
  func twice() throws {
    try AmountRules.check(refund: .yen(6000), captured: .yen(10_000), refunded: .zero(.jpy))
    #expect(throws: InvalidField.self) {
      try AmountRules.check(refund: .yen(6000), captured: .yen(10_000), refunded: .yen(6000))
    }
  }

  @Test("Refuses other currencies, zero and too large amounts, each by its rule")
  func otherFaults() {
    #expect(throws: InvalidField(field: "refundAmount", .otherCurrency("JPY"))) {
      try AmountRules.check(refund: Money(minorUnits: 1, .eur), captured: .yen(10), refunded: .zero(.jpy))
    }
    #expect(throws: InvalidField(field: "refundAmount", .otherCurrency("JPY"))) {
      try AmountRules.check(refund: .yen(1), captured: .yen(10), refunded: .zero(.eur))
    }
    #expect(throws: InvalidField(field: "refundAmount", .notPositive)) {
      try AmountRules.check(refund: .yen(0), captured: .yen(10), refunded: .zero(.jpy))
    }
    #expect(throws: InvalidField(field: "refundAmount", .aboveMaximum("10000000 JPY"))) {
      try AmountRules.check(refund: .yen(10_000_001), captured: .yen(10_000_000), refunded: .zero(.jpy))
    }
  }

  @Test("A capture is at most the authorized amount, unless overcharging is allowed")
  func captures() throws {
    try AmountRules.check(capture: .yen(100), authorized: .yen(100))
    try AmountRules.check(capture: .yen(1), authorized: .yen(100))
    #expect(
      throws: InvalidField(field: "captureAmount", .aboveLimit("100 JPY", what: "what was authorized"))
    ) { try AmountRules.check(capture: .yen(101), authorized: .yen(100)) }
    try AmountRules.check(capture: .yen(101), authorized: .yen(100), allowsOvercharge: true)
    #expect(throws: InvalidField(field: "captureAmount", .aboveMaximum("10000000 JPY"))) {
      try AmountRules.check(capture: .yen(10_000_001), authorized: .yen(100), allowsOvercharge: true)
    }
  }

  @Test(
    "Refuses a refund if the refunded amount is unreadable",
    arguments: [
      (#"{"amount":"lots","currencyCode":"JPY"}"#, nil as Int64?), (#""10000""#, nil), (#"{"amount":"1"}"#, nil),
      ("null", 11_500), (#"{"amount":"1000","currencyCode":"JPY"}"#, 10_500),
    ])
  func refundedAmount(_ refunded: String, _ left: Int64?) throws {
    let text = """
      {"chargeId":"S03-0000000-0000000-C000000","chargePermissionId":"S03-0000000-0000000",\
      "chargeAmount":{"amount":"10000","currencyCode":"JPY"},"captureAmount":{"amount":"10000","currencyCode":"JPY"},\
      "refundedAmount":\(refunded),"statusDetails":{"state":"Captured"}}
      """
    let charge = try JSONDecoder().decode(Charge.self, from: Data(text.utf8))
    #expect(charge.refundable == left.map { .yen($0) })
    guard let left else {
      let unreadable = InvalidField(field: "refundedAmount", .unreadable)
      #expect(throws: unreadable) { try charge.check(refund: .yen(1)) }
      #expect(unreadable.description.contains("Seller Central"))
      return
    }
    try charge.check(refund: .yen(left))
    #expect(throws: InvalidField.self) { try charge.check(refund: .yen(left + 1)) }
  }

  @Test("A charge is at most the balance of its permission")
  func charges() throws {
    try AmountRules.check(charge: .yen(100), balance: .yen(100))
    #expect(
      throws: InvalidField(field: "chargeAmount", .aboveLimit("99 JPY", what: "what is left of the charge permission"))
    ) { try AmountRules.check(charge: .yen(100), balance: .yen(99)) }
  }

  @Test("Every fault begins with its field, and has the remedy and the document")
  func words() {
    func page(_ field: String, _ rule: FieldRule) -> Substring? {
      InvalidField(field: field, rule).description.firstMatch(of: /See "(.*)" in the Amazon Pay documentation\.$/)?.1
    }
    #expect(
      InvalidField(field: "refundAmount", .aboveLimit("5 JPY", what: "what is left")).description
        == "/refundAmount: It is above 5 JPY, what is left. See \"Manage refunds\" in the Amazon Pay documentation.")
    #expect(page("merchantMetadata.noteToBuyer", .tooLong(limit: 255)) == "Checkout Session")
    #expect(page("refundAmount", .aboveMaximum("1 JPY")) == "Refund")
    #expect(page("captureAmount", .aboveMaximum("1 JPY")) == "Charge")
    #expect(page("x-amz-pay-idempotency-key", .missing) == "Idempotency")
    #expect(page("deliveryDetails", .missing) == "Delivery Tracker")
    #expect(page("selector", .missing) == nil)
    #expect(InvalidField(field: "selector", .missing).description == "/selector: This is required.")
  }
}
