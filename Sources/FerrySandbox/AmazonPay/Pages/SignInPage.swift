import FerryCore
import FerryWeb

/// Where anybody becomes a buyer.
struct SignInPage {
  let text: CheckoutText
  let shop: String
  let sessionID: String
  let next: CheckoutPlace
  var hasBadEmail = false

  var page: Page {
    SignInForms(
      text: text, action: "/checkout/signin",
      hidden: [(CheckoutPage.idName, sessionID), ("next", next.rawValue)], hasBadEmail: hasBadEmail,
      asksForPassword: true
    ).page(lead: text.signInLead(shop), end: #"<div class="leave">\#(cancel)</div>"#)
  }

  private var cancel: HTML {
    CheckoutPage.button(
      "cancel", "/checkout/cancel", text.cancel, .quiet,
      fields: [(CheckoutPage.idName, sessionID), ("from", next.rawValue)])
  }
}
