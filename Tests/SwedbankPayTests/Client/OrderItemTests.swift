import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Order items")
struct OrderItemTests {
  private func refused(_ items: [OrderItem], vat: Int64 = 300) throws -> String? {
    try refusedField {
      try SwedbankPayCall.createPaymentOrder(
        .sample {
          $0.orderItems = items
          $0.vatAmount = .sek(vat)
        })
    }
  }

  @Test("Items and their VAT add up to the order")
  func sums() throws {
    #expect(try refused([.sample()]) == nil)
    #expect(try refused([.sample(1000, vat: 200), .sample(500, vat: 100)]) == nil)
    #expect(try refused([.sample(2000, vat: 400), .sample(-500, vat: -100, kind: .discount)]) == nil)
    #expect(try refused([.sample(1499)]) == "/paymentorder/orderItems")
    #expect(try refused([.sample(1500, vat: 299)]) == "/paymentorder/orderItems")
    #expect(
      try refused([.sample(Int64.max, vat: 0), .sample(Int64.max, vat: 0)], vat: 0) == "/paymentorder/orderItems")
  }

  @Test("A fee of a single payment method is no part of the order's amount")
  func fees() throws {
    var fee = OrderItem.sample(1900, vat: 380, kind: .paymentFee)
    fee.restrictedToInstruments = [.known(.invoiceSweden)]
    #expect(try refused([.sample(), fee]) == nil)
  }

  @Test("Every field of an item is checked")
  func fields() throws {
    let cases: [(String, (inout OrderItem) -> Void)] = [
      ("reference", { $0.reference = "" }), ("name", { $0.name = "" }), ("quantityUnit", { $0.quantityUnit = "" }),
      ("class", { $0.itemClass = "two words" }), ("class", { $0.itemClass = "" }),
      ("itemUrl", { $0.itemUrl = "/cup" }), ("imageUrl", { $0.imageUrl = "x" }), ("quantity", { $0.quantity = 0 }),
      ("vatPercent", { $0.vatPercent = 10_001 }), ("vatPercent", { $0.vatPercent = -1 }),
      ("unitPrice", { $0.unitPrice = Money(minorUnits: 1, .eur) }),
      ("discountPrice", { $0.discountPrice = Money(minorUnits: 1, .eur) }),
      ("amount", { $0.amount = .sek(-1500) }), ("vatAmount", { $0.vatAmount = .sek(1501) }),
      ("vatAmount", { $0.vatAmount = .sek(-1) }), ("description", { $0.description = "" }),
    ]
    for (member, change) in cases {
      var item = OrderItem.sample()
      change(&item)
      #expect(try refused([item]) == "/paymentorder/orderItems/0/\(member)")
    }
  }

  @Test("Quantities are exact to four decimals", arguments: [(15_000, "1.5"), (1, "0.0001"), (20_000, "2")])
  func quantities(_ tenThousandths: Int64, _ text: String) throws {
    var item = OrderItem.sample()
    item.quantity = Quantity(tenThousandths: tenThousandths)
    let call = try SwedbankPayCall.createPaymentOrder(.sample { $0.orderItems = [item] })
    #expect(call.json?["paymentorder"]?["orderItems"]?.array?.first?["quantity"] == .number(text))
  }

  @Test("An item is sent with its documented names")
  func encoding() throws {
    let call = try SwedbankPayCall.createPaymentOrder(.sample { $0.orderItems = [.sample()] })
    #expect(
      call.json?["paymentorder"]?["orderItems"] == [
        [
          "reference": "P1", "name": "Cup", "type": "PRODUCT", "class": "Cups-1", "description": "A cup", "quantity": 1,
          "quantityUnit": "pcs", "unitPrice": 1500, "vatPercent": 2500, "amount": 1500, "vatAmount": 300,
        ]
      ])
  }
}
