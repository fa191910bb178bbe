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

  var page: Page { frame.page(title: text(.reviewTitle), width: .wide, body: body) }

  private func text(_ text: ShopText) -> String { frame.text(text) }

  private var body: HTML {
    """
    <div class="review">
    <div class="intro"><h1>\(HTML(heading: text(.reviewTitle)))</h1><p class="lead">\(text(.reviewAdvice))</p>\
    \(changeNotice)\(shopNotice)</div>
    <div class="chosen">\(addressPanel)\(paymentPanel)\(buyerPanel)</div>
    <section class="panel"><h2>\(text(.items))</h2><ul class="lines">\(review.lines.map(line))</ul>\(totals)\
    <p class="fine">\(text(journey == .pay ? .buyAtProvider(provider) : .buyAdvice(provider)))</p></section>
    \(buyForm)
    \(cancelForm)
    </div>
    """
  }

  private var address: [String] {
    delivery?.address.writtenLines(country: catalogue.market.name(frame.language))
      ?? review.shippingAddress?.writtenLines ?? []
  }

  private var addressLanguage: Language? {
    review.shippingAddress?.isJapanese == true && frame.language != .japanese ? .japanese : nil
  }

  private var buyer: [String] {
    [delivery?.buyerName ?? review.buyer?.name, delivery?[.email] ?? review.buyer?.email].compactMap { $0 }
  }

  /// The differences from the review that the buyer saw before. A changed total is always named, because it follows from the
  /// address. The rest is named only after Buy was refused: otherwise the buyer has changed it on purpose.
  private var changes: [ShopText] {
    guard let earlier else { return [] }
    guard let before = earlier.review else { return earlier.isRefused ? [.changedOther] : [] }
    let changes = before.changes(to: SeenReview(review))
    return changes.compactMap { change in
      switch change {
      case .total:
        .changedTotal(from: before.total, to: review.total, byAddress: changes.contains(.address))
      case _ where !earlier.isRefused: nil
      case .address: .changedAddress
      case .payment: .changedPayment
      case .other: .changedOther
      }
    }
  }

  private var changeNotice: HTML {
    let sentences = changes.map { "<p>\(text($0))</p>" as HTML }
    guard !sentences.isEmpty else { return .empty }
    return """
      <div class="notice warning" role="alert"><strong>\(text(.reviewChanged))</strong>\(sentences)</div>
      """
  }

  private var shopNotice: HTML {
    guard let change else { return .empty }
    let (title, advice) =
      switch change {
      case .cart: (ShopText.cartChanged, ShopText.cartChangedAdvice)
      case .market(let current): (.marketChanged(catalogue), .marketChangedAdvice(current))
      }
    return """
      <div class="notice" role="status"><strong>\(text(title))</strong><p>\(text(advice))</p>\
      \(frame.link("/#cart", .backToCart, .secondary))</div>
      """
  }

  private var addressPanel: HTML {
    address.isEmpty
      ? .empty
      : Panel(
        text(.deliverTo), action: changeAddress,
        body: AddressBlock(address, language: addressLanguage).html
      ).html
  }

  private var paymentPanel: HTML {
    Panel(
      text(.paymentMethod), action: delivery == nil ? changeForm("payment", label: text(.changePayment)) : .empty,
      body:
        "<p>\(review.paymentDescriptor ?? provider)</p>\(option.map { "<p>\($0.title(frame.language))</p>" as HTML })"
    ).html
  }

  private var buyerPanel: HTML { buyer.isEmpty ? .empty : Panel(text(.buyer), body: AddressBlock(buyer).html).html }

  private var changeAddress: HTML {
    delivery == nil
      ? changeForm("address", label: text(.changeAddress))
      : ShopFrame.Place.delivery.link.button(text(.changeAddress), .quiet)
  }

  private func changeForm(_ part: HTML, label: String) -> HTML {
    """
    <form method="post" action="\("/checkout/change" as Link)" data-leaves>\(frame.csrf)\
    <button class="button quiet" name="part" value="\(part)" aria-label="\(label)">\(text(.change))</button></form>
    """
  }

  private func line(_ line: LineBody) -> HTML {
    """
    <li class="line"><figure>\(catalogue.product(sku: line.sku)?.drawing)</figure>\
    <div><p class="name">\(line.name)<span class="each">\(text(.quantity(line.quantity)))</span></p>\
    <p class="amount">\(line.amount, frame.language)</p></div></li>
    """
  }

  private var totals: HTML {
    func row(_ label: ShopText, _ amount: Money) -> TotalsTable.Row {
      TotalsTable.Row(text(label), amount, frame.language)
    }
    var rows = [row(.subtotal, review.subtotal), row(.shipping, review.shipping)]
    if !review.taxIncluded { rows.append(row(.tax, review.tax)) }
    return TotalsTable(
      rows, total: row(.total, review.total),
      note: review.taxIncluded ? text(.containedTax(review.tax)) : nil
    ).html
  }

  /// The form names revision and total as shown, so that it can buy nothing else.
  private var buyForm: HTML {
    """
    <form class="actions buy" method="post" action="\("/checkout/confirm" as Link)" data-leaves>\(frame.csrf)\
    <input type="hidden" name="revision" value="\(review.revision)">\
    <input type="hidden" name="total" value="\(review.total.decimal)">\
    <input type="hidden" name="currency" value="\(review.total.currency.code)">\
    <input type="hidden" name="seen" value="\(SeenReview(review).digests)">\
    \(Button(text(.buy(review.total)), isWide: true).html)</form>
    """
  }

  private var cancelForm: HTML {
    """
    <form class="actions" method="post" action="\("/checkout/cancel" as Link)">\(frame.csrf)\
    \(Button(text(.cancelCheckout), .quiet, isWide: true).html)</form>
    """
  }
}
