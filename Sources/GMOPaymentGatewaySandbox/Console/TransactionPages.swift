import FerryCore
import FerrySandbox
import FerryWeb

/// The transactions, the newest first.
struct TransactionList {
  let frame: ConsolePage
  let text: GatewayText
  let ledger: GatewayLedger
  /// True if the page can move the clock.
  let isControlled: Bool

  private static let limit = 50

  var page: Page {
    let transactions = ledger.list.reversed().prefix(Self.limit)
    return frame.page(
      frame.text.ledger,
      """
      \(frame.reloading(ConsolePage.Place.ledger.link))
      \(if: isControlled, frame.clock)
      \(if: transactions.isEmpty, Notice(.info, text.noTransactions).html)
      <div class="rows">\(transactions.map { row($0) })</div>
      """)
  }

  private func row(_ transaction: Transaction) -> HTML {
    """
    <section class="card order"><div class="order-head"><h2>\(transaction.order)</h2>\
    <strong>\(Money.yen(transaction.amounts.sum), text.language)</strong>\(TimeText(transaction.createdAt).html)</div>
    <div class="tree"><div class="object"><span>\(text.transaction)</span>\
    <a class="id" href="\("/console/transactions/\(transaction.orderID)" as Link)">\(transaction.orderID)</a>\
    \(StateChip(transaction).html)<span class="sums">\(sums(transaction))</span></div></div></section>
    """
  }

  private func sums(_ transaction: Transaction) -> String {
    var parts: [String] = []
    if transaction.captured > 0 {
      parts.append("\(text.captured) \(Money.yen(transaction.captured).display(text.language))")
    }
    if transaction.refunded > 0 {
      parts.append("\(text.refunded) \(Money.yen(transaction.refunded).display(text.language))")
    }
    return parts.joined(separator: ", ")
  }
}

/// One transaction: its life, its texts as they came, and the acts outside the API.
struct TransactionDetail {
  let frame: ConsolePage
  let text: GatewayText
  let transaction: Transaction
  let isControlled: Bool
  let problem: String?

  private var acts: [ConsoleAct] {
    switch transaction.status {
    case .authorized: [.capture, .cancel]
    case .captured, .sales: transaction.refund == nil ? [.refund] : [.payOut, .failRefund]
    case .returning: [.payOut, .failRefund]
    case .processing: transaction.decision == nil ? [] : [.approve, .decline]
    case .unprocessed, .requested, .canceled, .returned, .failed, .expired: []
    }
  }

  var page: Page {
    let received =
      [("Description", transaction.description)]
      + transaction.clientFields.enumerated().map {
        ("ClientField\($0.offset + 1)", $0.element)
      }
    let fields = received.compactMap { name, value in value.map { CallRecord.Field(name: name, value: $0) } }
    return frame.page(
      "\(text.transaction) \(transaction.orderID)",
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(frame.text.back)</a></p>
      <p>\(StateChip(transaction).html)</p>
      \(problem.map { Notice(.error, title: frame.text.refusedAction, $0).html })
      \(if: !acts.isEmpty, deeds)
      <section class="panel"><dl class="facts">\(facts)</dl></section>
      \(if: !fields.isEmpty, ReceivedTable(text: text, title: text.received, fields: fields).html)
      \(Panel(text.steps, body: "<div class=\"rows\">\(transaction.steps.map { step($0) })</div>").html)
      """)
  }

  private var facts: [HTML] {
    func fact(_ name: String, _ value: HTML) -> HTML {
      "<div class=\"fact\"><dt>\(name)</dt><dd>\(value)</dd></div>"
    }
    var facts = [
      fact("AccessID", "<span class=\"id\">\(transaction.accessID)</span>"),
      fact(text.job, "\(transaction.job.rawValue)"),
      fact(
        text.amount,
        "\(Money.yen(transaction.amounts.amount), text.language) + \(Money.yen(transaction.amounts.tax), text.language)"
      ),
    ]
    if let id = transaction.session {
      let link: Link = "/console/checkoutSessions/\(id)"
      facts.append(fact(text.checkoutSession, #"<a class="id" href="\#(link)">\#(id)</a>"#))
    }
    if let id = transaction.permission {
      let link: Link = "/console/chargePermissions/\(id)"
      facts.append(fact(text.permission, #"<a class="id" href="\#(link)">\#(id)</a>"#))
    }
    if let info = transaction.errorInfo {
      facts.append(fact("ErrInfo", "\(info) \(ErrorMeaning.text(info, text) ?? "")"))
    }
    return facts
  }

  private func step(_ step: Transaction.Step) -> HTML {
    """
    <div class="row">\(TimeText(step.at).html)<span class="what">\(step.status.rawValue)\
    \(step.note.map { ": \($0)" as HTML })</span><span>\(Money.yen(step.amount), text.language)</span></div>
    """
  }

  private var deeds: HTML {
    guard isControlled else { return Panel(text.acts, body: "<p>\(text.actsClosed)</p>").html }
    let buttons = acts.map { Button(text.name($0), .secondary, name: "act", value: $0.rawValue).html }
    let target: Link = "/console/transactions/\(transaction.orderID)"
    return Panel(
      text.acts,
      body: """
        <p class="lead small">\(text.actsNote)</p>
        <form id="deeds" class="stack" method="post" action="\(target)">
        \(if: acts.contains(.refund), amountField)
        <div class="deeds">\(buttons)</div></form>
        """
    ).html
  }

  private var amountField: HTML {
    """
    <div class="field"><label for="amount">\(text.amountLeftEmpty)</label>\
    <input id="amount" name="amount" inputmode="numeric" maxlength="7" autocomplete="off"></div>
    """
  }
}

/// Fields of a request: their bytes, and the gateway's reading of them.
struct ReceivedTable {
  let text: GatewayText
  var title: String?
  let fields: [CallRecord.Field]

  var html: HTML {
    Panel(title ?? text.fields, body: "<dl class=\"facts\" id=\"fields\">\(fields.map { row($0) })</dl>").html
  }

  private func row(_ field: CallRecord.Field) -> HTML {
    guard let value = field.value else {
      return "<div class=\"fact\"><dt>\(field.name)</dt><dd>\(text.hidden)</dd></div>"
    }
    let isPlain = value.bytes.allSatisfy { (0x20...0x7E).contains($0) }
    return """
      <div class="fact"><dt>\(field.name)</dt><dd>\(if: isPlain, "<code>\(value.text)</code>")\
      \(if: !isPlain, bytes(value))</dd></div>
      """
  }

  private func bytes(_ value: ReceivedValue) -> HTML {
    """
    <p class="small lead">\(text.bytes)</p><code>\(value.hexadecimal)</code>\
    <p class="small lead">\(value.isUTF8 ? text.readingJSON : text.reading)</p><p class="reading">\(value.text)</p>\
    \(if: !value.isSound, Notice(.warning, text.malformed).html)\
    \(value.asUTF8.map { Notice(.warning, title: "\(text.utf8Hint) \($0)", text.utf8Advice).html })
    """
  }
}

extension StateChip {
  init(_ transaction: Transaction) {
    let tone: Tone =
      switch transaction.status {
      case .captured, .sales: .good
      case .unprocessed, .requested, .processing, .authorized, .returning: .open
      case .failed: .bad
      case .canceled, .returned, .expired: .over
      }
    self.init(tone, transaction.status.rawValue, transaction.errorInfo)
  }
}
