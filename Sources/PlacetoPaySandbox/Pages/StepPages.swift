import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PageShell {
  /// The page without a session, or of one that has ended.
  func notAvailable(backTo address: String? = nil) -> Page {
    page(
      "Session not available",
      """
      <p>The session has ended or does not exist. Go back to the merchant to start again.</p>\
      \(address.flatMap { Link(returnAddress: $0) }.map { returnLink($0) })
      """)
  }

  /// Leaves a lightbox's frame too.
  func returnLink(_ address: Link, _ style: Button.Style = .primary) -> HTML {
    leaving(address, "Return to the merchant", id: "return", style)
  }
}

extension Session {
  /// The issuer's question for a code: 3-D Secure, or the issuer's own service.
  var challengePage: Page {
    shell().page(
      "Confirm with your bank",
      """
      \(Notice(.info, "Test code: 12345 (3-D Secure), 123456 or 000000. Any other fails.").html)
      <form id="challenge" class="stack" method="post" action="\(link("challenge"))">
      \(InputField(id: "otp", label: "Code", inputMode: "numeric", autocomplete: "one-time-code", limit: 8).html)
      \(Button("Confirm", isWide: true).html)
      </form>
      \(cancelForm)
      """)
  }
}

/// The bank's own page of a transfer, in another window.
struct BankPage {
  let session: Session
  let transaction: Transaction

  static func link(_ session: Session, _ transaction: Transaction) -> Link {
    "/spa/bank/\(String(session.id))/\(session.hash)/\(String(transaction.id))"
  }

  var page: Page {
    let shell = session.shell()
    guard transaction.isPending else {
      return shell.page(
        "Your bank has answered",
        """
        <p role="status">\(transaction.status.message.text(session.language))</p>\
        <p>Close this window and go back to the payment page.</p>\
        <div class="actions">\(session.link.button("Back to the payment page", .secondary))</div>
        """)
    }
    // Without a word of the bank's a transfer ends unpaid. A person may still decide at once.
    let isPostponed = transaction.decision?.outcome == .approved
    let address = isPostponed ? Link(returnAddress: session.request.returnURL) : nil
    let note =
      "The payment stays pending, and the bank approves it in some minutes. Go back to the merchant, or decide here."
    return shell.page(
      isPostponed ? "Your bank decides later" : "Authorize the payment", lead: transaction.instrument.issuer,
      """
      \(if: isPostponed, Notice(.info, note).html)
      <p class="sum">\(transaction.amount, session.language)</p>
      <form id="bank" class="stack" method="post" action="\(Self.link(session, transaction))">
      \(Button("Authorize", isPostponed ? .secondary : .primary, isWide: true, name: "act", value: "approve").html)\
      \(Button("Decline", .secondary, name: "act", value: "decline").html)\
      \(if: !isPostponed, Button("Decide later", .quiet, name: "act", value: "later").html)
      </form>
      \(address.map { shell.returnLink($0) })
      """)
  }
}

/// The result of the last attempt, and the session's end.
struct ResultPage {
  let session: Session
  /// The body that a lightbox hands to the shop's page, if the session has ended.
  let response: String?
  /// The page of a pending payment reloads itself after this time.
  let pause: Duration
  /// The session's expiration, by the true clock.
  let expiresAt: Moment

  /// The result that `Asset.frameScript` of a lightbox's page hands to the shop's page.
  /// - Parameter closes: True if the page closes the lightbox at once.
  static func handedOver(_ response: String, closes: Bool = false) -> HTML {
    #"<div id="response" data-response="\#(response)"\#(if: closes, " data-closes") hidden></div>"#
  }

  var page: Page {
    var shell = session.shell()
    if response != nil { shell.script = .frameScript }
    if session.pendingAttempt != nil {
      shell.head = #"<meta http-equiv="refresh" content="\#(max(2, pause.components.seconds))">"#
    }
    let address = Link(returnAddress: session.request.returnURL)
    return shell.page(
      title,
      """
      \(response.map { Self.handedOver($0) })
      \(note)
      \(if: !facts.isEmpty, FactPanel(facts).html)
      \(bank)
      \(retry)
      \(address.map { shell.returnLink($0, session.end == nil ? .secondary : .primary) })
      \(if: session.end == nil && session.pendingAttempt == nil, session.cancelForm)
      """)
  }

  private var title: String {
    let partly = "Part of the payment approved"
    if let end = session.end {
      switch end.status.name {
      case .approved: return session.request.payment == nil ? "Means of payment saved" : "Payment approved"
      case .partialExpired: return partly
      default: return "Payment declined"
      }
    }
    if session.pendingAttempt != nil { return "Payment pending" }
    switch session.attempts.last?.status.name {
    case .approved: return partly
    case .failed: return "The payment could not be processed"
    default: return "Payment declined"
    }
  }

  private var note: HTML {
    if let attempt = session.pendingAttempt {
      // In the zone of Colombia.
      let deadline = Timestamp.text(expiresAt).prefix(16).replacing("T", with: " ")
      return Notice(
        .info,
        attempt.isUnpaidSlip
          ? "Pay this slip before \(deadline) (Colombia time)."
          : "We will tell you when the result is known. Do not pay again."
      ).html
    }
    if session.end == nil, session.approved > 0, let rest = session.remaining {
      return Notice(.info, "\(rest.display(session.language)) is still to be paid.").html
    }
    if session.end?.status.name == .approved { return .empty }
    let status = session.attempts.last?.status ?? session.refusal
    return status.map { Notice(.error, $0.message.text(session.language)).html } ?? .empty
  }

  private var facts: [(name: String, value: String)] {
    let isApproved = (session.attempts.last?.status ?? session.end?.status)?.name == .approved
    return (session.attempts.last.map { facts($0) } ?? [])
      + session.fields(shownOn: isApproved ? ["receipt", "both", "approved"] : ["receipt", "both"])
  }

  private func facts(_ attempt: Transaction) -> [(name: String, value: String)] {
    let digits = attempt.instrument.lastDigits.map { " •••• \($0)" } ?? ""
    return [
      ("Reference", session.request.reference), ("Amount", attempt.amount.display(session.language)),
      ("Means of payment", "\(attempt.instrument.name)\(digits)"), ("Receipt", String(attempt.id)),
      ("Result", attempt.status.message.text(session.language)),
    ]
  }

  /// A link to the bank's page, which opens in a window of its own.
  private var bank: HTML {
    guard let attempt = session.pendingAttempt, attempt.instrument.kind == .transfer else { return .empty }
    return """
      <div class="actions"><a id="bank" class="button primary" target="_blank" rel="noopener" \
      href="\(BankPage.link(session, attempt))">Go to the bank</a></div>
      """
  }

  private var retry: HTML {
    guard session.end == nil, session.pendingAttempt == nil else { return .empty }
    let link = Link(session.link, query: [("retry", "1")])
    return #"<div class="actions">\#(link.button(session.approved > 0 ? "Pay the rest" : "Try again"))</div>"#
  }
}
