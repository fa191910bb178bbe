import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The page with the means of payment that the session allows.
struct MethodPage {
  let words: PageText
  let session: Session
  let shop: String
  /// By the sandbox's clock.
  let now: Moment
  var refusal: BuyerRefusal?

  private var isSaving: Bool { session.request.payment == nil }

  var page: Page {
    var shell = PageShell(words)
    if refusal != nil { shell.status = .unprocessableContent }
    return shell.page(
      isSaving ? words.save : words.pay, lead: shop,
      """
      \(refusal.map { Notice(.error, words.problem($0)).html })
      \(session.remaining.map { "<p class=\"sum\" id=\"amount\">\($0, words.language)</p>" as HTML })
      \(FactPanel(facts).html)
      \(payer)
      \(if: !session.brands.isEmpty, card)
      \(session.transferMethod.map { transfer($0) })
      \(session.cashMethod.map { cash($0) })
      \(if: session.offersATHMovil, athMovil)
      \(if: session.offersNothing, Notice(
        .warning, words.noMethod(session.request.paymentMethods.joined(separator: ", "))).html)
      \(CancelForm(session: session, words: words).html)
      """)
  }

  private var facts: [(name: String, value: String)] {
    let payment = session.request.payment
    var facts = [(name: words.reference, value: session.request.reference)]
    if let text = payment?.description { facts.append((words.description, text)) }
    return facts + session.fields(shownOn: ["payment", "both"])
  }

  private var payer: HTML {
    let person = session.payer ?? Person()
    let name = [person.name, person.surname].compactMap(\.self).joined(separator: " ")
    return """
      <div class="who"><span>\(name)</span>\
      \(if: !session.isLocked, "<a href=\"\(Link(session.link, query: [("payer", "1")]))\">\(words.change)</a>")</div>
      """
  }

  /// The amount of a part, if the session allows parts.
  private func part(_ id: StaticString) -> HTML {
    guard session.allowsPartial, let rest = session.remaining else { return .empty }
    return InputField(
      id: id, label: words.amount, name: "part", value: rest.decimal, inputMode: "decimal", limit: 20,
      isRequired: false
    ).html
  }

  private var card: HTML {
    let cards = TestCard.all.filter { session.brands.contains($0.brand) }
      .map { card -> (number: String, note: String) in
        (card.number, "\(card.brand.name), \(words.outcome(card.outcome))")
      }
    let year = (Int(Timestamp.date(now).prefix(4)) ?? 2026) + 1
    return Panel(
      words.card,
      body: CardForm(
        to: session.link("card"), pay: isSaving ? words.saveByCard : words.payByCard,
        save: session.request.payment?.subscribes == true ? words.saveCard : nil,
        cards: cards, year: year,
        beside: InputField(
          id: "installments", label: words.installments, value: "1", inputMode: "numeric", limit: 2
        ).html,
        below: part("card-part")
      ).html
    ).html
  }

  private func transfer(_ method: String) -> HTML {
    let banks = Instrument.banks.map { #"<option value="\#($0)">\#($0)</option>"# as HTML }
    return Panel(
      words.transfer(Instrument.transferMethods[method] ?? method),
      body: """
        <form id="transfer" class="stack" method="post" action="\(session.link("transfer"))">
        <div class="field"><label for="bank">\(words.bank)</label><select id="bank" name="bank">\(banks)</select></div>
        \(part("transfer-part"))
        \(Button(words.payByTransfer, .secondary).html)
        </form>
        """
    ).html
  }

  private func cash(_ method: String) -> HTML {
    Panel(
      words.cash(Instrument.cashMethods[method] ?? method),
      body: """
        <form id="cash" class="stack" method="post" action="\(session.link("cash"))"><p>\(words.cashNote)</p>
        \(part("cash-part"))\(Button(words.makeSlip, .secondary).html)</form>
        """
    ).html
  }

  private var athMovil: HTML {
    Panel(
      Instrument.athMovil.name,
      body: """
        <form id="athmv" class="stack" method="post" action="\(session.link("athmv"))">\
        <p>\(words.athMovilNote(session.payer?.mobile))</p>
        \(part("athmv-part"))\(Button(words.payByATHMovil, .secondary).html)</form>
        """
    ).html
  }
}
