import FerryCore
import FerrySandbox
import FerryWeb

/// The orders, the newest first, each with its transactions.
struct OrderList {
  let words: ConsoleWords
  let ledger: PaymentLedger

  var entries: [ConsoleEntry] {
    ledger.orders.values.sorted { $0.number > $1.number }.map { order in
      ConsoleEntry {
        [order.id, order.orderNumber, order.request.payeeReference]
          + order.transactions.flatMap { [String($0.number), $0.payeeReference] }
      } html: {
        row(order)
      }
    }
  }

  private func row(_ order: PaymentOrder) -> HTML {
    let attempts = order.failedAttempts.map { attempt -> HTML in
      """
      <div class="object"><span>\(words.attempt)</span><span class="id">\(String(attempt.number))</span>\
      \(StateChip(.bad, attempt.isAborted ? "Aborted" : "Failed", attempt.problem.type).html)\
      <span class="sums">\(attempt.instrument.name)</span></div>
      """
    }
    let transactions = order.transactions.map { transaction -> HTML in
      """
      <div class="object"><span>\(transaction.kind.rawValue)</span>\
      <span class="id">\(String(transaction.number))</span>\
      <span class="sums">\(transaction.amount.display), \(order.payment?.instrument.name ?? "")</span></div>
      """
    }
    let pending = order.pendingReversal.map { reversal -> HTML in
      """
      <div class="object"><span>\(reversal.kind.rawValue)</span>\
      <span class="id">\(String(reversal.number))</span>\(StateChip(.open, "Pending", words.bankDecides).html)\
      <span class="sums">\(reversal.amount.display), \(order.payment?.instrument.name ?? "")</span></div>
      """
    }
    return """
      <section class="card order"><div class="order-head"><h2>\(order.orderNumber)</h2>\
      <strong>\(order.request.amount.display)</strong>\(TimeText(order.createdAt).html)</div>
      <div class="tree"><div class="object"><span>\(words.order)</span>\
      <a class="id" href="\("/console/orders/\(order.id)" as Link)">\(order.id)</a>\
      \(StateChip(order, words).html)</div><div class="tree">\(attempts)\(transactions)\(pending)</div></div></section>
      """
  }
}

/// One order: the answer of the API, its requests, and the acts of a clerk.
struct OrderDetail {
  let frame: ConsolePage
  let words: ConsoleWords
  let order: PaymentOrder
  let answer: JSONValue
  let isControlled: Bool
  let problem: String?

  private var acts: [ConsoleAct] {
    guard order.status != .initialized else { return [.abort] }
    guard order.pendingReversal == nil else { return [.confirmReversal, .failReversal] }
    return (order.remainingCapture > 0 ? [.capture, .cancel] : []) + (order.remainingReversal > 0 ? [.reversal] : [])
  }

  var page: Page {
    frame.page(
      "\(words.order) \(order.orderNumber)",
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(frame.text.back)</a></p>
      <p class="id">\(order.path)</p><p>\(StateChip(order, words).html)</p>
      \(problem.map { Notice(.error, title: frame.text.refusedAction, $0).html })
      \(frame.acts(
        words.acts, note: words.actsNote, at: "/console/orders/\(order.id)",
        acts.map { (title: words.name($0), value: $0.rawValue) },
        amount: acts.contains(.capture) || acts.contains(.reversal) ? .init(words.amount, isWhole: true) : nil,
        isControlled: isControlled))
      \(Panel(
        words.answer,
        body: """
          <p class="lead small">\(words.datesNote)</p>\
          <pre id="answer">\(answer.pretty)</pre>
          """).html)
      """)
  }
}

extension StateChip {
  init(_ order: PaymentOrder, _ words: ConsoleWords) {
    let tone: Tone =
      switch order.status {
      case .paid: .good
      case .initialized: .open
      case .failed: .bad
      case .aborted, .cancelled, .reversed: .over
      }
    self.init(
      tone, order.status.rawValue, order.endReason ?? order.attempt.map { words.inProgress($0.instrument) })
  }
}
