import FerryCore
import FerryWeb
import HTTPTypes

/// Where anybody becomes a buyer for a shop that asks who he is, and for no payment.
struct SignInProductPage {
  let text: CheckoutText
  let shop: String
  /// The signed payload and what came with it; it is verified again when the form comes back.
  let signed: [(name: String, value: String)]
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
    let action: Link = "/checkout/start/signin"
    return shell.page(
      text.signIn, lead: text.shareLead(shop),
      """
      \(Notice(.info, text.anyone).html)
      <section class="panel"><h2>\(text.readyBuyers)</h2>
      <form id="ready-buyers" class="accounts" method="post" action="\(action)">\(hidden)\(accounts)</form></section>
      <section class="panel"><h2>\(text.otherAccount)</h2>\
      \(if: hasBadEmail, Notice(.error, text.badEmail).html)
      <form id="signin" class="stack" method="post" action="\(action)">\(hidden)
      <div class="field"><label for="email">\(text.email)</label>\
      <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required></div>
      \(Button(text.signIn, isWide: true).html)</form></section>
      """)
  }

  private var hidden: [HTML] {
    signed.map { #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"# }
  }
}
