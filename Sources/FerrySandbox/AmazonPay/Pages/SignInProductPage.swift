import FerryCore
import FerryWeb

/// Where anybody becomes a buyer for a shop that asks who he is, and for no payment.
struct SignInProductPage {
  let text: CheckoutText
  let shop: String
  /// The signed payload and what came with it; it is verified again when the form comes back.
  let signed: [(name: String, value: String)]
  var hasBadEmail = false

  var page: Page {
    SignInForms(text: text, action: "/checkout/start/signin", hidden: signed, hasBadEmail: hasBadEmail)
      .page(lead: text.shareLead(shop))
  }
}
