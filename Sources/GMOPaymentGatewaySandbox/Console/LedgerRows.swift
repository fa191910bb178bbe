import FerryCore
import FerrySandbox
import FerryWeb

/// A transaction in the ledger's list, and on its own page: its life, its texts as they came, and the acts outside the API.
struct LedgerRow {
  let text: ConsoleText
  let transaction: Transaction

  private var link: Link { "/console/transactions/\(transaction.orderID)" }

  private func yen(_ amount: Int64) -> String { Money.yen(amount).display(text.language) }

  var entry: ConsoleEntry {
    ConsoleEntry(
      transaction.order, amount: yen(transaction.amounts.sum), createdAt: transaction.createdAt,
      keys: [transaction.accessID] + [transaction.session, transaction.permission].compactMap(\.self)
    ) {
      let sums = [(text.captured, transaction.captured), (text.refunded, transaction.refunded)].filter { $0.1 > 0 }
        .map { "\($0) \(yen($1))" }
      return ConsoleItem(
        text.transaction, id: transaction.orderID, at: link, StateChip(transaction),
        note: "\(sums.joined(separator: ", "))")
    }
  }

  private var acts: [ConsoleAct] {
    switch transaction.status {
    case .authorized: [.capture, .cancel]
    case .captured, .sales: transaction.refund == nil ? [.refund] : [.payOut, .failRefund]
    case .returning: [.payOut, .failRefund]
    case .processing: transaction.decision == nil ? [] : [.approve, .decline]
    case .unprocessed, .requested, .canceled, .returned, .failed, .expired: []
    }
  }

  func page(_ frame: ConsolePage) -> Page {
    let received =
      [("Description", transaction.description)]
      + transaction.clientFields.enumerated().map { ("ClientField\($0.offset + 1)", $0.element) }
    let values = received.compactMap { name, value in value.map { (name, $0) } }
    return frame.object(
      "\(text.transaction) \(transaction.orderID)", StateChip(transaction), at: link,
      .init(
        text.acts, note: text.actsNote, acts.map { (text.name($0), $0.rawValue) },
        amount: acts.contains(.refund) ? .init(text.amountLeftEmpty, isWhole: true) : nil),
      """
      \(FactPanel(facts).html)
      \(if: !values.isEmpty, ReceivedTable(text: text, values: values).html)
      \(Panel(text.steps, body: "<div class=\"rows\">\(transaction.steps.map { step($0) })</div>").html)
      """)
  }

  private var facts: [(name: String, value: HTML)] {
    func id(_ id: String, _ kind: String) -> HTML {
      #"<a class="id" href="\#("/console/\(kind)/\(id)" as Link)">\#(id)</a>"#
    }
    let facts: [(String, HTML?)] = [
      ("AccessID", "<span class=\"id\">\(transaction.accessID)</span>"), ("JobCd", "\(transaction.job.rawValue)"),
      (text.amount, "\(yen(transaction.amounts.amount)) + \(yen(transaction.amounts.tax))"),
      (text.checkoutSession, transaction.session.map { id($0, "checkoutSessions") }),
      (text.permission, transaction.permission.map { id($0, "chargePermissions") }),
      ("ErrInfo", transaction.errorInfo.map { "\($0) \(RefusalReason.explanation($0, text) ?? "")" }),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  private func step(_ step: Transaction.Step) -> HTML {
    """
    <div class="row">\(TimeText(step.at).html)<span class="what">\(step.status.rawValue)\
    \(step.note.map { ": \($0)" as HTML })</span><span>\(yen(step.amount))</span></div>
    """
  }
}

/// Texts of a request: their bytes, and the gateway's reading of them.
struct ReceivedTable {
  let text: ConsoleText
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
