import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The page while the payer decides elsewhere: at the issuer, in an app or in a wallet.
struct WaitingPage {
  let words: PageText
  let order: PaymentOrder
  let attempt: PaymentOrder.Attempt
  let surface: Surface
  let origin: Origin
  let pause: Duration

  func page(_ events: [JSONValue]) -> Page {
    var shell = PageShell(words)
    if attempt.place == .app { shell.script = .appScript }
    if surface == .menu { shell.isInMenu = true }
    // The issuer's page takes the place of this one.
    if attempt.place != .issuer {
      let (after, link) = (max(pause, .seconds(2)), surface.link(order, after: .waited))
      shell.head = #"<meta http-equiv="refresh" content="\#(after.components.seconds); url=\#(link)">"#
    }
    return shell.page(
      attempt.place == .issuer ? words.issuer : words.waiting(words.name(attempt.instrument)),
      """
      \(MenuEvents(order: order, events: surface == .menu ? events : nil).html)
      \(if: attempt.place != .issuer, Spinner(words.waitingNote).html)
      \(ways)
      <form id="stop" class="leave" method="post" action="\(surface.link(order, "stop"))">\
      \(Button(words.stop, .quiet).html)</form>
      """)
  }

  /// The scripts of the menu tell the shop's page of links with `data-event`, which then opens them.
  private var ways: HTML {
    switch attempt.place {
    case .issuer:
      """
      <div class="actions"><a id="issuer" class="button primary" target="_top" data-event="OnOutOfViewRedirect" \
      href="\(Link.issuer(order))">\(words.toIssuer)</a></div>
      """
    case .app:
      """
      <div class="actions">\(order.appLink(origin).map { """
      <a id="app" class="button primary" target="_top" data-event="OnOutOfViewRedirect" href="\($0)">\
      \(words.openHere(words.name(attempt.instrument)))</a>
      """ as HTML })<a id="bank" class="button secondary" target="_blank" rel="noopener" href="\(Link.app(order))">\
      \(words.openElsewhere)</a></div>
      """
    case .wallet:
      """
      <div class="actions"><a id="wallet" class="button primary" target="_blank" data-event="OnOutOfViewOpen" \
      href="\(Link.wallet(order))">\(words.openWallet)</a></div>
      """
    }
  }
}

/// The result after the order's end, which the payer may open again.
struct ResultPage {
  let words: PageText
  let order: PaymentOrder
  let surface: Surface
  let shop: String

  func page(_ events: [JSONValue]) -> Page {
    var shell = PageShell(words)
    shell.isInMenu = surface == .menu
    let title =
      switch order.status {
      case .aborted: words.aborted
      case .failed: words.failed
      case .initialized, .paid, .cancelled, .reversed: words.paid
      }
    return shell.page(
      title,
      """
      \(MenuEvents(order: order, events: surface == .menu ? events : nil).html)
      \(order.destination.map { shell.leaving($0, words.back(shop), id: "return") })
      """)
  }
}

/// The payer decides on this page: the issuer's, the app's or the wallet's.
struct DecisionPage {
  let words: PageText
  let order: PaymentOrder
  let attempt: PaymentOrder.Attempt
  var isRefused = false

  static func link(_ order: PaymentOrder, _ place: PaymentOrder.Attempt.Place) -> Link {
    switch place {
    case .issuer: .issuer(order)
    case .app: .app(order)
    case .wallet: .wallet(order)
    }
  }

  var page: Page {
    var shell = PageShell(words)
    if isRefused { shell.status = .unprocessableContent }
    let isIssuer = attempt.place == .issuer
    return shell.page(
      isIssuer ? words.issuer : words.atApp(words.name(attempt.instrument)),
      """
      <p class="sum">\(order.request.amount, words.language)</p>
      \(if: isIssuer, isRefused ? Notice(.error, words.wrongCode).html : Notice(.info, words.issuerNote).html)
      <form id="decision" class="stack" method="post" action="\(Self.link(order, attempt.place))">
      \(if: isIssuer, InputField(
        id: "otp", label: words.oneTimeCode, value: "1234", inputMode: "numeric", autocomplete: "one-time-code",
        limit: 8, isRequired: false).html)
      \(button(.approve, words.approve, .primary))\(button(.decline, words.decline, .secondary))\
      \(button(.cancel, words.decideCancel, .quiet))</form>
      """)
  }

  private func button(_ decision: Decision, _ title: String, _ style: Button.Style) -> HTML {
    Button(title, style, isWide: decision == .approve, name: "act", value: decision.rawValue).html
  }
}

/// The end of a visit to the app or the wallet.
struct DecidedPage {
  let words: PageText
  let order: PaymentOrder
  let origin: Origin
  let isWallet: Bool

  var page: Page {
    var shell = PageShell(words)
    if isWallet { shell.script = .closingScript }
    return shell.page(
      words.decided,
      """
      <p role="status">\(words.closeWindow)</p>
      \(if: !isWallet, back(shell, words) ?? .empty)
      """)
  }

  private func back(_ shell: PageShell, _ words: PageText) -> HTML? {
    order.continuation(origin).map { shell.leaving($0, words.goOn, id: "continue") }
  }
}
