import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import SwedbankPayModule
import Testing

@testable import SwedbankPay

/// The payment order of an app with the official SDK, whose version 2 needs lines.
@Suite("Swedbank Pay: payment orders of the SDK")
struct SDKOrderTests {
  /// 25 % and 6 %, a coupon and a gift card: 300.00 are left to pay, and 38.38 are VAT.
  private static let content: @Sendable () throws -> OrderContent = {
    try .sek([.line("Mugg", 14_900), .line("Bok", 24_900, "6")], discount: 5_000, giftCard: 4_800)
  }

  /// The record of a checkout that an app begins with these amounts.
  private func record(_ cups: Sale, amount: Int64, vat: Int64) throws -> [UInt8] {
    let address = try #require(Link(external: "https://pay.shop.example/ferry/sdk/swedbank-pay/"))
    let body = """
      {"paymentorder":{"operation":"Purchase","currency":"SEK","amount":\(amount),"vatAmount":\(vat),
      "urls":{"hostUrls":["\(address.text)"],"completeUrl":"\(address.text)complete",
        "cancelUrl":"\(address.text)cancel"},
      "payeeInfo":{"orderReference":"code"}}}
      """
    let backend = SwedbankPayBackend(
      cups.provider,
      ProviderConnection(transport: ClientTests.Script([]), time: VirtualTime(), randomness: SequentialRandomness()))
    let request = SDKRequest(.post, backend: address, path: "paymentorders", body: Array(body.utf8))
    guard case .pay(_, let payment) = try backend.task(request) else {
      Issue.record("The SDK pays nothing.")
      return []
    }
    let checkout = try Checkout(
      id: "co_2", order: cups.order, provider: SwedbankPayRegistration.id, kind: .app, language: .swedish,
      capture: .automatic, profile: cups.provider.profile, createdAt: .sample)
    return try payment.record(SDKCheckout(checkout, record: nil, isMisconfigured: false))
  }

  @Test("An app states what is left to pay and the VAT of all rates; the payment order has lines that add up")
  func lines() throws {
    var cups = try Sale(content: Self.content())
    cups.record = try record(cups, amount: 30_000, vat: 3_838)
    let sent = try sent(cups, 30_000)
    #expect(sent.amount == 30_000 && sent.vat == 3_838 && sent.json.count == 5)
  }

  /// The lines of the payment order, which add up.
  private func sent(_ cups: Sale, _ total: Int64) throws -> SentLines {
    let request = try cups.request(.authorize(.sek(total)))
    let sent = try SentLines(JSONDecoder().decode(UntypedJSON.self, from: Data(request.content))["paymentorder"])
    try sent.check()
    return sent
  }

  @Test("If a gift card leaves less to pay than the VAT, an app states the VAT as the payment order has it")
  func largeGiftCard() throws {
    var cups = try Sale(
      content: .sek([.line("Mugg", 14_900), .line("Bok", 24_900, "6")], discount: 5_000, giftCard: 33_000))
    #expect(throws: SDKRefusal.self) { try record(cups, amount: 1_800, vat: 3_838) }
    cups.record = try record(cups, amount: 1_800, vat: 1_800)
    let sent = try sent(cups, 1_800)
    #expect(sent.amount == 1_800 && sent.vat == 1_800)
  }

  @Test("Other amounts are refused", arguments: [(34_800, 3_838), (30_000, 3_309)] as [(Int64, Int64)])
  func otherAmounts(_ amount: Int64, _ vat: Int64) throws {
    let cups = try Sale(content: Self.content())
    #expect(throws: SDKRefusal.self) { try record(cups, amount: amount, vat: vat) }
  }
}
