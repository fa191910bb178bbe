import FerryCore
import FerryWeb

/// An order that the buyer has bought and whose outcome is not known.
struct WaitingOrder {
  let state: CheckoutBody
  /// The provider of a cancelled order that was set aside; nil for the session's own checkout, which has a page.
  let cancelledAt: String?
}

/// The catalogue and the cart, on one page.
struct CartPage {
  let frame: ShopFrame
  let catalogue: Catalogue
  /// All that the buyer can choose.
  let catalogues: [Catalogue]
  let cart: PricedCart
  let waiting: [WaitingOrder]
  /// The accounts that the buyer can pay with, a button for each.
  let offers: [OfferedProvider]
  /// In the web view of an app the providers' scripts do not run: their buttons are images there.
  let isInApp: Bool
  /// The buyer has entered a code that the shop does not know.
  let isCodeUnknown: Bool

  var page: Page { frame.page(title: texts.cartPageTitle, width: .wide, head: providerScripts, body: body) }

  private var providers: [ProviderBody] { offers.map(\.body) }

  private var texts: Texts<ShopTexts> { frame.texts }

  private var body: HTML {
    """
    <div class="intro"><h1>\(HTML(heading: texts.headline))</h1><p class="lead">\(tagline)</p>\(marketSwitch)\(waiting.compactMap(notice))</div>
    <div class="columns">
    <ul class="products">
    \(catalogue.products.map(card))</ul>
    <aside id="cart">\(cart.lines.isEmpty ? emptyCart : filledCart)</aside>
    </div>
    """
  }

  private var tagline: String {
    let country = catalogue.market.name[frame.language]
    return catalogue.market.tax.included ? texts.taglineTaxIncluded(country) : texts.tagline(country)
  }

  private func notice(_ order: WaitingOrder) -> HTML? {
    guard let title = (order.state.review?.total).map(texts.orderWaiting) else { return nil }
    if let provider = order.cancelledAt { return Notice(.info, title: title, texts.cancellingPending(provider)).html }
    return Notice(
      .info, title: title, texts.orderWaitingAdvice, actions: frame.link("/checkout", texts.seeOrder, .secondary)
    ).html
  }

  /// The countries and currencies of the shop. Nothing for a shop with only one.
  private var marketSwitch: HTML {
    guard catalogues.count > 1 else { return .empty }
    let choices = catalogues.map { one -> HTML in
      let name = one.name(frame.language)
      return one.id == catalogue.id
        ? "<strong aria-current=\"true\">\(name)</strong>" : ("/market/\(one.id)" as Link).button(name, .quiet)
    }
    return "<nav class=\"markets\" aria-label=\"\(texts.markets)\">\(choices)</nav>"
  }

  private func card(_ product: Product) -> HTML {
    let inCart = cart.lines.first { $0.product.sku == product.sku }?.quantity ?? 0
    let title = inCart == 0 ? texts.addToCart : texts.addOneMore
    let button: HTML =
      inCart < Cart.quantities.upperBound
      ? Button(title, inCart == 0 ? .primary : .secondary, isWide: true).html
      : "<button type=\"submit\" class=\"button secondary full\" disabled>\(title)</button>"
    let tax =
      product.tax?.rule == .untaxed
      ? texts.untaxed : catalogue.market.tax.included ? texts.taxIncluded : texts.taxAdded
    return """
      <li class="card product"><figure>\(product.drawing)</figure>\
      <div><h2>\(product.name)</h2><p>\(product.description(texts))</p>\
      <p class="price">\(product.price, frame.language) <small>\(tax)</small></p>\
      \(if: inCart > 0, "<p class=\"small\">\(texts.inCart(inCart))</p>")\
      <form method="post" action="\(Self.cartLink)">\(frame.csrf)\(Self.skuInput(product))\
      <input type="hidden" name="quantity" value="\(inCart + 1)">\(button)</form></div></li>

      """
  }

  private var emptyCart: HTML {
    """
    <section class="panel"><div class="empty"><h2>\(texts.cartEmpty)</h2><p>\(texts.cartEmptyAdvice)</p></div>\
    </section>
    """
  }

  private var filledCart: HTML {
    """
    <section class="panel"><h2>\(texts.cart)</h2><ul class="lines">\(cart.lines.map(line))</ul>\
    \(totals)\
    <p class="lead small">\(catalogue.lowestShipping.isZero ? texts.shippingMayBeFree : texts.shippingFrom(catalogue.lowestShipping))</p>\
    \(providers.isEmpty ? Notice(.warning, title: texts.unreachableTitle, texts.unreachableAdvice).html : payForm)\
    <p class="fine">\(selectingAt.isEmpty ? texts.chargedAfterReview : texts.chargedAfterSelection(selectingAt))</p>\
    \(codeForm)</section>
    """
  }

  private var totals: HTML {
    let subtotal = TotalsTable.Row(texts.subtotal, cart.subtotal, frame.language)
    let notes = [cart.giftCard.map { texts.giftCardPays($0) }].compactMap(\.self)
    guard let discount = cart.discount else { return TotalsTable([], total: subtotal, notes: notes).html }
    let coupon = TotalsTable.Row(texts.coupon(ShopCode.coupon.rawValue), discount.negated, frame.language)
    return TotalsTable(
      [subtotal, coupon], total: TotalsTable.Row(texts.discounted, cart.discounted, frame.language), notes: notes
    ).html
  }

