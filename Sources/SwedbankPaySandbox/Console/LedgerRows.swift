import FerryCore
import FerrySandbox
import FerryWeb

extension PaymentOrder {
  var consoleLink: Link { "/console/orders/\(id)" }

  /// The order in the ledger's list, with its attempts and transactions.
  var entry: ConsoleEntry {
    ConsoleEntry(
      orderNumber, amount: request.amount.display, createdAt: createdAt,
      keys: [request.payeeReference] + transactions.map(\.payeeReference)
    ) {
      ConsoleItem("Payment order", id: id, at: consoleLink, StateChip(self), parts: parts)
    }
  }

  private var parts: [ConsoleItem] {
    let instrument = payment?.instrument.name ?? ""
    let failed = failedAttempts.map { attempt -> ConsoleItem in
      ConsoleItem(
        "Attempt", id: String(attempt.number),
        StateChip(.bad, attempt.isAborted ? "Aborted" : "Failed", attempt.problem.type),
        note: "\(attempt.instrument.name)")
    }
    let done = transactions.map { transaction -> ConsoleItem in
      ConsoleItem(
        transaction.kind.rawValue, id: String(transaction.number),
        note: "\(transaction.amount.display), \(instrument)")
    }
    let pending = pendingReversal.map { reversal -> ConsoleItem in
      ConsoleItem(
        reversal.kind.rawValue, id: String(reversal.number), StateChip(.open, "Pending", "a bank decides"),
        note: "\(reversal.amount.display), \(instrument)")
    }
    return failed + done + [pending].compactMap(\.self)
  }

  /// The acts outside the API that are possible now.
  var acts: [ConsoleAct] {
    guard status != .initialized else { return [.abort] }
    guard pendingReversal == nil else { return [.confirmReversal, .failReversal] }
    return (remainingCapture > 0 ? [.capture, .cancel] : []) + (remainingReversal > 0 ? [.reversal] : [])
  }
}

extension ConsoleAct {
  var title: String {
    switch self {
    case .capture: "Capture"
    case .cancel: "Cancel the authorization"
    case .reversal: "Reverse"
    case .abort: "Abort the order"
    case .confirmReversal: "Let the pending reversal succeed"
    case .failReversal: "Let the pending reversal fail"
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
