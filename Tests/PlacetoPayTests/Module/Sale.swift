import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import PlacetoPay
import PlacetoPayModule

typealias Sale = SoldOrder<PlacetoPayProvider, ScriptedPlacetoPay>

/// A checkout for two cups at PlacetoPay.
extension Sale {
  static var total: Money { .cop(12_000) }

  static var content: OrderContent {
    OrderContent(
      currency: .cop,
      lines: [OrderLine(sku: "cup", name: "Taza de café", quantity: 2, unitPrice: .cop(5_000))],
      tax: TaxRule(Rate(percent: "19") ?? .zero, rounding: .halfUp, included: true),
      shipping: ShippingRule(standard: .cop(2_000)))
  }

  /// A checkout whose buyer is at PlacetoPay.
  init(
    capture: CapturePolicy = .automatic, showsOperations: Bool = false, options: ProviderOptions? = nil,
    content: OrderContent = Sale.content, _ bank: ScriptedPlacetoPay = ScriptedPlacetoPay()
  ) throws {
    let provider = try Self.provider { $0.queriesShowOperations = showsOperations }
    try self.init(content, at: provider, bank, buyer: .sample, capture: capture, options: options)
    try confirm()
    try apply(.leave(change: nil))
  }

  /// One cup for a price, without delivery. The buyer is at PlacetoPay.
  static func one(_ price: Money) throws -> Sale {
    let bank = ScriptedPlacetoPay()
    bank.set { $0.asked = #"{"currency": "\#(price.currency)", "total": \#(price.decimal)}"# }
    let line = OrderLine(sku: "cup", name: "Taza de café", quantity: 1, unitPrice: price)
    return try Sale(content: OrderContent(currency: price.currency, lines: [line], tax: content.tax), bank)
  }

  static func paid(showsOperations: Bool = false) throws -> Sale {
    var cups = try Sale(showsOperations: showsOperations)
    try cups.pay()
    return cups
  }

  static func held(showsOperations: Bool = false) throws -> Sale {
    var cups = try Sale(capture: .manual, showsOperations: showsOperations)
    try cups.pay()
    return cups
  }

  static func provider(_ change: (inout PlacetoPayProvider.Options) -> Void = { _ in }) throws -> PlacetoPayProvider {
    var options = PlacetoPayProvider.Options(country: "CO")
    change(&options)
    return PlacetoPayProvider(try .sample(), options)
  }

  /// Reads an answer to the request of a command's stage.
  func reaction(_ kind: Command.Kind, stage: String = "", _ status: Int, _ body: String) throws -> ProviderReaction {
    let request = try request(kind, stage: stage)
    let answer = ProviderAnswer(
      status: .init(code: status), headers: [:], body: Array(body.utf8), receivedAt: .sample,
      sent: try sealed(request).request)
    return provider.receive(answer, to: request, of: task(kind, stage: stage))
  }

  // MARK: The buyer and the merchant

  /// The buyer returns, and PlacetoPay is asked.
  mutating func returned(_ change: (inout ScriptedPlacetoPay.State) -> Void) throws {
    bank.set(change)
    try apply(.returned(session: nil))
  }

  /// The buyer pays the whole amount, or it is held.
  mutating func pay(_ payments: [ScriptedPlacetoPay.Payment] = [.init(id: 71)]) throws {
    try returned {
      $0.status = "APPROVED"
      $0.reason = "00"
      $0.payments = payments
    }
  }
}
