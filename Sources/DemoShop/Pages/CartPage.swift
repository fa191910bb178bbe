import FerryCore
import FerryWeb

/// The catalogue and the cart, on one page.
struct CartPage {
  let frame: ShopFrame
  let catalogue: Catalogue
  let cart: PricedCart
  let shippingFrom: Money
  let csrf: HTML
  let payButton: PayButton?
  /// The picture of the button inside an app; nil in a browser.
  let appButton: Link?

  var page: Page {
    frame.page(title: text(.cartPageTitle), width: .wide, head: providerScript, body: body)
  }

  private func text(_ text: ShopText) -> String { frame.text(text) }

  private var body: HTML {
    """
    <div class="intro"><h1>\(HTML(heading: text(.headline)))</h1><p class="lead">\(text(.tagline))</p></div>
    <div class="columns">
    <ul class="products">
    \(catalogue.products.map(card))</ul>
    <aside id="cart">\(cart.lines.isEmpty ? emptyCart : filledCart)</aside>
    </div>
    """
  }

  private func card(_ product: Product) -> HTML {
    let inCart = cart.lines.first { $0.product.sku == product.sku }?.quantity ?? 0
    let title = inCart == 0 ? text(.addToCart) : text(.addOneMore)
    let button: HTML =
      inCart < Cart.quantities.upperBound
      ? Button(title, inCart == 0 ? .primary : .secondary, isWide: true).html
      : "<button type=\"submit\" class=\"button secondary full\" disabled>\(title)</button>"
    return """
      <li class="card product"><figure>\(product.drawing.svg)</figure>\
      <div><h2>\(product.name)</h2><p>\(text(.description(sku: product.sku)))</p>\
      <p class="price">\(product.price) <small>\(text(.taxIncluded))</small></p>\
      \(if: inCart > 0, "<p class=\"small\">\(text(.inCart(inCart)))</p>")\
      <form method="post" action="\(Self.cartLink)">\(csrf)\(Self.skuInput(product))\
      <input type="hidden" name="quantity" value="\(inCart + 1)">\(button)</form></div></li>

      """
  }

  private var emptyCart: HTML {
    """
    <section class="panel"><div class="empty"><h2>\(text(.cartEmpty))</h2><p>\(text(.cartEmptyAdvice))</p></div>\
    </section>
    """
  }

  private var filledCart: HTML {
    """
    <section class="panel"><h2>\(text(.cart))</h2><ul class="lines">\(cart.lines.map(line))</ul>\
    \(TotalsTable([], total: TotalsTable.Row(text(.subtotal), cart.subtotal)).html)\
    <p class="lead small">\(text(.shippingFrom(shippingFrom)))</p>\
    <form id="start-checkout" class="actions" method="post" data-leaves action="\("/checkout" as Link)">\(csrf)\
    <div id="AmazonPayButton"></div>\(startButton)</form>\
    <p class="fine">\(text(.paidSafely))</p></section>
    """
  }

  /// In an app's web view the provider's script does not run; its button is a picture there.
  private var startButton: HTML {
    guard let appButton else { return Button(text(.payWithAmazon), isWide: true).html }
    return "<button class=\"picture\"><img src=\"\(appButton)\" alt=\"\(text(.payWithAmazon))\"></button>"
  }

  private func line(_ line: PricedCart.Line) -> HTML {
    let name = line.product.name
    return """
      <li class="line"><figure>\(line.product.drawing.svg)</figure>\
      <div><p class="name">\(name)<span class="each">\(text(.each(line.product.price)))</span></p>\
      <p class="amount">\(line.amount)</p>\
      <form class="edit" method="post" action="\(Self.cartLink)">\(csrf)\(Self.skuInput(line.product))\
      <span class="stepper">\
      <button name="quantity" value="\(line.quantity - 1)" aria-label="\(text(.fewer(name)))"\
      \(if: line.quantity == 1, " disabled")>−</button>\
      <output>\(line.quantity)</output>\
      <button name="quantity" value="\(line.quantity + 1)" aria-label="\(text(.more(name)))"\
      \(if: line.quantity == Cart.quantities.upperBound, " disabled")>+</button></span>\
      <button class="button quiet" name="quantity" value="0" aria-label="\(text(.remove(name)))">\
      \(text(.removeShort))</button></form></div></li>
      """
  }

  /// The provider's script, only where there is something to pay.
  private var providerScript: HTML {
    guard let payButton, appButton == nil, !cart.lines.isEmpty, let nonce = frame.policy.nonce else { return .empty }
    let options = payButton.options(language: frame.language, amount: cart.subtotal)
    return """
      <script type="application/json" id="pay-button-options">\(json: options)</script>
      <script src="\(payButton.script)" nonce="\(nonce)" defer></script>

      """
  }

  private static let cartLink: Link = "/cart"

  private static func skuInput(_ product: Product) -> HTML {
    "<input type=\"hidden\" name=\"sku\" value=\"\(product.sku)\">"
  }
}
