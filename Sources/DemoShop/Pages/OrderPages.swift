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
  let checkout: CheckoutPage
  let review: ReviewBody

  private var frame: ShopFrame { checkout.frame }
  private var delivery: Delivery? { checkout.delivery }

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
    OrderSummary(frame: frame, review: review, delivery: delivery, catalogue: checkout.catalogue)
  }

  private var advice: String {
    checkout.journey == .pay ? texts.buyAtProvider(checkout.provider) : texts.buyAdvice(checkout.provider)
  }

  private var buyer: [String] {
    [delivery?.buyerName ?? review.buyer?.name, delivery?[.email] ?? review.buyer?.email].compactMap { $0 }
  }

  /// The differences from the review that the buyer saw before. A changed total is always named, because it follows from the
  /// address. The rest is named only after Buy was refused: otherwise the buyer has changed it on purpose.
  private var changes: [String] {
    guard let earlier = checkout.earlier else { return [] }
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
    guard let change = checkout.change else { return .empty }
    let (title, advice) =
      switch change {
      case .cart: (texts.cartChanged, texts.cartChangedAdvice)
      case .market(let current): (texts.marketChanged(checkout.catalogue), texts.marketChangedAdvice(current))
      }
    return Notice(.info, title: title, advice, actions: frame.link("/#cart", texts.backToCart, .secondary)).html
  }

  private var paymentPanel: HTML {
    Panel(
      texts.paymentMethod, action: delivery == nil ? changeForm("payment", label: texts.changePayment) : .empty,
      body:
        "<p>\(review.paymentDescriptor ?? checkout.provider)</p>\(checkout.option.map { "<p>\($0.title(frame.language))</p>" as HTML })"
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

/// The parts of an order that the review and the thank-you page show alike: items, amounts and address.
struct OrderSummary {
  let frame: ShopFrame
  let review: ReviewBody
  /// The address that the shop asked for; nil if the buyer selected it at the provider.
  let delivery: Delivery?
  /// The order's.
  let catalogue: Catalogue

  private var texts: Texts<ShopTexts> { frame.texts }

  /// - Parameter end: The HTML below the amounts.
  func itemsPanel(end: HTML = .empty) -> HTML {
    """
    <section class="panel"><h2>\(texts.items)</h2><ul class="lines">\(review.lines.map(line))</ul>\(totals)\(end)</section>
    """
  }

  func addressPanel(action: HTML = .empty) -> HTML {
    address.isEmpty
      ? .empty
      : Panel(texts.deliverTo, action: action, body: AddressBlock(address, language: addressLanguage).html).html
  }

  private var address: [String] {
    let address = delivery?.address ?? review.shippingAddress
    return address?.writtenLines(country: country(of: address)) ?? []
  }

  /// The name of the order's country, else the code.
  private func country(of address: AddressBody?) -> String? {
    address?.country == catalogue.market.country ? catalogue.market.name[frame.language] : address?.country
  }

  private var addressLanguage: Language? {
    review.shippingAddress?.isJapanese == true && frame.language != .japanese ? .japanese : nil
  }

  private func line(_ line: LineBody) -> HTML {
    let discounts = (line.discounts ?? []).map { discount -> HTML in
      "<span class=\"each\">\(discount.name) \(discount.amount.negated, frame.language)</span>"
    }
    return """
      <li class="line"><figure>\(catalogue.product(sku: line.sku)?.drawing)</figure>\
      <div><p class="name">\(line.name)<span class="each">\(texts.quantity(line.quantity))</span>\(discounts)</p>\
      <p class="amount">\(line.amount, frame.language)</p></div></li>
      """
  }

  private var totals: HTML {
    func row(_ label: String, _ amount: Money) -> TotalsTable.Row {
      TotalsTable.Row(label, amount, frame.language)
    }
    func base(_ tax: TaxBody) -> String {
      "\(tax.percent.display(frame.language)) × \(tax.base.display(frame.language))"
    }
    func contained(_ tax: TaxBody) -> String {
      "\(isExcise(tax) ? texts.containedExcise(tax.tax) : texts.containedTax(tax.tax)) (\(base(tax)))"
    }
    func isExcise(_ tax: TaxBody) -> Bool { tax.kind == .excise }
    var rows = [row(texts.subtotal, review.subtotal)]
    rows += (review.discounts ?? []).map { row($0.name, $0.amount.negated) }
    rows.append(row(texts.shipping, review.shipping.price))
    if !review.taxIncluded {
      rows += review.taxes.map { row("\(isExcise($0) ? texts.excise : texts.tax) (\(base($0)))", $0.tax) }
    }
    rows += (review.paidOtherwise ?? []).map { row($0.name, $0.amount.negated) }
    return TotalsTable(
      rows, total: row(texts.total, review.total),
      notes: review.taxIncluded ? review.taxes.map(contained) : []
    ).html
  }
}

struct ThanksPage {
  let frame: ShopFrame
  let receipt: Receipt
  /// The order's, for the parts that Ferry keeps: items and, until it is erased, the address. Nil if Ferry does not answer.
  let state: CheckoutBody?
  /// The order's.
  let catalogue: Catalogue
  /// The order's page among the operations pages; nil for none.
  let timeline: Link?

  var page: Page { frame.page(title: frame.texts.thanksTitle, body: body) }

  private var body: HTML {
    """
    <div class="message">\(Self.mark)<h1 tabindex="-1" data-focus>\(HTML(heading: frame.texts.thanksTitle))</h1>\
    <p role="status">\(advice)</p>\
    \(OrderFacts(frame: frame, number: receipt.orderNumber, amount: amount, others: others).html)</div>
    \(summary.map { $0.itemsPanel() + $0.addressPanel() })
    <div class="actions">\(frame.link("/", frame.texts.keepShopping))\(timeline.map { frame.link($0, frame.texts.timeline, .secondary) })</div>\
    \(if: timeline != nil, "<p class=\"fine\">\(frame.texts.timelineAdvice)</p>")
    """
  }

  private var summary: OrderSummary? {
    state?.review.map {
      OrderSummary(frame: frame, review: $0, delivery: receipt.order?.delivery, catalogue: catalogue)
    }
  }

  /// The amount may have been captured, released or refunded since the receipt was written.
  private var status: PaymentBody.ShownStatus {
    state?.payment?.shownStatus ?? (receipt.isReserved == true ? .reserved : .paid)
  }

  private var advice: String {
    if receipt.isFree { return frame.texts.nothingToPay }
    return switch status {
    case .paid: frame.texts.thanksAdvice
    case .reserved: frame.texts.reservedAdvice
    case .released: frame.texts.releasedAdvice
    case .refunded: frame.texts.refundedAdvice
    case .disputed: frame.texts.disputedAdvice
    }
  }

  private var amount: (title: String, amount: Money)? {
    let payment = state?.payment
    if receipt.isFree { return nil }
    return switch status {
    case .paid, .disputed: (payment?.captured ?? receipt.total).map { (frame.texts.amountPaid, $0) }
    case .reserved: (payment?.capturable ?? receipt.total).map { (frame.texts.amountReserved, $0) }
    case .released, .refunded: nil
    }
  }

  private var others: [(title: String, value: String)] {
    [
      (receipt.method ?? state?.review?.paymentDescriptor).map { (frame.texts.paymentMethod, $0) },
      receipt.authorizationCode.map { (frame.texts.authorizationCode, $0) },
    ].compactMap(\.self)
  }

  private static let mark: HTML = """
    <span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" \
    stroke-linecap="round" stroke-linejoin="round"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></span>
    """
}

/// The number and the amount of an order, and what else is known about its payment.
struct OrderFacts {
  let frame: ShopFrame
  let number: String
  let amount: (title: String, amount: Money)?
  var others: [(title: String, value: String)] = []

  var html: HTML {
    """
    <section class="panel"><dl class="facts">\(fact(frame.texts.orderNumber, "<dd class=\"number\">\(number)</dd>"))\
    \(amount.map { fact($0.title, "<dd class=\"price\">\($0.amount, frame.language)</dd>") })\
    \(others.map { fact($0.title, "<dd>\($0.value)</dd>") })</dl></section>
    """
  }

  private func fact(_ title: String, _ value: HTML) -> HTML {
    "<div class=\"fact\"><dt>\(title)</dt>\(value)</div>"
  }
}
