import FerryCore
import FerryWeb

/// The difference of the shop from the order that is reviewed.
enum ShopChange {
  /// The buyer has changed the cart since the order was made.
  case cart
  /// The buyer has chosen another country or currency.
  case market(Catalogue)
}

struct ReviewPage {
  let frame: ShopFrame
  let review: ReviewBody
  let provider: String
  /// Nil if it is not known.
  let journey: ProviderBody.Journey?
  /// The review that the buyer saw before this one; nil for the first.
  let earlier: EarlierReview?
  let change: ShopChange?
  /// The address that the shop asked for; nil if the buyer selected it at the provider.
  let delivery: Delivery?
  /// The order's.
  let catalogue: Catalogue
  /// The button that the buyer chose; nil for the provider's usual one.
  let option: PaymentOption?

  var page: Page { frame.page(title: texts.reviewTitle, width: .wide, body: body) }

  private var texts: Texts<ShopTexts> { frame.texts }

  private var body: HTML {
    """
    <div class="review">
    <div class="intro"><h1>\(HTML(heading: texts.reviewTitle))</h1><p class="lead">\(texts.reviewAdvice)</p>\
    \(changeNotice)\(shopNotice)</div>
    <div class="chosen">\(summary.addressPanel(action: changeAddress))\(paymentPanel)\(buyerPanel)</div>
    \(summary.itemsPanel(end: "<p class=\"fine\">\(advice)</p>"))
    \(buyForm)
    \(cancelForm)
    </div>
    """
  }

  private var summary: OrderSummary {
    OrderSummary(frame: frame, review: review, delivery: delivery, catalogue: catalogue)
  }

  private var advice: String { journey == .pay ? texts.buyAtProvider(provider) : texts.buyAdvice(provider) }

  private var buyer: [String] {
    [delivery?.buyerName ?? review.buyer?.name, delivery?[.email] ?? review.buyer?.email].compactMap { $0 }
  }

  /// The differences from the review that the buyer saw before. A changed total is always named, because it follows from the
  /// address. The rest is named only after Buy was refused: otherwise the buyer has changed it on purpose.
  private var changes: [String] {
    guard let earlier else { return [] }
    guard let before = earlier.review else { return earlier.isRefused ? [texts.changedOther] : [] }
    let changes = before.changes(to: SeenReview(review))
    return changes.compactMap { change in
      switch change {
      case .total:
        changes.contains(.address)
          ? texts.changedTotalByAddress(before.total, review.total) : texts.changedTotal(before.total, review.total)
      case _ where !earlier.isRefused: nil
      case .address: texts.changedAddress
      case .payment: texts.changedPayment
      case .other: texts.changedOther
      }
    }
  }

  private var changeNotice: HTML {
    let sentences = changes.map { "<p>\($0)</p>" as HTML }
    guard !sentences.isEmpty else { return .empty }
    return """
      <div class="notice warning" role="alert"><strong>\(texts.reviewChanged)</strong>\(sentences)</div>
      """
  }

  private var shopNotice: HTML {
    guard let change else { return .empty }
    let (title, advice) =
      switch change {
      case .cart: (texts.cartChanged, texts.cartChangedAdvice)
      case .market(let current): (texts.marketChanged(catalogue), texts.marketChangedAdvice(current))
      }
    return """
      <div class="notice" role="status"><strong>\(title)</strong><p>\(advice)</p>\
      \(frame.link("/#cart", texts.backToCart, .secondary))</div>
      """
  }

  private var paymentPanel: HTML {
    Panel(
      texts.paymentMethod, action: delivery == nil ? changeForm("payment", label: texts.changePayment) : .empty,
      body:
        "<p>\(review.paymentDescriptor ?? provider)</p>\(option.map { "<p>\($0.title(frame.language))</p>" as HTML })"
    ).html
  }

  private var buyerPanel: HTML { buyer.isEmpty ? .empty : Panel(texts.buyer, body: AddressBlock(buyer).html).html }

  private var changeAddress: HTML {
    delivery == nil
      ? changeForm("address", label: texts.changeAddress)
      : ShopFrame.Place.delivery.link.button(texts.changeAddress, .quiet)
  }

  private func changeForm(_ part: HTML, label: String) -> HTML {
    """
    <form method="post" action="\("/checkout/change" as Link)" data-leaves>\(frame.csrf)\
    <button class="button quiet" name="part" value="\(part)" aria-label="\(label)">\(texts.change)</button></form>
    """
  }

  /// The form names revision and total as shown, so that it can buy nothing else.
  private var buyForm: HTML {
    """
    <form class="actions buy" method="post" action="\("/checkout/confirm" as Link)" data-leaves>\(frame.csrf)\
    <input type="hidden" name="revision" value="\(review.revision)">\
    <input type="hidden" name="total" value="\(review.total.decimal)">\
    <input type="hidden" name="currency" value="\(review.total.currency.code)">\
    <input type="hidden" name="seen" value="\(SeenReview(review).digests)">\
    \(Button(texts.buy(review.total), isWide: true).html)</form>
    """
  }

  private var cancelForm: HTML {
    """
    <form class="actions" method="post" action="\("/checkout/cancel" as Link)">\(frame.csrf)\
    \(Button(texts.cancelCheckout, .quiet, isWide: true).html)</form>
    """
  }
}
