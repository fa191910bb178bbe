import FerryCore
import FerrySandbox
import FerryWeb

/// The page with the spinner. It continues by itself, without a script.
struct ProcessingPage {
  let text: PageText
  let shop: String
  let session: CheckoutSession
  let amount: Money
  /// Whole seconds until it continues.
  let seconds: Int64

  var page: Page {
    var shell = PageShell(text)
    shell.head = #"<meta http-equiv="refresh" content="\#(seconds);url=\#(next.text)">"#
    return shell.page(
      text.processing,
      """
      <p class="sum" id="amount">\(text.amount(amount, to: shop))</p>
      \(Spinner(text.processingNote).html)
      <div class="leave">\(next.button(text.goOnNow, .quiet))\(cancel)</div>
      """)
  }

  private var next: Link { Link("/checkout/processing/return", query: [(PageShell.idName, session.id)]) }

  private var cancel: HTML { PageShell.cancelButton(text.cancel, session.id, from: .processing) }
}

/// The page after a decline: the buyer selects another card, or cancels.
struct DeclinedPage {
  let text: PageText
  let session: CheckoutSession

  var page: Page {
    let card = session.card?.descriptor ?? ""
    let isPending =
      session.card.map { [.pendingThenAuthorized, .pendingThenDeclined].contains($0.simulation) } ?? false
    let choices = TestCard.allCases.filter { $0 != session.card }.map { other in
      CardChoice(text: text, card: other, isChosen: other == .visa1111).html
    }
    return PageShell(text).page(
      text.declined,
      """
      \(Notice(.error, isPending ? text.pendingNote(card) : text.declinedNote(card)).html)
      <form id="retry" class="stack" method="post" action="\("/checkout/processing" as Link)">
      <input type="hidden" name="amazonCheckoutSessionId" value="\(session.id)">
      <fieldset><legend>\(text.anotherCard)</legend>\(choices)</fieldset>
      \(Button(text.payNow, isWide: true).html)
      </form>
      <div class="leave">\(giveUp)</div>
      """)
  }

  private var giveUp: HTML { PageShell.cancelButton(text.giveUp, session.id, from: .processing, id: "give-up") }
}
