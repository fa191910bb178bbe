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
    let status: FerryText.Status = review.canBuy ? .reviewing : .selectionRefused
    title = FerryText.title(status)(language)
    advice = FerryText.advice(status)(language)
    changes = review.changes.map { FerryText.changed($0)(language) }
    let content = review.content
    let address = content?.shippingAddress?.writtenLines ?? []
    // An order without delivery needs no address, but a refused address must be changed.
    self.address =
      address.isEmpty && review.canBuy
      ? nil
      : Section(
        title: FerryText.deliverTo(language), lines: address,
        change: Button(label: FerryText.changeAddress(language), decision: .change(.address)))
    payment = content.map { content in
      Section(
        title: FerryText.paymentMethod(language), lines: content.paymentDescriptor.map { [$0] } ?? [],
        change: Button(label: FerryText.changePayment(language), decision: .change(.payment)))
    }
    lines = content?.lines.map { Self.line($0, language) } ?? []
    sums = content.map { Self.sums($0, language) } ?? []
    buy = content.flatMap { content in
      review.canBuy ? Button(label: FerryText.buy(content.total)(language), decision: .buy) : nil
    }
    cancel = Button(label: FerryText.cancelAndKeep(language), decision: .cancel)
    announcement = Announcement(
      text: language.joined(changes + [language.sentence(title), advice]), focus: .review, isUrgent: true)
  }

  private static func line(_ line: LineBody, _ language: Language) -> Line {
    let quantity = FerryText.quantity(line.quantity)(language)
    let amount = line.amount.display(language)
    return Line(
      name: line.name, quantity: quantity, amount: amount,
      accessibilityLabel: language.listed([line.name, quantity, amount]))
  }

  private static func sums(_ review: ReviewBody, _ language: Language) -> [Sum] {
    let tax = (review.taxIncluded ? FerryText.taxContained : .tax)(language)
    return [
      Sum(title: FerryText.subtotal(language), amount: review.subtotal.display(language), isTotal: false),
      Sum(title: FerryText.shipping(language), amount: review.shipping.display(language), isTotal: false),
      Sum(title: "\(tax) (\(review.taxRate))", amount: review.tax.display(language), isTotal: false),
      Sum(title: FerryText.total(language), amount: review.total.display(language), isTotal: true),
    ]
  }
}

extension ReviewModel: Redacted {
  /// Nothing about the buyer.
  public var description: String { "ReviewModel" }
}
