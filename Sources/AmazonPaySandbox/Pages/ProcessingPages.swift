import FerryCore
import FerrySandbox
import FerryWeb

/// The page with the spinner. It continues by itself, without a script.
struct ProcessingPage {
  let shop: String
  let session: CheckoutSession
  let amount: Money
  /// Whole seconds until it continues.
  let seconds: Int64

  var page: Page {
    var shell = Sandbox.shell(language: session.language)
    shell.head = #"<meta http-equiv="refresh" content="\#(seconds);url=\#(next.text)">"#
    return shell.page(
      "Processing your payment",
      """
      <p class="sum" id="amount">\(amount, .english) to \(shop)</p>
      \(Spinner("You will be taken back to the shop in a moment.").html)
      <div class="leave">\(next.button("Continue without waiting", .quiet))\(cancel)</div>
      """)
  }

  private var next: Link { Link("/checkout/processing/return", query: [(PageShell.idName, session.id)]) }

  private var cancel: HTML { PageShell.cancelButton("Cancel and go back", session.id, from: .processing) }
}

/// The page after a decline: the buyer selects another card, or cancels.
struct DeclinedPage {
  let session: CheckoutSession

  var page: Page {
    let card = session.card?.descriptor ?? ""
    let isPending =
      session.card.map { [.pendingThenAuthorized, .pendingThenDeclined].contains($0.simulation) } ?? false
    let problem =
      isPending
      ? "\(card) needs time to decide, and the shop does not wait for it. Nothing was charged."
      : "\(card) cannot be used. Nothing was charged."
    let choices = TestCard.allCases.filter { $0 != session.card }.map { other in
      CardChoice(card: other, isChosen: other == .visa1111).html
    }
    return Sandbox.shell(language: session.language).page(
      "The card was declined",
      """
      \(Notice(.error, problem).html)
      <form id="retry" class="stack" method="post" action="\("/checkout/processing" as Link)">
      <input type="hidden" name="amazonCheckoutSessionId" value="\(session.id)">
      <fieldset><legend>Pay with another card</legend>\(choices)</fieldset>
      \(Button("Pay now", isWide: true).html)
      </form>
      <div class="leave">\(giveUp)</div>
      """)
  }

  private var giveUp: HTML {
    PageShell.cancelButton("Give up and go back", session.id, from: .processing, id: "give-up")
  }
}
