import FerryCore
import FerryWeb

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
