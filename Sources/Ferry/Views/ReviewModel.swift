public import FerryCore

/// The content of a review screen as texts, in order. Views compute nothing.
public struct ReviewModel: Hashable, Sendable {
  public var title: String
  public var advice: String
  /// The changes since the last review. Show and announce them first.
  public var changes: [String]
  public var address: Section?
  public var payment: Section?
  public var lines: [Line]
  /// Subtotal, discounts, shipping, the tax of each rate on its base, and gift cards.
  public var sums: [Line]
  public var total: Line?
  /// The label of the button for `ReviewDecision.buy`. Nil if the shop cannot accept the selection.
  public var buy: String?
  /// The label of the button for `ReviewDecision.cancel`.
  public var cancel: String
  public var announcement: Announcement

  /// A heading, some lines, and a button that changes them.
  public struct Section: Hashable, Sendable {
    public var title: String
    public var lines: [String]
    public var changeLabel: String
    public var change: ReviewDecision
  }

  /// An article or a sum.
  public struct Line: Hashable, Sendable {
    public var name: String
    /// Nil for a sum.
    public var quantity: String?
    public var amount: String
    /// All parts as one sentence.
    public var accessibilityLabel: String

    init(_ name: String, quantity: String? = nil, _ amount: Money, _ language: Language) {
      self.name = name
      self.quantity = quantity
      self.amount = amount.display(language)
      accessibilityLabel = language.ferryTexts.listed([name, quantity, self.amount].compactMap { $0 })
    }
  }

  private static func sums(_ content: ReviewBody, _ language: Language) -> [Line] {
    let texts = language.ferryTexts
    func reductions(_ amounts: [NamedAmount]?) -> [Line] {
      (amounts ?? []).map { Line($0.name, $0.amount.negated, language) }
    }
    let taxes = content.taxes.map { rate in
      let isExcise = rate.kind == .excise
      let tax =
        content.taxIncluded
        ? isExcise ? texts.exciseContained : texts.taxContained : isExcise ? texts.excise : texts.tax
      return Line("\(tax) (\(rate.percent.display(language)) × \(rate.base.display(language)))", rate.tax, language)
    }
    return [Line(texts.subtotal, content.subtotal, language)] + reductions(content.discounts)
      + [Line(texts.shipping, content.shipping.price, language)] + taxes + reductions(content.paidOtherwise)
  }

  public init(_ review: CheckoutReview, _ language: Language) {
    let texts = language.ferryTexts
    let text = review.canBuy ? texts.reviewing : texts.refused(review.selectionRefusal)
    title = text.title
    advice = text.advice
    changes = review.changes.map(texts.changed)
    let content = review.content
    let address = content?.shippingAddress?.writtenLines ?? []
    // An order without delivery needs no address, but a refused address must be changed.
    self.address =
      address.isEmpty && review.canBuy
      ? nil
      : Section(
        title: texts.deliverTo, lines: address, changeLabel: texts.changeAddress, change: .change(.address))
    payment = content.map { content in
      Section(
        title: texts.paymentMethod, lines: content.paymentDescriptor.map { [$0] } ?? [],
        changeLabel: texts.changePayment, change: .change(.payment))
    }
    lines =
      content?.lines.flatMap { line in
        // The line's own discounts stand below it, and its price before them.
        let discounts = line.discounts ?? []
        let price = discounts.reduce(line.amount.minorUnits) { $0 + $1.amount.minorUnits }
        let amount = Money(minorUnits: price, line.amount.currency)
        return [Line(line.name, quantity: texts.quantity(line.quantity), amount, language)]
          + discounts.map { Line($0.name, $0.amount.negated, language) }
      } ?? []
    sums = content.map { Self.sums($0, language) } ?? []
    total = content.map { Line(texts.total, $0.total, language) }
    buy = review.canBuy ? content.map { texts.buy($0.total) } : nil
    cancel = texts.cancelAndKeep
    announcement = Announcement(
      text: texts.joined(changes + [texts.sentence(title), advice]), focus: .review, isUrgent: true)
  }
}

extension ReviewModel: Redacted {
  /// Nothing about the buyer.
  public var description: String { "ReviewModel" }
}
