import FerryCheckout
import FerryCore
import FerryTesting
import Foundation
import GMOPaymentGatewayModule
import Testing

@Suite("GMO: a shop's options, and what orders it takes")
struct ShopOptionsTests {
  private func problems(_ json: String) throws -> [String] {
    let options = try JSONDecoder().decode(ProviderOptions.self, from: Data(json.utf8))
    return try Sale.provider().problems(of: options).map(\.pointer)
  }

  @Test("A note and two texts are options; what Windows-31J lacks, or is too long, is refused with its field")
  func options() throws {
    #expect(try problems(#"{"description": "ご購入〜ありがとう", "clientField2": "a", "clientField3": "b"}"#) == [])
    #expect(try problems(#"{"description": "ありがとう😀"}"#) == ["/description"])
    #expect(try problems(#"{"clientField2": "\#(String(repeating: "茶", count: 51))"}"#) == ["/clientField2"])
    #expect(try problems(#"{"clientField1": "a"}"#) == ["/clientField1"])
    #expect(try problems(#"{"note": 7, "more": true}"#) == ["/more", "/note"])
  }

  @Test("Yen only, and seven digits to pay with any postage, unless it leaves nothing to pay")
  func orders() throws {
    let provider = try Sale.provider()
    try provider.check(Sale.content)
    var dear = Sale.content
    dear.lines[0].unitPrice = .yen(4_999_750)
    #expect(throws: OrderProblem.self) { try provider.check(dear) }
    dear.shipping = nil
    try provider.check(dear)
    dear.lines[0].unitPrice = .yen(5_000_000)
    #expect(throws: OrderProblem.self) { try provider.check(dear) }
    dear.discounts = [NamedAmount("Coupon", .yen(1))]
    try provider.check(dear)
    (dear.discounts, dear.paidOtherwise) = (nil, [NamedAmount("Gift card", .yen(1))])
    try provider.check(dear)
    var gift = Sale.content
    gift.lines[0].unitPrice = .yen(0)
    gift.shipping?.zones = [.init(regions: ["Hokkaido"], price: .yen(0))]
    try provider.check(gift)
    var foreign = Sale.content
    foreign.currency = .usd
    foreign.lines = []
    foreign.shipping = nil
    #expect(throws: OrderProblem.self) { try provider.check(foreign) }
  }
}
