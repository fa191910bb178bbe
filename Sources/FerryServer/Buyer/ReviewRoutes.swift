import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The review inside the secure browser, for apps that are registered for it. Its purchase button is a link into the app that
/// names what was shown; the app confirms it.
struct ReviewRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RequestContext>) {
    let pages = server.pages(router)
    pages.group { try await browser($0, $1) }.get("/ferry/review/{id}") { try await show($1.caller) }
    pages.group { request, context in
      try SameOrigin(base: server.configuration.base).require(request.headers)
      return try await browser(request, context)
    }
    .post("/ferry/review/{id}/change") { try await change($0, $1.caller) }
  }

  private func show(_ browser: BoundBrowser) async throws -> Response {
    _ = try await server.wait(for: browser.file.checkout.id) { !$0.checkout.phase.awaitsSelection }
    let (file, code, agreement) = try await browser.reviewCodes()
    let app = server.links.deepLinks(file.checkout, code.text)?.universal
    switch file.checkout.phase {
    case .reviewing:
      let page = InBrowserReviewPage(
        file, app: app, purchase: agreement.flatMap { server.links.deepLinks(file.checkout, $0.text)?.universal },
        nonce: Nonce(server.service.randomness))
      return (page?.page ?? waiting(file)).response
    case .selecting(let selecting) where selecting.question != nil: return waiting(file).response
    case .selecting(let selecting) where selecting.refusal != nil: return refused(selecting.refusal, file, app).response
    default:
      // There is nothing to review: the app shows the state of the checkout.
      guard let app else { throw Problem.nothingHere }
      return .seeOther(app)
    }
  }

  /// Opens the change in the same browser, with a ticket of its own.
  private func change(_ request: Request, _ browser: BoundBrowser) async throws -> Response {
    let form = try await request.form(limit: 1024)
    let what = try form.required("what", as: ChangeKind.init(rawValue:))
    let id = browser.file.checkout.id
    let now = server.service.time.now
    let secret = server.service.randomness.token(bytes: 24)
    do {
      let (file, issued) = try await browser.commit { file in
        (.leave(change: what), file.issueTicket(secret, for: .change(what), at: now))
      }
      return Response(
        status: .seeOther,
        headers: [.location: server.links.start(issued, of: file.checkout), .cacheControl: "no-store"])
    } catch is Refusal {
      return .seeOther(server.configuration.base.link("/ferry/review/\(id.text)"))
    }
  }

  /// - Throws: `Problem` 404 for a checkout whose review is not here; `OtherBrowser`.
  private func browser(_ request: Request, _ context: some RequestContext) async throws -> BoundBrowser {
    guard let id = context.checkoutID,
      let file = try await server.service.file(id), file.checkout.app?.review == .browser
    else { throw Problem.nothingHere }
    let browser = try BoundBrowser(server, file, request.headers)
    try server.rates.count(.checkout(id, .browser))
    return browser
  }

  private func waiting(_ file: CheckoutFile) -> Page {
    let texts = file.checkout.language.buyerTexts
    return .waiting(texts.reviewTitle, texts.loadingSelection, file.checkout.language)
  }

  private func refused(_ refusal: Phase.SelectionRefusal?, _ file: CheckoutFile, _ app: Link?) -> Page {
    let language = file.checkout.language
    let texts = language.buyerTexts
    let title =
      switch refusal {
      case .countryNotServed, nil: texts.countryNotServed
      case .regionNotServed: texts.regionNotServed
      case .postOfficeBox: texts.postOfficeBoxNotServed
      case .packstation: texts.packstationNotServed
      }
    return Page(
      language: language, title: title, policy: PagePolicy(),
      body: Message(
        title, [texts.selectAnother],
        actions: InBrowserReviewPage.changeForm(file.checkout.id, .address, language, style: .primary)
          + (app?.button(texts.backToApp, .quiet) ?? .empty)
      ).html)
  }
}

/// The review in the secure browser. The buyer agrees to it by the purchase link into the app.
struct InBrowserReviewPage {
  private let file: CheckoutFile
  private let review: ReviewBody
  private let quote: Quote
  private let app: Link
  private let purchase: Link
  private let renewal: PageRenewal
  private var id: CheckoutID { file.checkout.id }
  private var language: Language { file.checkout.language }

  /// Nil without a price or a link into the app.
  /// - Parameters:
  ///   - app: The link back without agreeing.
  ///   - purchase: The link that names what was shown.
  ///   - nonce: For the script that renews both links in time.
  init?(_ file: CheckoutFile, app: Link?, purchase: Link?, nonce: Nonce) {
    guard let review = ReviewBody(file), let quote = file.checkout.quote, let app, let purchase else { return nil }
    self.file = file
    self.review = review
    self.quote = quote
    self.app = app
    self.purchase = purchase
    renewal = PageRenewal(address: "/ferry/review/\(file.checkout.id.text)", nonce: nonce)
  }

  var page: Page {
    Page(language: language, title: texts.reviewTitle, policy: renewal.policy, head: renewal.head, body: body)
  }

  private var texts: Texts<BuyerTexts> { language.buyerTexts }

  private var body: HTML {
    let summary = OrderSummary(content: file.checkout.content, language: language)
    return """
      <div class="review">
      <div class="intro"><h1>\(HTML(heading: texts.reviewTitle))</h1></div>\(changeNotice)
      <div class="chosen">\(addressPanel)\
      \(Panel(
      texts.payment, action: Self.changeForm(id, .payment, language),
      body: "<p>\(review.paymentDescriptor ?? "")</p>").html)</div>
      <section class="panel"><h2>\(texts.items)</h2>\(summary.lines)\(summary.totals(quote))\
      <p class="fine">\(texts.purchaseAdvice)</p></section>
      <p class="actions buy">\(purchase.button(texts.purchase(review.total)))</p>
      <p class="actions">\(app.button(texts.backToApp, .quiet))</p>
      </div>
      """
  }

  private var changeNotice: HTML {
    // The total that the buyer was shown before, if it has changed.
    guard let formerTotal = file.roundTrips.formerTotal else { return .empty }
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

  static func changeForm(
    _ id: CheckoutID, _ what: ChangeKind, _ language: Language, style: Button.Style = .quiet
  ) -> HTML {
    let label = what == .address ? language.buyerTexts.changeAddress : language.buyerTexts.changePayment
    let action: Link = "/ferry/review/\(id.text)/change"
    return """
      <form method="post" action="\(action)">\(Button(label, style, name: "what", value: what.rawValue).html)</form>
      """
  }
}
