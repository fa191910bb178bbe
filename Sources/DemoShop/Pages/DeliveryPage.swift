import FerryCore
import FerryWeb

/// The form for the buyer and the address, where the provider asks for none.
struct DeliveryPage {
  let frame: ShopFrame
  let market: Market
  let button: PayButton
  let provider: String
  /// The earlier entries of the buyer, complete or not.
  let written: Delivery?

  var page: Page { frame.page(title: texts.deliveryTitle, body: body) }

  private var texts: Texts<ShopTexts> { frame.texts }

  private func problem(of field: Delivery.Field) -> Delivery.Problem? { written?.problem(of: field, in: market) }

  private var body: HTML {
    """
    <div class="intro"><h1>\(HTML(heading: texts.deliveryTitle))</h1>\
    <p class="lead">\(texts.deliveryAdvice(provider))</p></div>
    \(if: written?.problems(in: market).isEmpty == false, Notice(.error, texts.deliveryIncomplete).html)
    \(if: market.sample != nil, "<p class=\"actions\">\(frame.link(.delivery(for: button, isSample: true), texts.fillInSample, .secondary))</p>")
    <form class="panel" method="post" data-leaves action="\("/checkout" as Link)">\(frame.csrf)\
    <input type="hidden" name="provider" value="\(button.formValue)">\
    <div class="entries">\(Delivery.fields(in: market).map(entry))</div>\
    \(Button(texts.toReview, isWide: true).html)</form>
    <p class="actions">\(frame.link("/#cart", texts.backToCart, .quiet))</p>
    """
  }

  private func entry(_ field: Delivery.Field) -> HTML {
    let name = field.rawValue
    let problem = problem(of: field).map { problem -> HTML in
      "<p class=\"problem\" id=\"\(name)-problem\">\(text(problem, field))</p>"
    }
    return """
      <div class="entry"><label for="\(name)">\(field.label(texts, in: market))</label>\
      \(field == .documentType ? choice(name) : input(field, name))\(problem)</div>
      """
  }

  private func text(_ problem: Delivery.Problem, _ field: Delivery.Field) -> String {
    switch (problem, field) {
    case (.missing, .documentType): texts.chooseOne
    case (.missing, _): texts.fillIn
    case (.refused, .mobile): texts.countryCodeNeeded(provider)
    case (.refused, _): texts.entryNotAccepted(provider)
    case (.malformed, .email): texts.emailForm
    case (.malformed, .mobile): texts.mobileForm
    case (.malformed, .documentType): texts.chooseFromList
    case (.malformed, let field): texts.tooLong(field.limit)
    }
  }

  private func input(_ field: Delivery.Field, _ name: String) -> HTML {
    """
    <input id="\(name)" name="\(name)" type="\(field.input.type)" value="\(written?[field] ?? "")" \
    maxlength="\(field.limit)" autocomplete="\(field.input.autocomplete)"\(if: field.isRequired(in: market), " required")\
    \(invalidity(field))>
    """
  }

  private func invalidity(_ field: Delivery.Field) -> HTML {
    problem(of: field) == nil ? .empty : " aria-invalid=\"true\" aria-describedby=\"\(field.rawValue)-problem\""
  }

  private func choice(_ name: String) -> HTML {
    let options = market.documentTypes.map { type -> HTML in
      """
      <option value="\(type.code)"\(if: type.code == written?[.documentType], " selected")>\(type.code) – \(type.name[frame.language])</option>
      """
    }
    return "<select id=\"\(name)\" name=\"\(name)\"\(invalidity(.documentType))>\(options)</select>"
  }
}

extension Delivery.Field {
  func label(_ texts: Texts<ShopTexts>, in market: Market) -> String {
    switch self {
    case .name: texts.firstName
    case .surname: texts.surname
    case .email: texts.email
    case .mobile: texts.mobile
    case .documentType: texts.documentType
    case .document: texts.document
    case .street: texts.street
    case .city: texts.city
    case .region: texts.region
    case .postalCode: market.hasPostalCodes ? texts.postalCode : texts.postalCodeIfAny
    }
  }

  /// The type of the input, and the name of its content (WHATWG HTML, "Autofill").
  fileprivate var input: (type: String, autocomplete: String) {
    switch self {
    case .name: ("text", "given-name")
    case .surname: ("text", "family-name")
    case .email: ("email", "email")
    case .mobile: ("tel", "tel")
    case .documentType, .document: ("text", "off")
    case .street: ("text", "street-address")
    case .city: ("text", "address-level2")
    case .region: ("text", "address-level1")
    case .postalCode: ("text", "postal-code")
    }
  }
}
