import FerryCore
import FerryProvider
import FerryWeb
import HTTPTypes

/// The pages that perform a next action in the buyer's browser.
struct NextActionPage {
  private struct Data: Encodable {
    let script: ProviderScript?
    let payment: PaymentPage?
    /// The place for a browser that comes back here; nil beside an app, where the buyer closes the browser.
    let shop: String?
    /// In milliseconds.
    let patience: Int64
  }

  let language: Language
  let nonce: Nonce
  /// The sources that the provider needs. The page may use no others.
  let sources: PagePolicySources
  /// Nil beside an app.
  let shop: Link?
  let patience: Duration
  private var texts: Texts<BuyerTexts> { language.buyerTexts }
  private var policy: PagePolicy { PagePolicy(sources.page, nonce: nonce, formActions: sources.formActions) }

  /// Loads the provider's script and calls it.
  func script(_ script: ProviderScript) -> Page {
    page(
      policy, script: script,
      """
      <noscript>\(StartParts.scriptNeeded(actions, language))</noscript>
      <button type="button" id="ferry-step" hidden tabindex="-1"></button>
      """)
  }

  /// Shows the payment form that the provider's script draws, with a button that cancels the payment.
  /// - Parameters:
  ///   - address: The page's own address. A request there asks the provider before the form is shown again.
  ///   - cancel: The page posts the buyer's cancellation to this address.
  ///   - destination: `cancel` redirects to this site. Browsers apply the policy of forms to it too.
  func payment(_ payment: PaymentPage, at address: Link, cancel: Link, destination: Origin?) -> Page {
    var policy = self.policy
    if let destination { policy.formActions.append(PageSource(destination)) }
    let back: HTML = """
      <form class="actions" method="post" action="\(cancel)">\
      \(Button(texts.cancelPayment, .quiet).html)</form>
      """
    return page(
      policy, payment: payment,
      failed: StartParts.part(
        .failed, texts.formNotShown,
        actions: address.button(texts.tryAgain) + back,
        language),
      """
      <noscript>\(StartParts.scriptNeeded(actions + back, language))</noscript>
      <div data-part="payment" hidden><h1 class="hidden">\(texts.toPaymentPage)</h1>\
      <div id="\(PaymentPage.container)"></div>\(back)</div>
      """)
  }

  /// Posts a form to the provider; without JavaScript by a button.
  /// - Throws: `ProviderFailure.misconfigured` for an action that is no https URL.
  func form(_ form: ProviderForm) throws(ProviderFailure) -> Page {
    guard let action = Link(external: form.action), let target = action.origin else {
      throw .misconfigured(reason: "The provider's form has no https URL.", fix: "Correct the provider's address.")
    }
    // Browsers apply the list to redirects after the form, too.
    let targets = [PageSource(target)] + sources.formActions.compactMap { PageSource($0) }
    let fields = form.fields.map { field -> HTML in
      #"<input type="hidden" name="\#(field.name)" value="\#(field.value)">"#
    }
    return page(
      PagePolicy(nonce: nonce, formActions: targets),
      """
      <div data-part="form"><form id="ferry-form" method="post" action="\(action)">\(fields)\
      \(Message(texts.toPaymentPage, [texts.pressToContinue], actions: Button(texts.continueButton).html).html)</form></div>
      """)
  }

  /// The payment page is being made. The provider may be out of order: there is a way back.
  var waiting: Page {
    .waiting(texts.toPaymentPage, texts.openingPaymentPage, language, actions: actions)
  }

  /// The provider cannot be used.
  var failure: Page { Page(.badGateway, texts.notOpened, language, actions: actions) }

  /// The buyer has used the provider's page, and it cannot be opened again.
  var spent: Page { Page(.gone, texts.spent, language, actions: actions) }

  /// - Parameter failed: The part that is shown if the action cannot be performed; nil for the usual one.
  private func page(
    _ policy: PagePolicy, script: ProviderScript? = nil, payment: PaymentPage? = nil, failed: HTML? = nil, _ body: HTML
  ) -> Page {
    let data = Data(script: script, payment: payment, shop: shop?.text, patience: patience.wholeMilliseconds)
    return Page(
      language: language, title: texts.toPaymentPage, policy: policy, head: StartParts.head(data, Self.script, nonce),
      body: """
        \(StartParts.working(language))\
        \(failed ?? StartParts.part(.failed, actions: actions, language))\
        \(StartParts.part(.returned, actions: .empty, language))\
        \(body)
        """)
  }

  private var actions: HTML { StartParts.wayBack(to: shop, language) }
}

extension Page {
  /// A page that reloads until there is something to show.
  static func waiting(_ title: String, _ words: String, _ language: Language, actions: HTML = .empty) -> Page {
    Page(
      language: language, title: title, policy: PagePolicy(), head: #"<meta http-equiv="refresh" content="2">"#,
      body: """
        <h1 class="hidden">\(title)</h1>\(Spinner(words).html)\
        \(if: !actions.isEmpty, "<p class=\"actions\">\(actions)</p>")
        """)
  }
}

extension NextActionPage {
  /// Performs the action once. A buyer who comes back here, by Back or by reloading, is not sent to the provider again.
  static let script = HTML(embeddedFile: PackageResources.next_action_js)
}
