import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The forms for signing in: as a ready buyer, or with any e-mail address.
struct SignInForms {
  let text: PageText
  /// The forms post to this URL.
  let action: Link
  /// Fields that are posted with them.
  let hidden: [(name: String, value: String)]
  let hasBadEmail: Bool
  /// True for a password field, which buyers expect. Any password is accepted.
  var asksForPassword = false

  /// - Parameter end: The HTML below the forms.
  func page(lead: String, end: HTML = .empty) -> Page {
    var shell = PageShell(text)
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

  private var inputs: [HTML] { hidden.map { #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"# } }

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

extension SignInForms {
  /// The sign-in page of a checkout.
  static func page(
    _ text: PageText, shop: String, sessionID: String, next: CheckoutPlace, hasBadEmail: Bool = false
  ) -> Page {
    SignInForms(
      text: text, action: "/checkout/signin",
      hidden: [(PageShell.idName, sessionID), ("next", next.rawValue)], hasBadEmail: hasBadEmail,
      asksForPassword: true
    ).page(
      lead: text.signInLead(shop),
      end: #"<div class="leave">\#(PageShell.cancelButton(text.cancel, sessionID, from: next))</div>"#)
  }
}

/// The sign-in product: the shop gets a token for the buyer's data.
extension PageRequest<Sandbox> {
  private static var signedNames: [String] {
    ["payloadJSON", "signature", "publicKeyId", "algorithm", "merchantId", "sandbox"]
  }

  func showSignInProduct(_ form: Fields, hasBadEmail: Bool = false) throws -> PageAnswer {
    let request = try signInRequest(form)
    // The signed payload and its fields are verified again when the form is posted.
    let signed = Self.signedNames.compactMap { name in form[name].map { (name: name, value: $0) } }
    return PageAnswer(
      SignInForms(text: text, action: "/checkout/start/signin", hidden: signed, hasBadEmail: hasBadEmail)
        .page(lead: text.shareLead(merchant(request.owner)?.name ?? "")))
  }

  func signInProduct(_ form: Fields) throws -> PageAnswer {
    let request = try signInRequest(form)
    guard let buyer = TestBuyer(email: try form.required("email")) else {
      return try showSignInProduct(form, hasBadEmail: true)
    }
    let randomness = sandbox.randomness
    let token = change { ledger, now in ledger.newBuyerToken(request, buyer, at: now, randomness) }
    let url = ReturnURL(request.returnURL)?.adding("buyerToken", token.token)
    return PageAnswer(.seeOther(url ?? sandbox.origin.text))
  }

  private func signInRequest(_ form: Fields) throws -> SignInRequest {
    let (owner, value) = try signedPayload(form)
    return try sandbox.state.reading { ledger throws(APIRefusal) in try ledger.signInRequest(value, of: owner) }
  }
}
