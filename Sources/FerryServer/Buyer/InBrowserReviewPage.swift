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
    Page(language: language, title: text(.title), policy: renewal.policy, head: renewal.head, body: body)
  }

  private func text(_ text: ReviewText) -> String { text.text(language) }

  private var body: HTML {
    """
    <div class="review">
    <div class="intro"><h1>\(HTML(heading: text(.title)))</h1></div>\(changeNotice)
    <div class="chosen">\(addressPanel)\
    \(Panel(
      text(.payment), action: Self.changeForm(id, .payment, language),
      body: "<p>\(review.paymentDescriptor ?? "")</p>").html)</div>
    <section class="panel"><h2>\(text(.items))</h2><ul class="lines">\(review.lines.map(line))</ul>\(totals)\
    <p class="fine">\(text(.purchaseAdvice))</p></section>
    <p class="actions buy">\(purchase.button(text(.purchase(review.total))))</p>
    <p class="actions">\(app.button(text(.backToApp), .quiet))</p>
    </div>
    """
  }

  private var changeNotice: HTML {
    guard let formerTotal else { return .empty }
    return """
      <div class="notice warning" role="alert"><p>\(text(.changedTotal(from: formerTotal, to: review.total)))</p></div>
      """
  }

  private var addressPanel: HTML {
    let address = review.shippingAddress?.writtenLines ?? []
    guard !address.isEmpty else { return .empty }
    let isForeign = review.shippingAddress?.isJapanese == true && language != .japanese
    return Panel(
      text(.address), action: Self.changeForm(id, .address, language),
      body: AddressBlock(address, language: isForeign ? .japanese : nil).html
    ).html
  }

  /// Opens a change in this browser.
  static func changeForm(
    _ id: CheckoutID, _ what: ChangeKind, _ language: Language, style: Button.Style = .quiet
  ) -> HTML {
    let label = (what == .address ? ReviewText.changeAddress : .changePayment).text(language)
    let action: Link = "/ferry/review/\(id.text)/change"
    return """
      <form method="post" action="\(action)">\(Button(label, style, name: "what", value: what.rawValue).html)</form>
      """
  }

  private func line(_ line: LineBody) -> HTML {
    """
    <li class="line"><div><p class="name">\(line.name)<span class="each">\(line.quantity) × \(line.unitPrice)</span></p>\
    <p class="amount">\(line.amount)</p></div></li>
    """
  }

  private var totals: HTML {
    var rows = [TotalsTable.Row(text(.subtotal), review.subtotal), TotalsTable.Row(text(.shipping), review.shipping)]
    if !review.taxIncluded { rows.append(TotalsTable.Row(text(.tax), review.tax)) }
    return TotalsTable(rows, total: TotalsTable.Row(text(.total), review.total)).html
  }
}

/// The words of the review.
enum ReviewText {
  case title, address, payment, items, changeAddress, changePayment, subtotal, shipping, tax, total
  case purchase(Money), changedTotal(from: Money, to: Money), purchaseAdvice, backToApp, asking, notServed,
    selectAnother

  func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }

  private var english: String {
    switch self {
    case .title: "Check your order"
    case .address: "Deliver to"
    case .payment: "Payment"
    case .items: "Your order"
    case .changeAddress: "Change the address"
    case .changePayment: "Change the payment"
    case .subtotal: "Subtotal"
    case .shipping: "Delivery"
    case .tax: "Tax"
    case .total: "Total"
    case .purchase(let total): "Buy · \(total.display)"
    case .changedTotal(let from, let to): "The total has changed from \(from.display) to \(to.display)."
    case .purchaseAdvice: "Opens the app, and then the payment page."
    case .backToApp: "Back to the app"
    case .asking: "One moment. Your selection is loading."
    case .notServed: "We do not deliver to this country"
    case .selectAnother: "Please select another address."
    }
  }

  private var japanese: String {
    switch self {
    case .title: "ご注文内容の確認"
    case .address: "お届け先"
    case .payment: "お支払い方法"
    case .items: "ご注文商品"
    case .changeAddress: "お届け先を変更"
    case .changePayment: "お支払い方法を変更"
    case .subtotal: "小計"
    case .shipping: "送料"
    case .tax: "消費税"
    case .total: "合計"
    case .purchase(let total): "購入する・\(total.display)"
    case .changedTotal(let from, let to): "合計金額が\(from.display)から\(to.display)に変わりました。"
    case .purchaseAdvice: "アプリに戻り、お支払いに進みます。"
    case .backToApp: "アプリに戻る"
    case .asking: "ご選択の内容を確認しています。少々お待ちください。"
    case .notServed: "この国にはお届けできません"
    case .selectAnother: "別のお届け先をお選びください。"
    }
  }
}
