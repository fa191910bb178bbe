import FerryCore
import FerryWeb
import HTTPTypes

/// The ways to become a buyer: by a press, as one who is ready, or by any other address.
struct SignInForms {
  let text: CheckoutText
  /// Where the forms are posted to.
  let action: Link
  /// What comes back with them.
  let hidden: [(name: String, value: String)]
  let hasBadEmail: Bool
  /// Any password is right; it is there because a buyer expects it.
  var asksForPassword = false

  /// - Parameter end: What stands below the forms.
  func page(lead: String, end: HTML = .empty) -> Page {
    var shell = CheckoutPage(text: text)
    if hasBadEmail { shell.status = .unprocessableContent }
    return shell.page(
      text.signIn, lead: lead,
      """
      \(Notice(.info, text.anyone).html)
      <section class="panel"><h2>\(text.readyBuyers)</h2>
      <form id="ready-buyers" class="accounts" method="post" action="\(action)">\(inputs)\(accounts)</form></section>
      <section class="panel"><h2>\(text.otherAccount)</h2>\
      \(if: hasBadEmail, Notice(.error, text.badEmail).html)
      <form id="signin" class="stack" method="post" action="\(action)">\(inputs)
      <div class="field"><label for="email">\(text.email)</label>\
      <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required></div>
      \(if: asksForPassword, password)\
      \(Button(text.signIn, isWide: true).html)</form></section>
      \(end)
      """)
  }

  private var inputs: [HTML] {
    hidden.map { #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"# }
  }

  private var accounts: [HTML] {
    TestBuyer.ready.map { buyer in
      """
      <button type="submit" class="button secondary" name="email" value="\(buyer.email)">\
      <span>\(buyer.name) <small>\(buyer.email)</small></span></button>
      """
    }
  }

  private var password: HTML {
    """
    <div class="field"><label for="password">\(text.password)</label>\
    <input id="password" name="password" type="password" autocomplete="off" maxlength="128"></div>

    """
  }
}
