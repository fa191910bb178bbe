import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The page with the means of payment of an order, and before it with the check-in if the order asks who pays.
struct InstrumentPage {
  let words: PageText
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
    var shell = PageShell(words)
    if refusal != nil { shell.status = .unprocessableContent }
    shell.isInMenu = surface == .menu
    return shell.page(
      order.asksWhoPays ? words.checkin : isVerify ? words.save : words.pay, lead: shop,
      """
      \(MenuEvents(order: order, events: surface == .menu ? events : nil).html)\(problem)
      \(if: !isVerify, "<p class=\"sum\" id=\"amount\">\(order.request.amount, words.language)</p>")
      <p class="who">\(order.request.description)</p>
      \(order.asksWhoPays ? CheckinForm(words: words, action: surface.link(order, "checkin")).html : means)
      \(terms)
      \(if: surface == .page, cancel)
      """)
  }

  private var means: HTML {
    """
    \(stored)
    \(if: order.instruments.isEmpty, Notice(.warning, words.noInstrument).html)
    \(if: order.instruments.count > 1, choice)
    \(selected.map { form($0) })
    """
  }

  private var problem: HTML? {
    if let refusal { return Notice(.error, words.problem(refusal)).html }
    guard followsFailure, let last = order.failedAttempts.last else { return nil }
    return Notice(.error, words.declined(last.problem)).html
  }

  private var choice: HTML {
    let buttons = order.instruments.map { instrument in
      Button(words.name(instrument), .secondary, name: "instrument", value: instrument.rawValue).html
    }
    return """
      <form id="instruments" class="instruments" method="post" action="\(surface.link(order, "select"))">\(buttons)</form>
      """
  }

  private var stored: HTML? {
    guard !storedCards.isEmpty else { return nil }
    let buttons = storedCards.map { card in
      Button(words.payByStored(card.card.maskedNumber), name: "token", value: card.token).html
    }
    return """
      <form id="stored" class="instruments" method="post" action="\(surface.link(order, "stored"))" data-pays>\
      \(buttons)</form>
      """
  }

  private func form(_ instrument: Instrument) -> HTML {
    switch instrument {
    case .creditCard: card
    case .invoiceSweden, .invoiceNorway:
      Panel(
        words.name(instrument),
        body: """
          <form id="invoice" class="stack" method="post" action="\(surface.link(order, "invoice"))" data-pays>
          \(InputField(id: "identity", label: words.identityNumber, value: "600307-1161", limit: 14).html)
          \(Button(words.payByInvoice, isWide: true).html)</form>
          """
      ).html
    case .swish, .vipps, .mobilePay, .clickToPay, .trustly:
      Panel(
        words.name(instrument),
        body: """
          <form id="start" class="stack" method="post" action="\(surface.link(order, "start"))" data-pays>\
          <input type="hidden" name="instrument" value="\(instrument.rawValue)">\
          \(Button(words.payBy(words.name(instrument)), isWide: true).html)</form>
          """
      ).html
    }
  }

  private var card: HTML {
    let cards = TestCard.all.map { card -> (number: String, note: String) in
      (card.number, words.outcome(card.outcome))
    }
    let year = (Int(now.iso8601.prefix(4)) ?? 2026) + 2
    return Panel(
      words.name(.creditCard),
      body: CardForm(
        to: surface.link(order, "card"), pay: isVerify ? words.saveByCard : words.payByCard,
        save: savesCards ? words.saveCard : nil, cards: cards, year: year,
        isAnnounced: true
      ).html
    ).html
  }

  private var savesCards: Bool {
    order.request.payerReference != nil && !order.request.hidesStoredCards && order.request.generates.isEmpty
  }

  private var terms: HTML? {
    order.request.urls.termsOfService.flatMap { Link(payerAddress: $0) }.map { address in
      """
      <p><a id="terms" target="_blank" rel="noopener" href="\(address)">\(words.terms)</a></p>
      """
    }
  }

  private var cancel: HTML {
    """
    <form id="cancel" class="leave" method="post" action="\(surface.link(order, "cancel"))">\
    \(Button(words.cancel, .quiet).html)</form>
    """
  }
}

/// The events of the menu, which its script tells to the shop's page.
struct MenuEvents {
  let order: PaymentOrder
  /// Nil for a page outside a frame.
  let events: [JSONValue]?

  var html: HTML {
    guard let events else { return .empty }
    let text = String(decoding: JSONValue.array(events).bytes, as: UTF8.self)
    return #"<div id="menu" data-order="\#(order.path)" data-events="\#(text)" hidden></div>"#
  }
}
