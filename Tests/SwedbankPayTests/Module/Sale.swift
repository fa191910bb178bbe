import FerryCheckout
import FerryCore
import FerryHTTP
import FerryTesting
import Foundation
import SwedbankPay
import SwedbankPayModule

typealias Sale = SoldOrder<SwedbankPayProvider, ScriptedSwedbankPay>

/// A checkout for two cups at Swedbank Pay.
extension Sale {
  static var total: Money { .sek(12_000) }
  static var buyer: BuyerFacts {
    BuyerFacts(
      ipAddress: "198.51.100.7", userAgent: "Mozilla/5.0 (iPhone)", name: "Astrid", surname: "Lindqvist",
      email: "astrid@shop.example", mobile: "+46739000001")
  }

  static var content: OrderContent {
    OrderContent(
      currency: .sek, lines: [OrderLine(sku: "cup", name: "Kopp", quantity: 2, unitPrice: .sek(5_000))],
      tax: TaxRule(Rate(percent: "25") ?? .zero, rounding: .halfUp, included: true),
      shipping: ShippingRule(standard: .sek(2_000)))
  }

  /// A checkout whose buyer is at Swedbank Pay.
  init(
    capture: CapturePolicy = .automatic, content: OrderContent = Sale.content, language: Language = .english,
    options: ProviderOptions? = nil, provider: SwedbankPayProvider? = nil,
    _ bank: ScriptedSwedbankPay = ScriptedSwedbankPay()
  ) throws {
    try self.init(
      content, at: try provider ?? Self.provider(), bank, buyer: Self.buyer, language: language, capture: capture,
      options: options)
    let amount = checkout.quote?.total.minorUnits ?? 0
    bank.set { $0.amount = amount }
    try confirm()
    try apply(.leave(change: nil))
  }

  static func provider(_ change: (inout SwedbankPayProvider.Options) -> Void = { _ in }) throws -> SwedbankPayProvider {
    var options = SwedbankPayProvider.Options()
    change(&options)
    return SwedbankPayProvider(try .sample(), options)
  }

  /// Another checkout of the order has been paid.
  mutating func payElsewhere() throws {
    var stated = try JSONDecoder().decode([String: UntypedJSON].self, from: JSONEncoder().encode(order))
    stated["paidBy"] = .string("co_0")
    order = try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(stated))
  }

  // MARK: The buyer

  /// The buyer's card is authorized, or a payment by bank or Swish is a sale. The buyer returns.
  mutating func pay(_ kind: String = "Authorization", created: String = "2026-01-15T14:31:00Z") throws {
    bank.set { state in
      state.status = "Paid"
      state.transactions = [
        .init(kind: kind, number: 71, amount: state.amount, reference: state.payee, created: created)
      ]
    }
    try apply(.returned(session: nil))
  }

  /// - Parameter kind: Of the transaction.
  static func paid(_ kind: String = "Authorization") throws -> Sale {
    var cups = try Sale()
    try cups.pay(kind)
    return cups
  }

  static func held() throws -> Sale {
    var cups = try Sale(capture: .manual)
    try cups.pay()
    return cups
  }
}
