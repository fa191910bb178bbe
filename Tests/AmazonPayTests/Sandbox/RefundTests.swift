import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Refunds")
struct RefundTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("A refund is pending for 30 seconds, then complete")
  func refunding() throws {
    let id = try shop.captured()
    let answer = try shop.refund(id, "100", key: "r")
    #expect(answer.status == 201)
    #expect(
      answer.body.members?.map(\.name) == [
        "refundId", "chargeId", "creationTimestamp", "refundAmount", "statusDetails", "softDescriptor",
        "releaseEnvironment",
      ])
    #expect(answer.state == "RefundInitiated")
    let refundID = try #require(answer.body["refundId"]?.text)
    #expect(try shop.charge(id).body["refundedAmount"]?["amount"]?.text == "0")
    shop.time.advance(by: .seconds(30))
    #expect(try shop.call(.get, "/v2/refunds/\(refundID)").state == "Refunded")
    #expect(try shop.charge(id).body["refundedAmount"]?["amount"]?.text == "100")
  }

  @Test("Refunds, pending ones included, are limited to the captured amount plus 15 %, at most 8,400 yen")
  func refundLimit() throws {
    let small = try shop.captured(amount: "1000", key: "a")
    #expect(try shop.refund(small, "1151", key: "r1").reasonCode == "TransactionAmountExceeded")
    #expect(try shop.refund(small, "1000", key: "r2").status == 201)
    #expect(try shop.refund(small, "151", key: "r3").reasonCode == "TransactionAmountExceeded")
    #expect(try shop.refund(small, "150", key: "r4").status == 201)
    let large = try shop.captured(amount: "1000000", key: "b")
    #expect(try shop.refund(large, "1008401", key: "r5").reasonCode == "TransactionAmountExceeded")
    #expect(try shop.refund(large, "1008400", key: "r6").status == 201)
  }

  @Test("Only captured charges are refunded, in their currency, and a declined refund releases its amount")
  func refusedRefunds() throws {
    let authorized = try shop.authorized(key: "a").charge
    #expect(try shop.refund(authorized, "1", key: "r1").reasonCode == "InvalidChargeStatus")
    let captured = try shop.captured(amount: "1000", key: "b")
    #expect(try shop.refund(captured, "1", key: "r2", currency: "USD").reasonCode == "CurrencyMismatch")
    let declined = try shop.refund(captured, "1150", key: "r3", simulation: "AmazonRejected")
    #expect(declined.status == 201)
    shop.time.advance(by: .seconds(30))
    let id = try #require(declined.body["refundId"]?.text)
    #expect(try shop.call(.get, "/v2/refunds/\(id)").stateReason == "AmazonRejected")
    #expect(try shop.refund(captured, "1150", key: "r4").status == 201)
  }

  @Test("A charge takes ten refunds")
  func refundCount() throws {
    let id = try shop.captured()
    for number in 0..<10 { #expect(try shop.refund(id, "1", key: "r\(number)").status == 201) }
    #expect(try shop.refund(id, "1", key: "more").reasonCode == "TransactionCountExceeded")
  }

  @Test("Refunds can be answered as the Japanese sandbox does")
  func oldRefunds() throws {
    var rules = Rules()
    rules.answersRefundsInOldForm = true
    let shop = try Shop(rules)
    let id = try shop.captured()
    let answer = try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(id)","refundAmount":{"amount":"100","currencyCode":"JPY"}}"#, key: "r")
    #expect(answer.body["refundAmount"]?["amount"]?.text == "100.00")
    #expect(answer.body["creationTimestamp"] == .number("1735787045000"))
  }
}
