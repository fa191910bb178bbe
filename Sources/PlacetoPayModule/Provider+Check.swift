public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider
import PlacetoPay

/// The order, as a new session states it.
extension PlacetoPayProvider {
  public func check(_ content: OrderContent) throws(OrderProblem) {
    try content.require(options.currencies, of: "PlacetoPay")
    try content.requireNoRestrictions(at: "PlacetoPay")
    try content.checkQuotes { quote throws(OrderProblem) in
      let example = payment(content, quote, quote.total, reference: "R", number: "N", .english)
      do throws(InvalidField) { try NewSession(payment: example, returnUrl: origin).check() } catch {
        throw OrderProblem("/order/lines", error.explanation)
      }
    }
  }

  /// The request for a task's session. Both return URLs are sent: PlacetoPay does not document where buyers go without them.
  func newSession(_ task: ProviderTask, _ total: Money) throws(ProviderFailure) -> NewSession {
    let checkout = task.checkout
    var session = NewSession(
      payment: payment(
        checkout.content, checkout.quote, total, reference: task.reference, number: task.order.number,
        checkout.language),
      type: checkout.capture == .manual ? .checkin : nil, returnUrl: task.returnURLs.pay,
      cancelUrl: task.returnURLs.cancel)
    session.expiration = checkout.expiresAt
    session.locale = "\(language(checkout.language))_\(options.country)"
    session.fields = [NameValuePair(PaymentOptions.orderField, .string(task.order.number))]
    try checkout.options(as: PaymentOptions.self)?.apply(to: &session)
    return session
  }

  /// PlacetoPay shows the items, and does not add them up. Those beyond 50 are not shown.
  private func payment(
    _ content: OrderContent, _ quote: Quote?, _ total: Money, reference: String, number: String, _ language: Language
  ) -> NewPayment {
    let category: Item.Category = content.shipping == nil ? .digital : .physical
    return NewPayment(
      reference: reference,
      description: "\(self.language(language) == "es" ? "Pedido" : "Order") \(number)",
      amount: quote.map { amount(content, $0, total) } ?? Amount(total),
      items: content.lines.prefix(Self.mostItems).map {
        Item(sku: $0.sku, name: $0.name, category: category, quantity: $0.quantity, price: $0.unitPrice)
      })
  }

  private static let mostItems = 50

  /// The goods without any tax, all reductions, and delivery at its stated price. PlacetoPay has no kind for gift cards: what
  /// they pay counts as a discount.
  private func amount(_ content: OrderContent, _ quote: Quote, _ total: Money) -> Amount {
    guard quote.total == total,
      let goods = content.tax.included ? try? quote.subtotal.subtracting(quote.tax) : quote.subtotal,
      let reductions = try? Money.sum([quote.discount, quote.paidOtherwise].compactMap(\.self), in: total.currency)
    else { return Amount(total) }
    let details = [
      AmountDetail(.subtotal, goods), AmountDetail(.discount, reductions), AmountDetail(.shipping, quote.shipping),
    ]
    return Amount(total, taxes: taxes(of: quote), details: details.filter(\.amount.isPositive))
  }

  /// One tax of each kind: PlacetoPay does not document what it makes of two.
  private func taxes(of quote: Quote) -> [Tax] {
    TaxKind.allCases.compactMap { kind in
      let taxes = quote.taxes.filter { $0.kind ?? .general == kind }
      guard let tax = try? Money.sum(taxes.map(\.tax), in: quote.total.currency), tax.isPositive,
        let base = try? Money.sum(taxes.map(\.base), in: quote.total.currency)
      else { return nil }
      return Tax(kindOfTax(kind), tax, base: base)
    }
  }

  private func kindOfTax(_ kind: TaxKind) -> Tax.Kind {
    switch kind {
    // Puerto Rico has sales taxes, and no value added tax.
    case .general: options.country == "PR" ? .stateTax : .valueAddedTax
    case .excise: .exciseDuty
    }
  }

  /// The language of PlacetoPay's pages: they have four, and English is the one for all others.
  private func language(_ language: Language) -> String {
    ["es", "en", "pt", "it"].contains(language.rawValue) ? language.rawValue : "en"
  }
}
