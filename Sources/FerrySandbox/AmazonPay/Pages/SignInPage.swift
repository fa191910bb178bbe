import FerryCore
import FerryWeb
import HTTPTypes

/// Where anybody becomes a buyer.
struct SignInPage {
  let text: CheckoutText
  let shop: String
  let sessionID: String
  let next: CheckoutPlace
  var hasBadEmail = false

  var page: Page {
    var shell = CheckoutPage(text: text)
    if hasBadEmail { shell.status = .unprocessableContent }
    let accounts = TestBuyer.ready.map { buyer -> HTML in
      """
      <button type="submit" class="button secondary" name="email" value="\(buyer.email)">\
      <span>\(buyer.name) <small>\(buyer.email)</small></span></button>
      """
    }
    return shell.page(
      text.signIn, lead: text.signInLead(shop),
      """
      \(Notice(.info, text.anyone).html)
      <section class="panel"><h2>\(text.readyBuyers)</h2>
      <form id="ready-buyers" class="accounts" method="post" action="\("/checkout/signin" as Link)">\(hidden)\(accounts)\
      </form></section>
      <section class="panel"><h2>\(text.otherAccount)</h2>\
      \(if: hasBadEmail, Notice(.error, text.badEmail).html)
      <form id="signin" class="stack" method="post" action="\("/checkout/signin" as Link)">\(hidden)
      <div class="field"><label for="email">\(text.email)</label>\
      <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required></div>
      <div class="field"><label for="password">\(text.password)</label>\
      <input id="password" name="password" type="password" autocomplete="off" maxlength="128"></div>
      \(Button(text.signIn, isWide: true).html)</form></section>
      <div class="leave">\(cancel)</div>
      """)
  }

  private var hidden: HTML {
    """
    <input type="hidden" name="amazonCheckoutSessionId" value="\(sessionID)">\
    <input type="hidden" name="next" value="\(next.rawValue)">
    """
  }

  private var cancel: HTML {
    CheckoutPage.button(
      "cancel", "/checkout/cancel", text.cancel, .quiet,
      fields: [(CheckoutPage.idName, sessionID), ("from", next.rawValue)])
  }
}
