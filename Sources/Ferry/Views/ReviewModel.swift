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
  public var sums: [Sum]
  public var buy: Button?
  public var cancel: Button
  public var announcement: Announcement

  /// A heading, some lines, and a button that changes them.
  public struct Section: Hashable, Sendable {
    public var title: String
    public var lines: [String]
    public var change: Button
  }

  /// An article.
  public struct Line: Hashable, Sendable {
    public var name: String
    public var quantity: String
    public var amount: String
    /// The three as one sentence.
    public var accessibilityLabel: String
  }

  public struct Sum: Hashable, Sendable {
    public var title: String
    public var amount: String
    public var isTotal: Bool
  }

  public struct Button: Hashable, Sendable {
    public var label: String
    public var decision: ReviewDecision
  }

  public init(_ review: CheckoutReview, _ language: Language) {
    let texts = language.ferryTexts
    let text = review.canBuy ? texts.reviewing : texts.selectionRefused
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
        title: texts.deliverTo, lines: address,
        change: Button(label: texts.changeAddress, decision: .change(.address)))
    payment = content.map { content in
      Section(
        title: texts.paymentMethod, lines: content.paymentDescriptor.map { [$0] } ?? [],
        change: Button(label: texts.changePayment, decision: .change(.payment)))
    }
    lines = content?.lines.map { Self.line($0, language) } ?? []
    sums = content.map { Self.sums($0, language) } ?? []
    buy = content.flatMap { content in
      review.canBuy ? Button(label: texts.buy(content.total), decision: .buy) : nil
    }
    cancel = Button(label: texts.cancelAndKeep, decision: .cancel)
    announcement = Announcement(
      text: texts.joined(changes + [texts.sentence(title), advice]), focus: .review, isUrgent: true)
  }

  private static func line(_ line: LineBody, _ language: Language) -> Line {
    let texts = language.ferryTexts
    let quantity = texts.quantity(line.quantity)
    let amount = line.amount.display(language)
    return Line(
      name: line.name, quantity: quantity, amount: amount,
      accessibilityLabel: texts.listed([line.name, quantity, amount]))
  }

  private static func sums(_ review: ReviewBody, _ language: Language) -> [Sum] {
    let texts = language.ferryTexts
    let tax = review.taxIncluded ? texts.taxContained : texts.tax
    return [
      Sum(title: texts.subtotal, amount: review.subtotal.display(language), isTotal: false),
      Sum(title: texts.shipping, amount: review.shipping.display(language), isTotal: false),
      Sum(title: "\(tax) (\(review.taxRate))", amount: review.tax.display(language), isTotal: false),
      Sum(title: texts.total, amount: review.total.display(language), isTotal: true),
    ]
  }
}

extension ReviewModel: Redacted {
  /// Nothing about the buyer.
  public var description: String { "ReviewModel" }
}
