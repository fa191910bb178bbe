import FerryCore
import FerrySandbox
import FerryWeb

/// A transaction in the ledger's list, and on its own page: its life, its texts as they came, and the acts outside the API.
struct LedgerRow {
  let transaction: Transaction

  private var link: Link { "/console/transactions/\(transaction.orderID)" }

  private func yen(_ amount: Int64) -> String { Money.yen(amount).display(.english) }

  var entry: ConsoleEntry {
    ConsoleEntry(
      transaction.order, amount: yen(transaction.amounts.sum), createdAt: transaction.createdAt,
      keys: [transaction.accessID] + [transaction.session, transaction.permission].compactMap(\.self)
    ) {
      let sums = [("captured", transaction.captured), ("refunded", transaction.refunded)].filter { $0.1 > 0 }
        .map { "\($0) \(yen($1))" }
      return ConsoleItem(
        "Transaction", id: transaction.orderID, at: link, StateChip(transaction),
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
      "Transaction \(transaction.orderID)", StateChip(transaction), at: link,
      .init(
        "Actions in the console", note: "What a merchant does at the gateway outside the API.",
        acts.map { ($0.title, $0.rawValue) },
        amount: acts.contains(.refund) ? .whole : nil),
      """
      \(FactPanel(facts).html)
      \(if: !values.isEmpty, ReceivedTable(values: values).html)
      \(Panel("What happened", body: "<div class=\"rows\">\(transaction.steps.map { step($0) })</div>").html)
      """)
  }

  private var facts: [(name: String, value: HTML)] {
    func id(_ id: String, _ kind: String) -> HTML {
      #"<a class="id" href="\#("/console/\(kind)/\(id)" as Link)">\#(id)</a>"#
    }
    let facts: [(String, HTML?)] = [
      ("AccessID", "<span class=\"id\">\(transaction.accessID)</span>"), ("JobCd", "\(transaction.job.rawValue)"),
      ("Amount + Tax, as sent", "\(yen(transaction.amounts.amount)) + \(yen(transaction.amounts.tax))"),
      ("Checkout session at Amazon", transaction.session.map { id($0, "checkoutSessions") }),
      ("Charge permission at Amazon", transaction.permission.map { id($0, "chargePermissions") }),
      ("ErrInfo", transaction.errorInfo.map { "\($0) \(RefusalReason.explanation($0) ?? "")" }),
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
  let values: [(name: String, value: ReceivedValue)]

  var html: HTML {
    Panel("Texts as they came", body: "<dl class=\"facts\" id=\"received\">\(values.map { row($0, $1) })</dl>").html
  }

  private static let advice = """
    The shop sends UTF-8. The gateway reads Windows-31J: encode the text in Windows-31J before percent-encoding it.
    """

  private func row(_ name: String, _ value: ReceivedValue) -> HTML {
    let isPlain = value.bytes.allSatisfy { (0x20...0x7E).contains($0) }
    return """
      <div class="fact"><dt>\(name)</dt><dd>\(if: isPlain, "<code>\(value.text)</code>")\
      \(if: !isPlain, bytes(value))</dd></div>
      """
  }

  private func bytes(_ value: ReceivedValue) -> HTML {
    """
    <p class="small lead">bytes</p><code>\(value.hexadecimal)</code>\
    <p class="small lead">\(value.isUTF8 ? "text" : "read as Windows-31J")</p><p class="reading">\(value.text)</p>\
    \(if: !value.isSound, Notice(.warning, "Some bytes are no Windows-31J.").html)\
    \(value.asUTF8.map { Notice(.warning, title: "As UTF-8 the bytes are: \($0)", Self.advice).html })
    """
  }
}

extension ConsoleAct {
  fileprivate var title: String {
    switch self {
    case .refund: "Refund"
    case .capture: "Capture"
    case .cancel: "Release"
    case .approve: "Approve the pending card"
    case .decline: "Decline the pending card"
    case .payOut: "End the refund now"
    case .failRefund: "Let the refund fail"
    }
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
