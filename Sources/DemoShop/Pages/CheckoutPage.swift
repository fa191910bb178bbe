import FerryCore
import FerryWeb

/// The page for a checkout's phase.
struct CheckoutPage {
  let frame: ShopFrame
  let csrf: HTML
  let state: CheckoutState
  /// The provider's name for buyers.
  let provider: String
  let earlier: EarlierReview?
  /// The cart differs from the order.
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
          frame: frame, csrf: csrf, review: review, provider: provider, earlier: earlier, isCartChanged: isCartChanged,
          catalogue: catalogue
        ).page
      } else {
        waiting(.confirming)
      }
    case .opening: waiting(.opening)
    case .paying: waiting(.paying)
    case .closing: waiting(.cancelling)
    // A paid checkout leads to the thank-you page.
    case .confirming, .paid: waiting(.confirming)
    case .declined: outcome(.declined(state.decline, MoneyLeft(state.payment)))
    case .cancelled: outcome(.cancelled(MoneyLeft(state.payment)))
    case .expired: outcome(.expired(MoneyLeft(state.payment)))
    case .held: outcome(.held)
    }
  }

  private func waiting(_ kind: WaitingPage.Kind) -> Page {
    WaitingPage(frame: frame, kind: kind, provider: provider, place: state.place, csrf: csrf).page
  }

  private func outcome(_ kind: OutcomePage.Kind) -> Page {
    OutcomePage(frame: frame, kind: kind, provider: provider, csrf: csrf).page
  }
}

/// A page without content to act on. Screen readers announce it. It asks for the phase by script, and reloads itself where
/// scripts do not run.
struct WaitingPage {
  enum Kind {
    /// Ferry asks the provider for the buyer's selection.
    case checking(isChange: Bool)
    /// Ferry asks the provider for its payment page.
    case opening
    case confirming
    /// The provider waits for the buyer.
    case paying
    case cancelling
  }

  let frame: ShopFrame
  let kind: Kind
  let provider: String
  /// The page reloads when the checkout's place is another.
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
      \(Spinner(text(.checking)).html)<p>\(text(.checkingAdvice(provider)))</p>\
      <div class="actions">\(leaving(isChange))</div>
      """
    case .opening:
      """
      \(Spinner(text(.opening)).html)<p>\(text(.openingAdvice(provider)))</p>\
      <div class="actions">\(post("/checkout/cancel", .cancelPayment, .secondary))</div>
      """
    case .confirming:
      """
      \(Spinner(text(.confirming)).html)<p>\(text(.confirmingAdvice(provider)))</p>\
      <div class="actions">\(("/checkout" as Link).button(text(.checkAgain), .secondary))</div>
      """
    case .paying:
      """
      <p role="status">\(text(.payingAdvice(provider)))</p>\
      <div class="actions">\(post("/checkout/continue", .continuePayment))\
      \(post("/checkout/cancel", .cancelPayment, .secondary))</div>
      """
    case .cancelling: Spinner(text(.cancelling(provider))).html
    }
  }

  private func leaving(_ isChange: Bool) -> HTML {
    isChange
      ? post("/checkout/keep", .keepSelection, .secondary) : post("/checkout/cancel", .cancelCheckout, .secondary)
  }

  private func post(_ link: Link, _ title: ShopText, _ style: Button.Style = .primary) -> HTML {
    "<form method=\"post\" action=\"\(link)\" data-leaves>\(csrf)\(Button(text(title), style).html)</form>"
  }
}
