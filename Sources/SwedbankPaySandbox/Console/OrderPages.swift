import FerryCore
import FerrySandbox
import FerryWeb

/// The orders, the newest first, each with its transactions.
struct OrderList {
  let frame: ConsolePage
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
      \(if: orders.isEmpty, Notice(.info, "No payment order has been created yet.").html)
      <div class="rows">\(orders.map { row($0) })</div>
      """)
  }

  private func row(_ order: PaymentOrder) -> HTML {
    let attempts = order.failedAttempts.map { attempt -> HTML in
      """
      <div class="object"><span>Attempt</span><span class="id">\(String(attempt.number))</span>\
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
    return """
      <section class="card order"><div class="order-head"><h2>\(order.orderNumber)</h2>\
      <strong>\(order.request.amount.display)</strong>\(TimeText(order.createdAt).html)</div>
      <div class="tree"><div class="object"><span>Payment order</span>\
      <a class="id" href="\("/console/orders/\(order.id)" as Link)">\(order.id)</a>\
      \(StateChip(order).html)</div><div class="tree">\(attempts)\(transactions)</div></div></section>
      """
  }
}

/// One order: the answer of the API, its requests, and the acts of a clerk.
struct OrderDetail {
  let frame: ConsolePage
  let order: PaymentOrder
  let answer: JSONValue
  /// The requests of the API about the order, the newest first.
  let requests: [RequestRecord]
  let isControlled: Bool
  let problem: String?

  private var acts: [ConsoleAct] {
    guard order.status != .initialized else { return [.abort] }
    return (order.remainingCapture > 0 ? [.capture, .cancel] : []) + (order.remainingReversal > 0 ? [.reversal] : [])
  }

  var page: Page {
    frame.page(
      "Payment order \(order.orderNumber)",
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(frame.text.back)</a></p>
      <p class="id">\(order.path)</p><p>\(StateChip(order).html)</p>
      \(problem.map { Notice(.error, title: frame.text.refusedAction, $0).html })
      \(if: !acts.isEmpty, deeds)
      \(Panel("Requests", body: "<div class=\"rows\">\(requests.map { row($0) })</div>").html)
      \(Panel(
        "The order with all its parts",
        body: """
          <p class="lead small">The dates are by the shop's clock, which is never advanced.</p>\
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
      return Panel("Merchant portal", body: "<p>Start the sandbox with --control to use actions.</p>").html
    }
    let buttons = acts.map { Button($0.title, .secondary, name: "act", value: $0.rawValue).html }
    return Panel(
      "Merchant portal",
      body: """
        <p class="lead small">A clerk's actions outside the API.</p>
        <form id="deeds" class="stack" method="post" action="\("/console/orders/\(order.id)" as Link)">
        \(if: acts.contains(.capture) || acts.contains(.reversal), """
        <div class="field"><label for="amount">Amount in minor units (empty: all)</label>\
        <input id="amount" name="amount" inputmode="numeric" maxlength="13" autocomplete="off"></div>
        """)
        <div class="deeds">\(buttons)</div></form>
        """
    ).html
  }
}

extension ConsoleAct {
  fileprivate var title: String {
    switch self {
    case .capture: "Capture"
    case .cancel: "Cancel the authorization"
    case .reversal: "Reverse"
    case .abort: "Abort the order"
    }
  }
}

extension StateChip {
  init(_ order: PaymentOrder) {
    let tone: Tone =
      switch order.status {
      case .paid: .good
      case .initialized: .open
      case .failed: .bad
      case .aborted, .cancelled, .reversed: .over
      }
    self.init(
      tone, order.status.rawValue, order.endReason ?? order.attempt.map { "\($0.instrument.name): in progress" })
  }
}
