import FerryCore
import FerryWeb

/// The page of the phase that a checkout is in.
struct CheckoutPage {
  let frame: ShopFrame
  let csrf: HTML
  let state: CheckoutState
  /// The review that the buyer saw before this one.
  let earlier: EarlierReview?
  /// The cart is no longer what is being bought.
  let isCartChanged: Bool
  let catalogue: Catalogue

  var page: Page {
    switch state.phase {
    case .selecting where state.isUndeliverable: outcome(.undeliverable)
    case .selecting: outcome(state.review == nil ? .selecting : .changing)
    case .checking: waiting(.checking(isChange: state.review != nil))
    case .reviewing:
      if let review = state.review {
        ReviewPage(
          frame: frame, csrf: csrf, review: review, earlier: earlier, isCartChanged: isCartChanged, catalogue: catalogue
        ).page
      } else {
        waiting(.confirming)
      }
    case .opening: waiting(.opening)
    case .paying: waiting(.paying)
    case .closing: waiting(.cancelling)
    // A paid checkout leads to the thank-you page; until it has, nothing else is to be said.
    case .confirming, .paid: waiting(.confirming)
    case .declined: outcome(.declined(state.decline, MoneyLeft(state.payment)))
    case .cancelled: outcome(.cancelled(MoneyLeft(state.payment)))
    case .expired: outcome(.expired(MoneyLeft(state.payment)))
    case .held: outcome(.held)
    }
  }

  private func waiting(_ kind: WaitingPage.Kind) -> Page {
    WaitingPage(frame: frame, kind: kind, place: state.place, csrf: csrf).page
  }

  private func outcome(_ kind: OutcomePage.Kind) -> Page {
    OutcomePage(frame: frame, kind: kind, csrf: csrf).page
  }
}

/// Shown while something goes on without the buyer. It says so to screen readers, asks for the phase by script, and loads
/// again by itself where there is none.
struct WaitingPage {
  enum Kind {
    /// The provider is asked what the buyer has chosen.
    case checking(isChange: Bool)
    /// The payment page is asked for.
    case opening
    case confirming
    /// The provider waits for the buyer.
    case paying
    case cancelling
  }

  let frame: ShopFrame
  let kind: Kind
  /// Where the checkout stands; the page loads again when it is another.
  let place: String
  let csrf: HTML

  var page: Page {
    let refresh: HTML = "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n"
    return frame.page(title: title, head: refresh, body: body)
  }

  private func text(_ text: ShopText) -> String { frame.text(text) }

  private var title: String {
    switch kind {
    case .checking: text(.checkingTitle)
    case .opening: text(.openingTitle)
    case .confirming: text(.confirmingTitle)
    case .paying: text(.payingTitle)
    case .cancelling: text(.cancellingTitle)
    }
  }

  private var body: HTML {
    """
    <div class="message" data-phase="\(place)"><h1 tabindex="-1" data-focus>\(HTML(heading: title))</h1>\(rest)</div>
    """
  }

  private var rest: HTML {
    switch kind {
    case .checking(let isChange):
      """
      \(Spinner(text(.checking)).html)<p>\(text(.checkingAdvice))</p><div class="actions">\(leaving(isChange))</div>
      """
    case .opening:
      """
      \(Spinner(text(.opening)).html)<p>\(text(.openingAdvice))</p>\
      <div class="actions">\(post("/checkout/cancel", .cancelPayment, .secondary))</div>
      """
    case .confirming:
      """
      \(Spinner(text(.confirming)).html)<p>\(text(.confirmingAdvice))</p>\
      <div class="actions">\(("/checkout" as Link).button(text(.checkAgain), .secondary))</div>
      """
    case .paying:
      """
      <p role="status">\(text(.payingAdvice))</p>\
      <div class="actions">\(post("/checkout/continue", .continuePayment))\
      \(post("/checkout/cancel", .cancelPayment, .secondary))</div>
      """
    case .cancelling: Spinner(text(.cancelling)).html
    }
  }

  private func leaving(_ isChange: Bool) -> HTML {
    isChange
      ? post("/checkout/keep", .keepChoice, .secondary) : post("/checkout/cancel", .cancelCheckout, .secondary)
  }

  private func post(_ link: Link, _ title: ShopText, _ style: Button.Style = .primary) -> HTML {
    "<form method=\"post\" action=\"\(link)\" data-leaves>\(csrf)\(Button(text(title), style).html)</form>"
  }
}
