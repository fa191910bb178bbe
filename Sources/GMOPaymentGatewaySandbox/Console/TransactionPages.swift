import FerryCore
import FerrySandbox
import FerryWeb

/// The transactions, the newest first.
struct TransactionList {
  let text: GatewayText
  let ledger: GatewayLedger

  var entries: [ConsoleEntry] {
    ledger.list.reversed().map { transaction in
      ConsoleEntry {
        [
          transaction.order, transaction.orderID, transaction.accessID, transaction.session ?? "",
          transaction.permission ?? "",
        ]
      } html: {
        row(transaction)
      }
    }
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
    let values = received.compactMap { name, value in value.map { (name, $0) } }
    return frame.page(
      "\(text.transaction) \(transaction.orderID)",
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(frame.text.back)</a></p>
      <p>\(StateChip(transaction).html)</p>
      \(problem.map { Notice(.error, title: frame.text.refusedAction, $0).html })
      \(frame.acts(
        text.acts, note: text.actsNote, at: "/console/transactions/\(transaction.orderID)",
        acts.map { (title: text.name($0), value: $0.rawValue) },
        amount: acts.contains(.refund) ? .init(frame.text.amountLeftEmpty, isWhole: true) : nil,
        isControlled: isControlled))
      <section class="panel"><dl class="facts">\(facts)</dl></section>
      \(if: !values.isEmpty, ReceivedTable(text: text, values: values).html)
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
}

/// Texts of a request: their bytes, and the gateway's reading of them.
struct ReceivedTable {
  let text: GatewayText
  let values: [(name: String, value: ReceivedValue)]

  var html: HTML {
    Panel(text.received, body: "<dl class=\"facts\" id=\"received\">\(values.map { row($0, $1) })</dl>").html
  }

  private func row(_ name: String, _ value: ReceivedValue) -> HTML {
    let isPlain = value.bytes.allSatisfy { (0x20...0x7E).contains($0) }
    return """
      <div class="fact"><dt>\(name)</dt><dd>\(if: isPlain, "<code>\(value.text)</code>")\
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
