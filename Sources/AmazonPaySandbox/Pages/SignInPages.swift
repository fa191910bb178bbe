import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The forms for signing in: as a ready buyer, or with any e-mail address.
struct SignInForms {
  let language: String?
  let action: Link
  let hidden: [(name: String, value: String)]
  let hasBadEmail: Bool
  /// True for a password field, which buyers expect. Any password is accepted.
  var asksForPassword = false

  /// - Parameter end: The HTML below the forms.
  func page(lead: String, end: HTML = .empty) -> Page {
    Sandbox.shell(hasBadEmail ? .unprocessableContent : .ok, language: language).page(
      "Sign in", lead: lead,
      """
      \(Notice(.info, "Anyone can sign in: choose a test buyer, or enter any e-mail address and any password.").html)
      <section class="panel"><h2>Test buyers</h2>
      <form id="ready-buyers" class="accounts" method="post" action="\(action)">\(inputs)\(accounts)</form></section>
      <section class="panel"><h2>Another account</h2>\
      \(if: hasBadEmail, Notice(.error, "Enter an e-mail address, such as me@example.test.").html)
      <form id="signin" class="stack" method="post" action="\(action)">\(inputs)
      <div class="field"><label for="email">E-mail address</label>\
      <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required></div>
      \(if: asksForPassword, password)\
      \(Button("Sign in", isWide: true).html)</form></section>
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
    <div class="field"><label for="password">Password</label>\
    <input id="password" name="password" type="password" autocomplete="off" maxlength="128"></div>

    """
  }
}

extension SignInForms {
  static func page(_ session: CheckoutSession, shop: String, next: CheckoutPlace, hasBadEmail: Bool = false) -> Page {
    SignInForms(
      language: session.language, action: "/checkout/signin",
      hidden: [(PageShell.idName, session.id), ("next", next.rawValue)], hasBadEmail: hasBadEmail,
      asksForPassword: true
    ).page(
      lead: "to pay at \(shop)",
      end: #"<div class="leave">\#(PageShell.cancelButton("Cancel and go back", session.id, from: next))</div>"#)
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
      SignInForms(
        language: form["checkoutLanguage"], action: "/checkout/start/signin", hidden: signed, hasBadEmail: hasBadEmail
      ).page(lead: "\(sandbox.merchant(request.owner)?.name ?? "") asks who you are. Nothing is paid."))
  }

  func signInProduct(_ form: Fields) throws -> PageAnswer {
    let request = try signInRequest(form)
    guard let buyer = TestBuyer(email: try form.required("email")) else {
      return try showSignInProduct(form, hasBadEmail: true)
    }
    let token = change { ledger, now in ledger.newBuyerToken(request, buyer, at: now) }
    let url = ReturnURL(request.returnURL)?.adding("buyerToken", token.token)
    return PageAnswer(.seeOther(url ?? sandbox.origin.text))
  }

  private func signInRequest(_ form: Fields) throws -> SignInRequest {
    let (owner, value) = try signedPayload(form)
    return try sandbox.state.reading { ledger throws(APIRefusal) in try ledger.signInRequest(value, of: owner) }
  }

  /// Verifies the payload's signature. Browsers send the line ends of forms as CR LF.
  func signedPayload(_ form: Fields) throws -> (Owner, payload: JSONValue) {
    let payload = try form.required("payloadJSON")
    func owner(_ payload: String) throws(Authenticator.InvalidButtonSignature) -> Owner {
      try sandbox.authenticator.owner(
        ofPayload: payload, signature: form["signature"] ?? "", publicKeyID: form["publicKeyId"] ?? "",
        algorithm: form["algorithm"], merchantID: form["merchantId"] ?? "", sandbox: form["sandbox"] == "true")
    }
    func parsed(_ payload: String) throws(APIRefusal) -> JSONValue {
      try JSONValue(parsing: Array(payload.utf8), "The payload")
    }
    do {
      return (try owner(payload), try parsed(payload))
    } catch let error as Authenticator.InvalidButtonSignature {
      let unixLines = payload.replacing("\r\n", with: "\n")
      if unixLines != payload, let found = try? owner(unixLines) { return (found, try parsed(unixLines)) }
      throw error
    }
  }
}
