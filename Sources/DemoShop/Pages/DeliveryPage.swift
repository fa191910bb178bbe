import FerryCore
import FerryWeb

/// The form for the buyer and the address, where the provider asks for none.
struct DeliveryPage {
  let frame: ShopFrame
  let market: Market
  /// The button that led here.
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
    <input id="\(name)" name="\(name)" type="\(field.inputType)" value="\(written?[field] ?? "")" \
    maxlength="\(field.limit)" autocomplete="\(field.autocomplete)"\(if: field.isRequired(in: market), " required")\
    \(invalidity(field))>
    """
  }

  private func invalidity(_ field: Delivery.Field) -> HTML {
    problem(of: field) == nil ? .empty : " aria-invalid=\"true\" aria-describedby=\"\(field.rawValue)-problem\""
  }

  private func choice(_ name: String) -> HTML {
    let options = market.documentTypes.map { type -> HTML in
      "<option\(if: type == written?[.documentType], " selected")>\(type)</option>"
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

  fileprivate var inputType: String {
    switch self {
    case .email: "email"
    case .mobile: "tel"
    case .name, .surname, .documentType, .document, .street, .city, .region, .postalCode: "text"
    }
  }

  /// The field's name in HTML (WHATWG HTML, "Autofill").
  fileprivate var autocomplete: String {
    switch self {
    case .name: "given-name"
    case .surname: "family-name"
    case .email: "email"
    case .mobile: "tel"
    case .documentType, .document: "off"
    case .street: "street-address"
    case .city: "address-level2"
    case .region: "address-level1"
    case .postalCode: "postal-code"
    }
  }
}
