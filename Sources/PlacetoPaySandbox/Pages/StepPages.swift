import FerryCore
import FerrySandbox
import FerryWeb

/// The issuer's question for a code: 3-D Secure, or the issuer's own service.
struct ChallengePage {
  let words: PageText
  let session: Session

  var page: Page {
    PageShell(words).page(
      words.challenge,
      """
      \(Notice(.info, words.challengeNote).html)
      <form id="challenge" class="stack" method="post" action="\(session.link("challenge"))">
      \(InputField(
        id: "otp", label: words.oneTimeCode, inputMode: "numeric", autocomplete: "one-time-code", limit: 8).html)
      \(Button(words.confirm, isWide: true).html)
      </form>
      \(CancelForm(session: session, words: words).html)
      """)
  }
}

/// The bank's own page of a transfer, in another window.
struct BankPage {
  let words: PageText
  let session: Session
  let transaction: Transaction

  static func link(_ session: Session, _ transaction: Transaction) -> Link {
    "/spa/bank/\(String(session.id))/\(session.hash)/\(String(transaction.id))"
  }

  var page: Page {
    let shell = PageShell(words)
    guard transaction.isPending else {
      return shell.page(
        words.bankDone,
        """
        <p role="status">\(transaction.status.message.text(words.language))</p><p>\(words.closeWindow)</p>\
        <div class="actions">\(session.link.button(words.toPaymentPage, .secondary))</div>
        """)
    }
    // Without a word of the bank's a transfer ends unpaid. A person may still decide at once.
    let isPostponed = transaction.decision?.outcome == .approved
    let address = isPostponed ? Link(returnAddress: session.request.returnURL) : nil
    return shell.page(
      isPostponed ? words.bankDecidesLater : words.atBank, lead: transaction.instrument.issuer,
      """
      \(if: isPostponed, Notice(.info, words.bankDecidesLaterNote).html)
      <p class="sum">\(transaction.amount, words.language)</p>
      <form id="bank" class="stack" method="post" action="\(Self.link(session, transaction))">
      \(Button(words.bankApprove, isPostponed ? .secondary : .primary, isWide: true, name: "act", value: "approve").html)\
      \(Button(words.bankDecline, .secondary, name: "act", value: "decline").html)\
      \(if: !isPostponed, Button(words.bankLater, .quiet, name: "act", value: "later").html)
      </form>
      \(address.map { shell.returnLink($0, words) })
      """)
  }
}

/// The result of the last attempt, and the session's end.
struct ResultPage {
  let words: PageText
  let session: Session
  /// The body that a lightbox hands to the shop's page, if the session has ended.
  let response: String?
  /// The page of a pending payment reloads itself after this time.
  let pause: Duration
  /// The session's expiration, by the true clock.
  let expiresAt: Moment

  var page: Page {
    var shell = PageShell(words)
    if response != nil { shell.script = .frameScript }
    if session.pendingAttempt != nil {
      shell.head = #"<meta http-equiv="refresh" content="\#(max(2, pause.components.seconds))">"#
    }
    let address = Link(returnAddress: session.request.returnURL)
    return shell.page(
      title,
      """
      \(response.map { LightboxResult(response: $0).html })
      \(note)
      \(if: !facts.isEmpty, FactPanel(facts).html)
      \(bank)
      \(retry)
      \(address.map { shell.returnLink($0, words, session.end == nil ? .secondary : .primary) })
      \(if: session.end == nil && session.pendingAttempt == nil, CancelForm(session: session, words: words).html)
      """)
  }

  private var title: String {
    if let end = session.end {
      switch (end.status.name, session.request.payment) {
      case (.approved, nil): return words.saved
      case (.approved, _): return words.approved
      case (.partialExpired, _): return words.partly
      default: return words.declined
      }
    }
    if session.pendingAttempt != nil { return words.pending }
    switch session.attempts.last?.status.name {
    case .approved: return words.partly
    case .failed: return words.failed
    default: return words.declined
    }
  }

  private var note: HTML {
    if let slip = session.pendingAttempt, slip.isUnpaidSlip {
      return Notice(.info, words.slip(expiresAt)).html
    }
    if session.pendingAttempt != nil { return Notice(.info, words.pendingNote).html }
    if session.end == nil, session.approved > 0, let rest = session.remaining {
      return Notice(.info, words.rest(rest.display(words.language))).html
    }
    if session.end?.status.name == .approved { return .empty }
    let status = session.attempts.last?.status ?? session.refusal
    return status.map { Notice(.error, $0.message.text(words.language)).html } ?? .empty
  }

  private var facts: [(name: String, value: String)] {
    let isApproved = (session.attempts.last?.status ?? session.end?.status)?.name == .approved
    return (session.attempts.last.map { facts($0) } ?? [])
      + session.fields(shownOn: isApproved ? ["receipt", "both", "approved"] : ["receipt", "both"])
  }

  private func facts(_ attempt: Transaction) -> [(name: String, value: String)] {
    [
      (words.reference, session.request.reference), (words.amount, attempt.amount.display(words.language)),
      (
        words.method,
        [attempt.instrument.name, attempt.instrument.lastDigits.map { "•••• \($0)" }].compactMap(\.self)
          .joined(separator: " ")
      ),
      (words.receipt, String(attempt.id)), (words.result, attempt.status.message.text(words.language)),
    ]
  }

  /// A link to the bank's page, which opens in a window of its own.
  private var bank: HTML {
    guard let attempt = session.pendingAttempt, attempt.instrument.kind == .transfer else { return .empty }
    return """
      <div class="actions"><a id="bank" class="button primary" target="_blank" rel="noopener" \
      href="\(BankPage.link(session, attempt))">\(words.openBank)</a></div>
      """
  }

  private var retry: HTML {
    guard session.end == nil, session.pendingAttempt == nil else { return .empty }
    let link = Link(session.link, query: [("retry", "1")])
    return #"<div class="actions">\#(link.button(session.approved > 0 ? words.payRest : words.retry))</div>"#
  }
}