  private var codeForm: HTML {
    let redeemed = cart.codes.map { code -> HTML in
      """
      <button class="button quiet" name="remove" value="\(code.rawValue)" formnovalidate>\(texts.remove(code.rawValue))</button>
      """
    }
    let problem: HTML = "<p class=\"problem\" id=\"code-problem\" role=\"alert\">\(texts.codeUnknown)</p>"
    return """
      <form class="entries" method="post" action="\("/cart/code" as Link)">\(frame.csrf)\
      <div class="entry"><label for="code">\(texts.code)</label>\
      <input id="code" name="code" type="text" maxlength="20" autocomplete="off" required\
      \(if: isCodeUnknown, " aria-invalid=\"true\" aria-describedby=\"code-problem\"")>\(if: isCodeUnknown, problem)</div>\
      \(Button(texts.redeem, .secondary).html)\(redeemed)\
      <p class="fine">\(texts.codes(ShopCode.coupon.rawValue, ShopCode.giftCard.rawValue))</p></form>
      """
  }

  private var payForm: HTML {
    """
    <form id="start-checkout" class="actions" method="post" data-leaves action="\("/checkout" as Link)">\(frame.csrf)\
    \(offers.enumerated().map { payButton($0.element, number: $0.offset + 1) })\(providers.map(otherOptions))</form>
    """
  }

  /// The buttons besides the provider's usual one.
  private func otherOptions(_ provider: ProviderBody) -> HTML {
    let options = catalogue.options(at: provider.id)
    guard !options.isEmpty else { return .empty }
    let buttons = options.map { option in
      Button(
        option.title(frame.language), .secondary, isWide: true, name: "provider",
        value: PayButton(account: provider.payButton.account, option: option.id).formValue
      ).html
    }
    return """
      <details class="payment-options"><summary>\(texts.otherOptions(provider.name))</summary>\
      <div class="actions">\(buttons)</div></details>
      """
  }

  /// A plain button, which the button of the provider's script replaces once it is drawn. Buttons that look alike have the
  /// text of the plain button as their caption.
  private func payButton(_ offer: OfferedProvider, number: Int) -> HTML {
    let provider = offer.body
    let label = provider.label(frame.language)
    if isInApp, let image = provider.image(frame.language) {
      return """
        <button class="picture" name="provider" value="\(provider.payButton.formValue)">\
        \(looksLikeAnother(offer)
          ? "<img src=\"\(image)\" alt=\"\"><span class=\"caption\">\(label)</span>"
          : "<img src=\"\(image)\" alt=\"\(label)\">" as HTML)</button>
        """
    }
    let button: HTML = """
      <div id="\(Self.container(number))"></div>\
      \(Button(label, isWide: true, name: "provider", value: provider.payButton.formValue).html)
      """
    guard looksLikeAnother(offer) else {
      return button
        + (catalogue.methods.isEmpty
          ? .empty : "<p class=\"fine\">\(texts.methods(catalogue.methods.joined(separator: ", ")))</p>")
    }
    let caption = "provider-name-\(number)"
    return """
      <div class="captioned" role="group" aria-labelledby="\(caption)">\(button)\
      <p class="caption" id="\(caption)">\(label)</p></div>
      """
  }

  private func looksLikeAnother(_ offer: OfferedProvider) -> Bool {
    guard let script = offer.script else { return false }
    return offers.count { $0.script?.looks(like: script) == true } > 1
  }

  private static func container(_ number: Int) -> String { "provider-button-\(number)" }

  /// The names of the providers if the buyer selects address and payment method at each of them.
  private var selectingAt: [String] {
    providers.allSatisfy { $0.journey == .selectThenPay } ? providers.map(\.name) : []
  }

  private func line(_ line: PricedCart.Line) -> HTML {
    let name = line.product.name
    return """
      <li class="line"><figure>\(line.product.drawing)</figure>\
      <div><p class="name">\(name)<span class="each">\(texts.each(line.product.price))</span></p>\
      <p class="amount">\(line.amount, frame.language)</p>\
      <form class="edit" method="post" action="\(Self.cartLink)">\(frame.csrf)\(Self.skuInput(line.product))\
      <span class="stepper">\
      <button name="quantity" value="\(line.quantity - 1)" aria-label="\(texts.fewer(name))"\
      \(if: line.quantity == 1, " disabled")>−</button>\
      <output>\(line.quantity)</output>\
      <button name="quantity" value="\(line.quantity + 1)" aria-label="\(texts.more(name))"\
      \(if: line.quantity == Cart.quantities.upperBound, " disabled")>+</button></span>\
      <button class="button quiet" name="quantity" value="0" aria-label="\(texts.remove(name))">\
      \(texts.removeShort)</button></form></div></li>
      """
  }

  /// Only where there is something to pay.
  private var providerScripts: HTML {
    guard !isInApp, !cart.lines.isEmpty, let nonce = frame.policy.nonce else { return .empty }
    var pieces: [HTML] = []
    var sources: [Link] = []
    for (index, offer) in offers.enumerated() {
      guard let script = offer.script else { continue }
      pieces.append(
        """
        <script type="application/json" class="provider-button" data-container="#\(Self.container(index + 1))" \
        data-amount="\(cart.discounted.decimal)" data-currency="\(cart.discounted.currency.code)">\
        \(script.call(frame.language))</script>

        """)
      if !sources.contains(script.source) { sources.append(script.source) }
    }
    return "\(pieces)\(sources.map { "<script src=\"\($0)\" nonce=\"\(nonce)\" defer></script>\n" as HTML })"
  }

  private static let cartLink: Link = "/cart"

  private static func skuInput(_ product: Product) -> HTML {
    "<input type=\"hidden\" name=\"sku\" value=\"\(product.sku)\">"
  }
}
