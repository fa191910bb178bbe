import FerryCore
import FerrySandbox
import FerryWeb

/// The orders, the newest first, each with its transactions.
struct OrderList {
  let frame: ConsolePage
  let words: ConsoleWords
  let ledger: PaymentLedger
  /// True if the page can move the clock.
  let isControlled: Bool

  private static let limit = 50

  var page: Page {
    let orders = ledger.orders.values.sorted { $0.number > $1.number }.prefix(Self.limit)
    return frame.page(
      frame.text.ledger,
      """
      \(frame.reloading(ConsolePage.Place.ledger.link))
      \(if: isControlled, frame.clock)
      \(if: orders.isEmpty, Notice(.info, words.noOrders).html)
      <div class="rows">\(orders.map { row($0) })</div>
      """)
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
  /// The requests of the API about the order, the newest first.
  let requests: [RequestRecord]
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
      \(if: !acts.isEmpty, deeds)
      \(Panel(words.requests, body: "<div class=\"rows\">\(requests.map { row($0) })</div>").html)
      \(Panel(
        words.answer,
        body: """
          <p class="lead small">\(words.datesNote)</p>\
          <pre id="answer">\(answer.pretty)</pre>
          """).html)
      """)
  }

  private func row(_ record: RequestRecord) -> HTML {
    """
    <a class="row" href="\("/console/requests/\(String(record.number))" as Link)">\(TimeText(record.at).html)\
    <span class="what">\(record.operation ?? record.method)</span><span>\(record.status)</span></a>
    """
  }

  private var deeds: HTML {
    guard isControlled else {
      return Panel(words.acts, body: "<p>\(words.actsClosed)</p>").html
    }
    let buttons = acts.map { Button(words.name($0), .secondary, name: "act", value: $0.rawValue).html }
    return Panel(
      words.acts,
      body: """
        <p class="lead small">\(words.actsNote)</p>
        <form id="deeds" class="stack" method="post" action="\("/console/orders/\(order.id)" as Link)">
        \(if: acts.contains(.capture) || acts.contains(.reversal), """
        <div class="field"><label for="amount">\(words.amount)</label>\
        <input id="amount" name="amount" inputmode="numeric" maxlength="13" autocomplete="off"></div>
        """)
        <div class="deeds">\(buttons)</div></form>
        """
    ).html
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
