import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PageShell {
  /// Puts the page into a frame of the shop's page: it has no footer, and the script of the menu.
  mutating func joinMenu() {
    script = .menuScript
    hasFooter = false
  }
}

extension PaymentOrder {
  func shell(_ surface: Surface = .page, _ status: HTTPResponse.Status = .ok) -> PageShell {
    var shell = Sandbox.shell(status, language: request.language)
    if surface == .menu { shell.joinMenu() }
    return shell
  }
}

/// The page while the payer decides elsewhere: at the issuer, in an app or in a wallet.
struct WaitingPage {
  let order: PaymentOrder
  let attempt: PaymentOrder.Attempt
  let surface: Surface
  let origin: Origin
  let pause: Duration

  func page(_ events: [JSONValue]) -> Page {
    var shell = order.shell(surface)
    if attempt.place == .app, surface == .page { shell.script = .appScript }
    // The issuer's page takes the place of this one.
    let isWaiting = attempt.place != .issuer
    if isWaiting {
      let (after, link) = (max(pause, .seconds(2)), surface.link(order, after: .waited))
      shell.head = #"<meta http-equiv="refresh" content="\#(after.components.seconds); url=\#(link)">"#
    }
    return shell.page(
      isWaiting ? "Open \(attempt.instrument.name)" : DecisionPage.issuerTitle,
      """
      \(surface.telling(events, of: order))
      \(if: isWaiting, Spinner("This page goes on when you have answered.").html)
      \(ways)
      <form id="stop" class="leave" method="post" action="\(surface.link(order, "stop"))">\
      \(Button("Choose another way to pay", .quiet).html)</form>
      """)
  }

  /// The scripts of the menu tell the shop's page of links with `data-event`, which then opens them.
  private var ways: HTML {
    switch attempt.place {
    case .issuer:
      """
      <div class="actions"><a id="issuer" class="button primary" target="_top" data-event="OnOutOfViewRedirect" \
      href="\(Link.decision(order, .issuer))">Continue to your bank</a></div>
      """
    case .app:
      """
      <div class="actions">\(order.appLink(origin).map { """
      <a id="app" class="button primary" target="_top" data-event="OnOutOfViewRedirect" href="\($0)">\
      Open \(attempt.instrument.name) on this device</a>
      """ as HTML })<a id="bank" class="button secondary" target="_blank" rel="noopener" href="\(Link.decision(order, .app))">\
      Open the test bank in another tab</a></div>
      """
    case .wallet:
      """
      <div class="actions"><a id="wallet" class="button primary" target="_blank" data-event="OnOutOfViewOpen" \
      href="\(Link.decision(order, .wallet))">Open the wallet</a></div>
      """
    }
  }
}

/// The result after the order's end, which the payer may open again.
struct ResultPage {
  let order: PaymentOrder
  let surface: Surface
  let shop: String

  func page(_ events: [JSONValue]) -> Page {
    let shell = order.shell(surface)
    let title =
      switch order.status {
      case .aborted: "The payment was cancelled"
      case .failed: "The payment did not go through"
      case .initialized, .paid, .cancelled, .reversed: "Thank you, the payment is done"
      }
    return shell.page(
      title,
      """
      \(surface.telling(events, of: order))
      \(order.destination.map { shell.leaving($0, "Back to \(shop)", id: "return") })
      """)
  }
}

/// The payer decides on this page: the issuer's, the app's or the wallet's.
struct DecisionPage {
  let order: PaymentOrder
  let attempt: PaymentOrder.Attempt
  var isRefused = false

  static let issuerTitle = "Confirm it's you"
  /// The code of the issuer's question.
  static let oneTimeCode = "1234"

  var page: Page {
    let code = Self.oneTimeCode
    let isIssuer = attempt.place == .issuer
    let note = isRefused ? "That is the wrong code. It is \(code)." : "The code is \(code)."
    return order.shell(.page, isRefused ? .unprocessableContent : .ok).page(
      isIssuer ? Self.issuerTitle : "\(attempt.instrument.name): the test bank's app",
      """
      <p class="sum">\(order.request.amount, order.language)</p>
      \(if: isIssuer, Notice(isRefused ? .error : .info, note).html)
      <form id="decision" class="stack" method="post" action="\(Link.decision(order, attempt.place))">
      \(if: isIssuer, InputField(
        id: "otp", label: "One-time code", value: code, inputMode: "numeric", autocomplete: "one-time-code",
        limit: 8, isRequired: false).html)
      \(button(.approve, "Approve", .primary))\(button(.decline, "Decline", .secondary))\
      \(button(.cancel, "Cancel", .quiet))</form>
      """)
  }

  private func button(_ decision: Decision, _ title: String, _ style: Button.Style) -> HTML {
    Button(title, style, isWide: decision == .approve, name: "act", value: decision.rawValue).html
  }
}

/// The end of a visit to the app or the wallet.
struct DecidedPage {
  let order: PaymentOrder
  let origin: Origin
  let isWallet: Bool

  var page: Page {
    var shell = order.shell()
    if isWallet { shell.script = .closingScript }
    let next = isWallet ? nil : order.continuation(origin)
    return shell.page(
      "Your answer was received",
      """
      <p role="status">You can close this window.</p>
      \(next.map { shell.leaving($0, "Continue", id: "continue") })
      """)
  }
}
