import FerryCore
import FerrySandbox
import FerryWeb

/// The payments of the ledger, the newest first, each with its charges and refunds.
struct LedgerRows {
  let ledger: Ledger
  let now: Moment

  /// The sessions, then the permissions without one.
  var entries: [ConsoleEntry] {
    let sessions = ledger.sessions.oldestFirst.reversed()
    let known = Set(sessions.compactMap(\.chargePermissionID))
    let rest = ledger.permissions.oldestFirst.reversed().filter { !known.contains($0.id) }
    let begun = sessions.map { session -> ConsoleEntry in
      ConsoleEntry(
        session.merchantMetadata.merchantReferenceId ?? "no order number",
        amount: session.orderAmount?.display(.english), createdAt: session.createdAt
      ) { item(session) }
    }
    return begun + rest.map { permission in ConsoleEntry(nil) { item(permission) } }
  }

  private func item(_ session: CheckoutSession) -> ConsoleItem {
    let constraints = session.constraints.map(\.rawValue).joined(separator: ", ")
    let permission = session.chargePermissionID.flatMap { ledger.permissions[$0] }
    return ConsoleItem(
      "Checkout session", id: session.id, at: ConsoleObject(kind: .session, id: session.id).link, StateChip(session),
      note: constraints.isEmpty ? .empty : "Waits for: \(constraints)", parts: permission.map { [item($0)] } ?? [])
  }

  private func item(_ permission: ChargePermission) -> ConsoleItem {
    ConsoleItem(
      "Charge permission", id: permission.id, at: ConsoleObject(kind: .permission, id: permission.id).link,
      StateChip(permission, in: ledger),
      note: """
        Left to charge \(ledger.balance(of: permission, at: now), .english) / \(permission.limit, .english)
        """, parts: ledger.chargesOf(permission).map { item($0) })
  }

  private func item(_ charge: Charge) -> ConsoleItem {
    let refunds = ledger.refunds.oldestFirst.filter { $0.chargeID == charge.id }.map { refund in
      ConsoleItem(
        "Refund", id: refund.id, at: ConsoleObject(kind: .refund, id: refund.id).link, StateChip(refund),
        note: "\(refund.amount, .english)")
    }
    let disputes = ledger.chargebacks.sorted.filter { $0.chargeID == charge.id }.map { chargeback in
      ConsoleItem(
        "Dispute", id: chargeback.id, at: ConsoleObject(kind: .dispute, id: chargeback.id).link, StateChip(chargeback),
        note: "\(chargeback.amount, .english), \(chargeback.filingReason)")
    }
    return ConsoleItem(
      "Charge", id: charge.id, at: ConsoleObject(kind: .charge, id: charge.id).link, StateChip(charge),
      note: """
        \(charge.amount, .english)\(if: charge.captured.isPositive, ", Captured \(charge.captured, .english)")\
        \(if: charge.refunded.isPositive, ", Refunded \(charge.refunded, .english)")
        """,
      parts: refunds + disputes)
  }
}

extension ConsoleObject {
  /// Title, state, the API's answer and the possible acts; nil if there is no such object.
  func content(_ ledger: Ledger, at now: Moment) -> (String, StateChip, JSONValue, [ConsoleAct])? {
    switch kind {
    case .session:
      ledger.sessions[id].map { ("Checkout session", StateChip($0), ledger.body(of: $0, at: now), []) }
    case .permission:
      ledger.permissions[id].map {
        ("Charge permission", StateChip($0, in: ledger), ledger.body(of: $0, at: now), ConsoleAct.acts($0))
      }
    case .charge:
      ledger.charges[id].map { ("Charge", StateChip($0), ledger.body(of: $0), ConsoleAct.acts($0)) }
    case .refund:
      ledger.refunds[id].map { ("Refund", StateChip($0), ledger.body(of: $0), ConsoleAct.acts($0)) }
    case .dispute:
      ledger.chargebacks[id].map { ("Dispute", StateChip($0), ledger.body(of: $0), ConsoleAct.acts($0)) }
    }
  }
}

extension StateChip {
  init(_ session: CheckoutSession) {
    let tone: Tone =
      switch session.state {
      case .open: .open
      case .completed: .good
      case .canceled: .bad
      }
    self.init(tone, session.state.rawValue, session.reason?.code)
  }

  init(_ permission: ChargePermission, in ledger: Ledger) {
    let (state, reason) = ledger.state(of: permission)
    self.init(state == .chargeable ? .good : state == .closed ? .over : .open, state.rawValue, reason?.code)
  }

  init(_ charge: Charge) {
    let tone: Tone =
      switch charge.state {
      case .captured: .good
      case .authorized, .authorizationInitiated, .captureInitiated: .open
      case .canceled: .over
      case .declined: .bad
      }
    self.init(tone, charge.state.rawValue, charge.reason?.code)
  }

  init(_ refund: Refund) {
    let tone: Tone =
      switch refund.state {
      case .refundInitiated: .open
      case .refunded: .good
      case .declined: .bad
      }
    self.init(tone, refund.state.rawValue, refund.reason?.code)
  }

  init(_ chargeback: Chargeback) {
    let tone: Tone =
      switch chargeback.resolution {
      case nil: .open
      case .merchantWon: .good
      case .buyerWon: .bad
      case .noFault: .over
      }
    self.init(tone, chargeback.state.rawValue, chargeback.resolution?.rawValue ?? chargeback.reason?.code)
  }
}
