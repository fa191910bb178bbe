public import FerryCore

extension Checkout {
  /// The offer to the buyer, and their agreement. Stored as fields of the checkout.
  struct Review: Codable, Hashable, Sendable {
    /// Rises whenever the review changes that the buyer would agree to.
    var revision = 0
    /// The selection at the provider; nil before it, and in journey `pay`.
    private(set) var selection: Selection?
    /// The price, for the selection if there is one; nil if the buyer has still to select something.
    private(set) var quote: Quote?
    /// Frozen before the payment page is asked for.
    var agreed: Agreement?
    /// The totals of agreements that the buyer has since changed.
    private(set) var agreedBefore: [Money] = []
  }

  /// The review that the buyer agreed to.
  public struct Agreement: Codable, Hashable, Sendable {
    public let revision: Int
    public let total: Money
  }
}

extension Checkout.Review {
  /// Prices a quote again that was stored before orders had several rates: it has the sum of the tax alone.
  mutating func completeQuote(of content: OrderContent) {
    guard let quote, quote.taxes.isEmpty, quote.tax.isPositive else { return }
    self.quote = (try? Quote(content, shipping: quote.shipping)).flatMap { $0.total == quote.total ? $0 : nil } ?? quote
  }

  /// Shows the buyer a new price.
  /// - Parameter selection: Nil in journey `pay`.
  mutating func offer(_ quote: Quote, for selection: Selection? = nil) {
    self.quote = quote
    self.selection = selection
    revision += 1
  }

  mutating func agree(to total: Money) { agreed = Checkout.Agreement(revision: revision, total: total) }

  mutating func revokeAgreement() {
    guard let agreed else { return }
    if !agreedBefore.contains(agreed.total) { agreedBefore.append(agreed.total) }
    self.agreed = nil
  }

  /// Forgets selection and agreement. The revision keeps rising, so that an agreement to an earlier review never counts
  /// for a later one.
  mutating func restart() {
    quote = nil
    selection = nil
    agreed = nil
  }
}
