import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// A payout: what was expected and paid, why they differ, and the payments in it.
struct PayoutPage {
  /// The most rows of a list. A payout has as many payments as a day or a month.
  private static let mostShown = 500

  let frame: OperatorPage
  let provider: OfferedProvider
  let id: PayoutID
  let payout: Payout

  private var texts: Texts<OperatorTexts> { frame.texts }

  private func shown(_ money: Money) -> String { money.display(frame.language) }

  var page: Page {
    frame.page(
      "\(texts.payout) \(id.id)", mode: id.account.mode,
      """
      \(frame.panel("sums", title, "\(facts)\(reasons)"))\
      \(list("payments", texts.payments, payout.payments, row, otherwise: texts.noPayments))\
      \(if: !payout.others.isEmpty, list("others", texts.otherLines, payout.others, row, otherwise: ""))\
      \(if: !payout.unexplained.isEmpty, list("unexplained", texts.unexplained, payout.unexplained, { row(SettledLine(line: $0, checkout: nil)) }, otherwise: ""))\
      <div class="actions">\(PayoutPages.link(id.account).button(texts.goBack, .secondary))</div>
      """)
  }

  private var title: String {
    if payout.shortBy.isZero { return payout.isComplete ? texts.payoutComplete : texts.payoutBalanced }
    return payout.shortBy.isPositive
      ? texts.shortBy(shown(payout.shortBy)) : texts.moreBy(shown(payout.shortBy.negated))
  }

  private var facts: HTML {
    Facts(frame)
      .adding(\.provider, provider.name)
      .adding(\.payoutExpected, shown(payout.expected))
      .adding(payout.transferred == nil ? \.payoutNet : \.payoutTransferred, shown(payout.paid))
      .adding(\.fees, payout.fees.isZero ? nil : shown(payout.fees.negated)).html
  }

  private var reasons: HTML {
    let rows = payout.reductions.map { reduction -> HTML in
      """
      <li class="row"><span class="what"><strong>\(name(reduction.reason))</strong> \
      <span class="key">\(texts.payoutLines(reduction.lines))</span></span>\
      <span class="sum">\(shown(reduction.amount.negated))</span></li>
      """
    }
    return rows.isEmpty ? .empty : #"<h3>\#(texts.payoutReasons)</h3><ul class="rows">\#(rows)</ul>"#
  }

  private func name(_ reason: Payout.Reduction.Reason) -> String {
    switch reason {
    case .fees: texts.fees
    case .chargebacks: texts.chargebacks
    case .differences: texts.payoutDifferences
    case .unknown: texts.unexplained
    case .other(let text): text.isEmpty ? texts.otherLines : text
    case .notTransferred: texts.notTransferred
    }
  }

  private func list<Entry>(
    _ id: String, _ title: String, _ entries: [Entry], _ row: (Entry) -> HTML, otherwise sentence: String
  ) -> HTML {
    let rows = entries.prefix(Self.mostShown).map(row)
    let more: HTML = "<p>\(texts.firstAlone(rows.count))</p>"
    return frame.panel(
      id, title, "\(frame.rows(rows, otherwise: sentence))\(if: entries.count > rows.count, more)")
  }

  private func row(_ payment: Payout.Payment) -> HTML {
    let fee: HTML = #"<span class="key">\#(texts.fees) \#(shown(payment.fee.negated))</span>"#
    let missing = payment.missing
    let difference =
      missing.isPositive ? texts.shortBy(shown(missing)) : texts.moreBy(shown(missing.negated))
    return """
      <li><a class="row" href="\("/checkouts/\(payment.checkout.text)" as Link)"><span class="what"><strong>\(payment.order)</strong> \
      <span class="key">\(payment.checkout.text)</span></span>\
      \(if: !missing.isZero, StateChip(.bad, difference).html)\(frame.time(payment.lines[0].at))\(if: !payment.fee.isZero, fee)\
      <span class="sum">\(shown(payment.gross))</span></a></li>
      """
  }

  private func row(_ settled: SettledLine) -> HTML {
    let line = settled.line
    let cells: HTML = """
      <span class="what"><strong>\(line.id ?? "–")</strong> <span class="key">\(line.order ?? "")</span></span>\
      <span class="key" lang="en">\(line.kind.text)</span>\(frame.time(line.at))<span class="sum">\(shown(line.gross))</span>
      """
    guard let id = settled.checkout else { return #"<li class="row">\#(cells)</li>"# }
    return #"<li><a class="row" href="\#("/checkouts/\(id.text)" as Link)">\#(cells)</a></li>"#
  }
}
