import FerryCore
import FerryWeb

/// Shown while something goes on without the buyer. It says so to screen readers, asks for the phase by script, and loads
/// again by itself where there is none.
struct WaitingPage {
  enum Kind {
    case confirming
    /// The provider waits for the buyer.
    case paying
    case cancelling
  }

  let frame: ShopFrame
  let kind: Kind
  /// As `/v1` names it; the page loads again when it is another.
  let phase: String
  let csrf: HTML

  var page: Page {
    let refresh: HTML = "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n"
    return frame.page(title: title, head: refresh, body: body)
  }

  private func text(_ text: ShopText) -> String { frame.text(text) }

  private var title: String {
    switch kind {
    case .confirming: text(.confirmingTitle)
    case .paying: text(.payingTitle)
    case .cancelling: text(.cancellingTitle)
    }
  }

  private var body: HTML {
    """
    <div class="message" data-phase="\(phase)"><h1 tabindex="-1" data-focus>\(title)</h1>\(rest)</div>
    """
  }

  private var rest: HTML {
    switch kind {
    case .confirming:
      """
      \(Spinner(text(.confirming)).html)<p>\(text(.confirmingAdvice))</p>\
      <div class="actions">\(("/checkout" as Link).button(text(.checkAgain), .secondary))</div>
      """
    case .paying:
      """
      <p role="status">\(text(.payingAdvice))</p>\
      <div class="actions"><form method="post" action="\("/checkout/continue" as Link)">\(csrf)\
      \(Button(text(.continuePayment)).html)</form>\
      <form method="post" action="\("/checkout/cancel" as Link)">\(csrf)\
      \(Button(text(.cancelPayment), .secondary).html)</form></div>
      """
    case .cancelling: Spinner(text(.cancelling)).html
    }
  }
}
