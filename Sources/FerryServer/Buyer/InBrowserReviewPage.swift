import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The review in the secure browser. The buyer agrees to it by the purchase link into the app.
struct InBrowserReviewPage {
  private let id: CheckoutID
  private let language: Language
  private let review: ReviewBody
  /// The total that the buyer was shown before; nil if it has not changed.
  private let formerTotal: Money?
  private let app: Link
  private let purchase: Link
  private let renewal: PageRenewal

  /// Nil without a price or a link into the app.
  /// - Parameters:
  ///   - app: The link back without agreeing.
  ///   - purchase: The link that names what was shown.
  ///   - nonce: For the script that renews both links in time.
  init?(_ file: CheckoutFile, app: Link?, purchase: Link?, nonce: Nonce) {
    guard let review = ReviewBody(file), let app, let purchase else { return nil }
    id = file.checkout.id
    language = file.checkout.language
    self.review = review
    formerTotal = file.roundTrips.formerTotal
    self.app = app
    self.purchase = purchase
    renewal = PageRenewal(address: "/ferry/review/\(file.checkout.id.text)", nonce: nonce)
  }

  var page: Page {
    Page(language: language, title: texts.reviewTitle, policy: renewal.policy, head: renewal.head, body: body)
  }

  private var texts: Texts<BuyerTexts> { language.buyerTexts }

  private var body: HTML {
    """
    <div class="review">
    <div class="intro"><h1>\(HTML(heading: texts.reviewTitle))</h1></div>\(changeNotice)
    <div class="chosen">\(addressPanel)\
    \(Panel(
      texts.payment, action: Self.changeForm(id, .payment, language),
      body: "<p>\(review.paymentDescriptor ?? "")</p>").html)</div>
    <section class="panel"><h2>\(texts.items)</h2><ul class="lines">\(review.lines.map(line))</ul>\(totals)\
    <p class="fine">\(texts.purchaseAdvice)</p></section>
    <p class="actions buy">\(purchase.button(texts.purchase(review.total)))</p>
    <p class="actions">\(app.button(texts.backToApp, .quiet))</p>
    </div>
    """
  }

  private var changeNotice: HTML {
    guard let formerTotal else { return .empty }
    return """
      <div class="notice warning" role="alert"><p>\(texts.changedTotal(formerTotal, review.total))</p></div>
      """
  }

  private var addressPanel: HTML {
    let address = review.shippingAddress?.writtenLines ?? []
    guard !address.isEmpty else { return .empty }
    let isForeign = review.shippingAddress?.isJapanese == true && language != .japanese
    return Panel(
      texts.deliverTo, action: Self.changeForm(id, .address, language),
      body: AddressBlock(address, language: isForeign ? .japanese : nil).html
    ).html
  }

  /// Opens a change in this browser.
  static func changeForm(
    _ id: CheckoutID, _ what: ChangeKind, _ language: Language, style: Button.Style = .quiet
  ) -> HTML {
    let label = what == .address ? language.buyerTexts.changeAddress : language.buyerTexts.changePayment
    let action: Link = "/ferry/review/\(id.text)/change"
    return """
      <form method="post" action="\(action)">\(Button(label, style, name: "what", value: what.rawValue).html)</form>
      """
  }

  private func line(_ line: LineBody) -> HTML {
    """
    <li class="line"><div><p class="name">\(line.name)<span class="each">\(line.quantity) × \(line.unitPrice, language)</span></p>\
    <p class="amount">\(line.amount, language)</p></div></li>
    """
  }

  private var totals: HTML {
    TotalsTable(
      subtotal: review.subtotal, shipping: review.shipping, tax: review.taxIncluded ? nil : review.tax,
      total: review.total, language
    ).html
  }
}
