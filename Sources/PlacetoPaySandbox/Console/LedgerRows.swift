import FerryCore
import FerrySandbox
import FerryWeb

extension Session {
  var consoleLink: Link { "/console/sessions/\(String(id))" }

  /// The session in the ledger's list, with its transactions.
  var entry: ConsoleEntry {
    ConsoleEntry(order, amount: total?.display(.english), createdAt: createdAt, keys: [request.reference]) {
      ConsoleItem("Session", id: String(id), at: consoleLink, StateChip(status), parts: transactions.map(\.item))
    }
  }

  /// The acts outside the API that are possible now.
  var acts: [ConsoleAct] {
    if pendingAttempt?.status.name == .pending { return [.approve, .reject] }
    if end == nil, approved == 0 { return (total == nil || allowsPartial ? [] : [.split]) + [.cancel] }
    return approved > 0 ? [.refund] : []
  }
}

extension Transaction {
  fileprivate var item: ConsoleItem {
    ConsoleItem(
      kind.title, id: String(id), StateChip(status),
      note: """
        \(amount, .english), \(instrument.name)\(if: refunded.isPositive, " −\(refunded, .english)")
        """)
  }
}

extension Transaction.Kind {
  fileprivate var title: String {
    switch self {
    case .payment: "Payment"
    case .hold: "Hold"
    case .capture: "Capture"
    case .reauthorization: "Reauthorization"
    case .refund: "Refund"
    case .release: "Release"
    }
  }
}

extension ConsoleAct {
  var title: String {
    switch self {
    case .refund: "Refund"
    case .approve: "Approve the pending attempt"
    case .reject: "Reject the pending attempt"
    case .split: "Let the buyer pay in parts"
    case .cancel: "Cancel the session"
    }
  }
}

extension StateChip {
  init(_ status: Status) {
    let tone: Tone =
      switch status.name {
      case .approved, .ok: .good
      case .pending, .pendingConfirmation, .approvedPartial: .open
      case .rejected, .failed: .bad
      case .partialExpired, .refunded: .over
      }
    self.init(tone, status.name.rawValue, status.reason)
  }
}
