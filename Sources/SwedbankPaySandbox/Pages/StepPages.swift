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
    let place = attempt.place
    let (title, link): (String, Link?) =
      switch place {
      case .issuer: ("Continue to your bank", .decision(order, place))
      case .app: ("Open \(attempt.instrument.name) on this device", order.appLink(origin))
      case .wallet: ("Open the wallet", .decision(order, place))
      }
    let (target, event) = place == .wallet ? ("_blank", "OnOutOfViewOpen") : ("_top", "OnOutOfViewRedirect")
    let main = link.map { link -> HTML in
      """
      <a id="\(place.rawValue)" class="button primary" target="\(target)" data-event="\(event)" href="\(link)">\(title)</a>
      """
    }
    return """
      <div class="actions">\(main)\(if: place == .app, """
      <a id="bank" class="button secondary" target="_blank" rel="noopener" href="\(Link.decision(order, place))">\
      Open the test bank in another tab</a>
      """)</div>
      """
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

extension PaymentOrder {
  /// The result after the order's end, which the payer may open again.
  func resultPage(on surface: Surface, of shop: String, telling events: [JSONValue]) -> Page {
    let shell = shell(surface)
    let title =
      switch status {
      case .aborted: "The payment was cancelled"
      case .failed: "The payment did not go through"
      case .initialized, .paid, .cancelled, .reversed: "Thank you, the payment is done"
      }
    let link = destination.map { shell.leaving($0, "Back to \(shop)", id: "return") }
    return shell.page(title, "\(surface.telling(events, of: self))\(link)")
  }

  /// The end of a visit to the app or the wallet.
  func decidedPage(_ origin: Origin, isWallet: Bool) -> Page {
    var shell = shell()
    if isWallet { shell.script = .closingScript }
    let link = isWallet ? nil : continuation(origin).map { shell.leaving($0, "Continue", id: "continue") }
    return shell.page("Your answer was received", "<p role=\"status\">You can close this window.</p>\(link)")
  }
}
