public import FerryCore

extension Checkout {
  /// The offer to the buyer, and their agreement.
  struct Review: Hashable, Sendable {
    /// Rises whenever the review changes that the buyer would agree to.
    var revision: Int
    var offer: Offer
    /// Frozen before the payment page is asked for.
    var agreed: Agreement?
    /// The totals of agreements that the buyer has since changed.
    var agreedBefore: [Money] = []

    init(revision: Int, offer: Offer) {
      self.revision = revision
      self.offer = offer
    }
  }

  /// The price, for everything that it depends on.
  enum Offer: Hashable, Sendable {
    /// The buyer has selected nothing yet, so that there is no price.
    case none
    /// Journey `pay`: the price is the order's.
    case order(Quote)
    case selection(Selection, Quote)
  }

  /// The review that the buyer agreed to.
  public struct Agreement: Codable, Hashable, Sendable {
    public let revision: Int
    public let total: Money
  }
}

extension Checkout.Review {
  var selection: Selection? {
    if case .selection(let selection, _) = offer { selection } else { nil }
  }

  var quote: Quote? {
    switch offer {
    case .none: nil
    case .order(let quote), .selection(_, let quote): quote
    }
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
    offer = .none
    agreed = nil
  }
}

// MARK: The stored form

/// Stored as fields of the checkout.
extension Checkout.Review: Codable {
  private enum CodingKeys: String, CodingKey {
    case revision, selection, quote, agreed, agreedBefore
  }

  init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    let selection = try stored.decodeIfPresent(Selection.self, forKey: .selection)
    let offer: Checkout.Offer? = try stored.decodeIfPresent(Quote.self, forKey: .quote).map { quote in
      selection.map { .selection($0, quote) } ?? .order(quote)
    }
    self.init(revision: try stored.decode(Int.self, forKey: .revision), offer: offer ?? .none)
    agreed = try stored.decodeIfPresent(Checkout.Agreement.self, forKey: .agreed)
    agreedBefore = try stored.decode([Money].self, forKey: .agreedBefore)
  }

  func encode(to encoder: any Encoder) throws {
    var stored = encoder.container(keyedBy: CodingKeys.self)
    try stored.encode(revision, forKey: .revision)
    try stored.encodeIfPresent(selection, forKey: .selection)
    try stored.encodeIfPresent(quote, forKey: .quote)
    try stored.encodeIfPresent(agreed, forKey: .agreed)
    try stored.encode(agreedBefore, forKey: .agreedBefore)
  }
}
