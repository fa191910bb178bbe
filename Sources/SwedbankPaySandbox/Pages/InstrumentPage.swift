import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The page with the means of payment of an order, and before it with the check-in if the order asks who pays.
struct InstrumentPage {
  let order: PaymentOrder
  let surface: Surface
  let shop: String
  /// By the sandbox's clock.
  let now: Moment
  let storedCards: [StoredToken]
  var refusal: BuyerRefusal?
  /// True if the page follows an attempt that failed.
  var followsFailure = false

  private var isVerify: Bool { order.request.operation == .verify }
  private var selected: Instrument? {
    order.selected.flatMap { order.instruments.contains($0) ? $0 : nil }
      ?? (order.instruments.count == 1 ? order.instruments[0] : nil)
  }

  /// - Parameter events: Of the menu.
  func page(_ events: [JSONValue]) -> Page {
    order.shell(surface, refusal == nil ? .ok : .unprocessableContent).page(
      order.asksWhoPays ? CheckinForm.title : isVerify ? "Save a card" : "Choose how to pay", lead: shop,
      """
      \(surface.telling(events, of: order))\(problem.map { Notice(.error, $0).html })
      \(if: !isVerify, "<p class=\"sum\" id=\"amount\">\(order.request.amount, order.language)</p>")
      <p class="who">\(order.request.description)</p>
      \(order.asksWhoPays ? CheckinForm(action: surface.link(order, "checkin")).html : means)
      \(terms)
      \(if: surface == .page, cancel)
      """)
  }

  private var means: HTML {
    """
    \(stored)
    \(if: order.instruments.isEmpty, Notice(.warning, "No means of payment fits this order.").html)
    \(if: order.instruments.count > 1, choice)
    \(selected.map { form($0) })
    """
  }

  private var problem: String? {
    switch refusal {
    case .card(let problem): return problem.message
    case .identityNumber: return "The identity number is not valid."
    case .some: return "Choose another way to pay."
    case nil:
      guard followsFailure, let last = order.failedAttempts.last else { return nil }
      return "The payment did not go through. Try again or choose another way. (\(last.problem.title))"
    }
  }

  private var choice: HTML {
    let buttons = order.instruments.map { instrument in
      Button(instrument.name, .secondary, name: "instrument", value: instrument.rawValue).html
    }
    return """
      <form id="instruments" class="instruments" method="post" action="\(surface.link(order, "select"))">\(buttons)</form>
      """
  }

  private var stored: HTML? {
    guard !storedCards.isEmpty else { return nil }
    let buttons = storedCards.map { card in
      Button("Pay with \(card.card.maskedNumber)", name: "token", value: card.token).html
    }
    return """
      <form id="stored" class="instruments" method="post" action="\(surface.link(order, "stored"))" data-pays>\
      \(buttons)</form>
      """
  }

  private func form(_ instrument: Instrument) -> HTML {
    let form: HTML =
      switch instrument {
      case .creditCard: card
      case .invoiceSweden, .invoiceNorway:
        """
        <form id="invoice" class="stack" method="post" action="\(surface.link(order, "invoice"))" data-pays>
        \(InputField(id: "identity", label: "Personal identity number", value: "600307-1161", limit: 14).html)
        \(Button("Pay by invoice", isWide: true).html)</form>
        """
      case .swish, .vipps, .mobilePay, .clickToPay, .trustly:
        """
        <form id="start" class="stack" method="post" action="\(surface.link(order, "start"))" data-pays>\
        <input type="hidden" name="instrument" value="\(instrument.rawValue)">\
        \(Button("Pay with \(instrument.name)", isWide: true).html)</form>
        """
      }
    return Panel(instrument.name, body: form).html
  }

  private var card: HTML {
    let savesCards =
      order.request.payerReference != nil && !order.request.hidesStoredCards && order.request.generates.isEmpty
    return CardForm(
      to: surface.link(order, "card"), pay: isVerify ? "Save the card" : "Pay by card",
      save: savesCards ? "Save the card for the next time" : nil,
      cards: TestCard.all.map { ($0.number, $0.outcome.note) }, year: (Int(now.iso8601.prefix(4)) ?? 2026) + 2,
      isAnnounced: true
    ).html
  }

  private var terms: HTML? {
    order.request.urls.termsOfService.flatMap { Link(payerAddress: $0) }.map { address in
      """
      <p><a id="terms" target="_blank" rel="noopener" href="\(address)">Terms of service</a></p>
      """
    }
  }

  private var cancel: HTML {
    """
    <form id="cancel" class="leave" method="post" action="\(surface.link(order, "cancel"))">\
    \(Button("Cancel and go back", .quiet).html)</form>
    """
  }
}
