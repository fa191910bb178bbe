import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The page with the means of payment that the session allows.
struct MethodPage {
  let session: Session
  let shop: String
  /// By the sandbox's clock.
  let now: Moment
  let refusal: BuyerRefusal?

  private var isSaving: Bool { session.request.payment == nil }

  var page: Page {
    let asked = session.request.paymentMethods.joined(separator: ", ")
    return session.shell(refusal == nil ? .ok : .unprocessableContent).page(
      isSaving ? "Save a means of payment" : "Means of payment", lead: shop,
      """
      \(refusal.map { Notice(.error, problem($0)).html })
      \(session.remaining.map { "<p class=\"sum\" id=\"amount\">\($0, session.language)</p>" as HTML })
      \(FactPanel(facts).html)
      \(payer)
      \(if: !session.brands.isEmpty, card)
      \(session.transferMethod.map { transfer($0) })
      \(session.cashMethod.map { method in
        panel(
          "Cash (\(Instrument.cashMethods[method] ?? method))", "cash", button: "Make a slip",
          "<p>You get a slip to pay at a counter.</p>\(part("cash-part"))")
      })
      \(if: session.offersATHMovil, athMovil)
      \(if: session.offersNothing, Notice(
        .warning, "This sandbox has no means of payment that fits the session. The shop asks for: \(asked).").html)
      \(session.cancelForm)
      """)
  }

  private func problem(_ refusal: BuyerRefusal) -> String {
    switch refusal {
    case .card(let problem): problem.message
    case .methodNotAllowed: "The merchant does not take this means of payment."
    default: "The amount is not valid."
    }
  }

  private var facts: [(name: String, value: String)] {
    var facts = [(name: "Reference", value: session.request.reference)]
    if let text = session.request.payment?.description { facts.append(("Description", text)) }
    return facts + session.fields(shownOn: ["payment", "both"])
  }

  private var payer: HTML {
    let name = [session.payer?.name, session.payer?.surname].compactMap(\.self).joined(separator: " ")
    return """
      <div class="who"><span>\(name)</span>\
      \(if: !session.isLocked, "<a href=\"\(Link(session.link, query: [("payer", "1")]))\">Change</a>")</div>
      """
  }

  /// The amount of a part, if the session allows parts.
  private func part(_ id: StaticString) -> HTML {
    guard session.allowsPartial, let rest = session.remaining else { return .empty }
    return InputField(
      id: id, label: "Amount", name: "part", value: rest.decimal, inputMode: "decimal", limit: 20, isRequired: false
    ).html
  }

  private var card: HTML {
    let cards = TestCard.all.filter { session.brands.contains($0.brand) }
      .map { card -> (number: String, note: String) in (card.number, "\(card.brand.name), \(card.outcome.note)") }
    return Panel(
      "Card",
      body: CardForm(
        to: session.link("card"), pay: isSaving ? "Save the card" : "Pay by card",
        save: session.request.payment?.subscribes == true ? "Save my means of payment" : nil, cards: cards,
        year: (Int(Timestamp.date(now).prefix(4)) ?? 2026) + 1,
        beside: InputField(id: "installments", label: "Installments", value: "1", inputMode: "numeric", limit: 2).html,
        below: part("card-part")
      ).html
    ).html
  }

  private func transfer(_ method: String) -> HTML {
    let banks = Instrument.banks.map { #"<option value="\#($0)">\#($0)</option>"# as HTML }
    return panel(
      "Bank transfer (\(Instrument.transferMethods[method] ?? method))", "transfer", button: "Pay from my bank",
      """
      <div class="field"><label for="bank">Bank</label><select id="bank" name="bank">\(banks)</select></div>
      \(part("transfer-part"))
      """)
  }

  private var athMovil: HTML {
    let note =
      session.payer?.mobile.map { "The mobile phone \($0) decides about the result." }
      ?? "The mobile phone decides about the result. Without one, the payment is approved."
    return panel(
      Instrument.athMovil.name, "athmv", button: "Pay by ATH Móvil", "<p>\(note)</p>\(part("athmv-part"))")
  }

  /// A means of payment other than a card.
  private func panel(_ title: String, _ act: String, button: String, _ fields: HTML) -> HTML {
    Panel(
      title,
      body: """
        <form id="\(act)" class="stack" method="post" action="\(session.link(act))">\(fields)\
        \(Button(button, .secondary).html)</form>
        """
    ).html
  }
}
