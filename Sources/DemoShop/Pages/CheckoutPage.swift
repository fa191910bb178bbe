import FerryCore
import FerryWeb

struct CheckoutPage {
  let frame: ShopFrame
  let state: CheckoutState
  let provider: String
  let earlier: EarlierReview?
  let isCartChanged: Bool
  /// The address that the shop asked for; nil if the buyer selects it at the provider.
  let delivery: Delivery?
  let catalogue: Catalogue

  var page: Page {
    switch state.phase {
    case .selecting where state.isUndeliverable: outcome(.undeliverable)
    case .selecting: outcome(state.review == nil ? .selecting : .changing)
    case .checking: waiting(.checking(isChange: state.review != nil))
    case .reviewing:
      if let review = state.review {
        ReviewPage(
          frame: frame, review: review, provider: provider, earlier: earlier, isCartChanged: isCartChanged,
          delivery: delivery, catalogue: catalogue
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
    WaitingPage(frame: frame, kind: kind, provider: provider, place: state.place).page
  }

  private func outcome(_ kind: OutcomePage.Kind) -> Page {
    OutcomePage(frame: frame, kind: kind, provider: provider).page
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

  var page: Page {
    let (title, rest) = content
    return frame.page(
      title: title, head: "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n",
      body: """
        <div class="message" data-phase="\(place)"><h1 tabindex="-1" data-focus>\(HTML(heading: title))</h1>\(rest)</div>
        """)
  }

  private var content: (title: String, rest: HTML) {
    let cancel = frame.post("/checkout/cancel", .cancelPayment, .secondary)
    switch kind {
    case .checking(let isChange):
      let leave =
        isChange
        ? frame.post("/checkout/keep", .keepSelection, .secondary)
        : frame.post("/checkout/cancel", .cancelCheckout, .secondary)
      return (text(.checkingTitle), waiting(.checking, .checkingAdvice(provider), leave))
    case .opening: return (text(.openingTitle), waiting(.opening, .openingAdvice(provider), cancel))
    case .confirming:
      let again = frame.link("/checkout", .checkAgain, .secondary)
      return (text(.confirmingTitle), waiting(.confirming, .confirmingAdvice(provider), again))
    case .paying:
      let rest: HTML = """
        <p role="status">\(text(.payingAdvice(provider)))</p>\
        <div class="actions">\(frame.post("/checkout/continue", .continuePayment))\(cancel)</div>
        """
      return (text(.payingTitle), rest)
    case .cancelling: return (text(.cancellingTitle), Spinner(text(.cancelling(provider))).html)
    }
  }

  private func waiting(_ label: ShopText, _ advice: ShopText, _ actions: HTML) -> HTML {
    "\(Spinner(text(label)).html)<p>\(text(advice))</p><div class=\"actions\">\(actions)</div>"
  }

  private func text(_ text: ShopText) -> String { frame.text(text) }
}
