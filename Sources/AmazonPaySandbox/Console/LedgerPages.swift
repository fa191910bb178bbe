import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The payments of the ledger, the newest first, each with its charges and refunds.
struct LedgerList {
  let frame: ConsolePage
  let ledger: Ledger

  private var text: ConsoleText { frame.text }

  /// The sessions, then the permissions without one.
  var entries: [ConsoleEntry] {
    let sessions = ledger.sessions.values.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    let known = Set(sessions.compactMap(\.chargePermissionID))
    let rest = ledger.permissions.values.filter { !known.contains($0.id) }
      .sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    return sessions.map { session in
      ConsoleEntry {
        let permission = session.chargePermissionID.flatMap { ledger.permissions[$0] }
        return [session.id, session.merchantMetadata.merchantReferenceId ?? ""] + (permission.map { keys($0) } ?? [])
      } html: {
        order(session)
      }
    }
      + rest.map { permission in
        ConsoleEntry {
          keys(permission)
        } html: {
          "<section class=\"card order\">\(tree(permission))</section>"
        }
      }
  }

  private func keys(_ permission: ChargePermission) -> [String] {
    let charges = Set(permission.chargeIDs)
    let refunds = ledger.refunds.values.filter { charges.contains($0.chargeID) }.map(\.id)
    return [permission.id] + permission.chargeIDs + refunds
  }

  private func order(_ session: CheckoutSession) -> HTML {
    let number = session.merchantMetadata.merchantReferenceId
    let constraints = session.constraints.map(\.rawValue).joined(separator: ", ")
    return """
      <section class="card order"><div class="order-head"><h2>\(number ?? text.noOrder)</h2>\
      \(session.orderAmount.map { "<strong>\($0, text.language)</strong>" as HTML })\(TimeText(session.createdAt).html)</div>
      <div class="tree"><div class="object"><span>\(text.session)</span>\(link(.session(session.id)))\
      \(StateChip(session).html)\
      \(if: !constraints.isEmpty, "<span class=\"sums\">\(text.waitsFor): \(constraints)</span>")</div>
      \(session.chargePermissionID.flatMap { ledger.permissions[$0] }.map { tree($0) })</div></section>
      """
  }

  private func tree(_ permission: ChargePermission) -> HTML {
    """
    <div class="tree"><div class="object"><span>\(text.permission)</span>\(link(.permission(permission.id)))\
    \(StateChip(permission, in: ledger).html)\
    <span class="sums">\(text.left) \(ledger.balance(of: permission, at: frame.now), text.language) / \(permission.limit, text.language)</span></div>
    \(ledger.chargesOf(permission).map { tree($0) })</div>
    """
  }

  private func tree(_ charge: Charge) -> HTML {
    let refunds = ledger.refunds.values.filter { $0.chargeID == charge.id }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    let chargebacks = ledger.chargebacks.values.filter { $0.chargeID == charge.id }.sorted { $0.id < $1.id }
    return """
      <div class="tree"><div class="object"><span>\(text.charge)</span>\(link(.charge(charge.id)))\
      \(StateChip(charge).html)<span class="sums">\(charge.amount, text.language)\
      \(if: charge.captured.isPositive, ", \(text.captured) \(charge.captured, text.language)")\
      \(if: charge.refunded.isPositive, ", \(text.refunded) \(charge.refunded, text.language)")</span></div>
      \(refunds.map { refund in
        """
        <div class="tree"><div class="object"><span>\(text.refund)</span>\(link(.refund(refund.id)))\
        \(StateChip(refund).html)<span class="sums">\(refund.amount, text.language)</span></div></div>
        """ as HTML
      })\(chargebacks.map { chargeback in
        """
        <div class="tree"><div class="object"><span>\(text.chargeback)</span><span class="id">\(chargeback.id)</span>\
        <span class="sums">\(chargeback.amount, text.language)</span></div></div>
        """ as HTML
      })</div>
      """
  }

  private func link(_ object: ConsoleObject) -> HTML { #"<a class="id" href="\#(object.link)">\#(object.id)</a>"# }
}

/// One object of the ledger: the API's answer, and the actions outside the API.
struct ObjectPage {
  let frame: ConsolePage
  let object: ConsoleObject
  let ledger: Ledger
  let redaction: Redaction
  let isControlled: Bool
  var problem: String?

  private var text: ConsoleText { frame.text }

  /// Nil if there is no such object.
  var page: Page? {
    guard let (title, chip, body, actions) = content else { return nil }
    return frame.page(
      title,
      """
      <p class="tools"><a href="\(ConsolePage.Place.ledger.link)">\(text.back)</a></p>
      <p class="id">\(object.id)</p><p>\(chip)</p>
      \(problem.map { Notice(.error, title: text.refusedAction, $0).html })
      \(frame.acts(
        text.actions, note: text.actionsNote, at: object.link,
        actions.map { (title: text.name(of: $0), value: $0.rawValue) },
        amount: actions.contains(where: \.takesAmount) ? .init(text.amountLeftEmpty, isWhole: false) : nil,
        isControlled: isControlled))
      \(Panel(text.answer, body: "<pre id=\"answer\">\(redaction.json(body).pretty)</pre>").html)
      """)
  }

  private var content: (String, HTML, JSONValue, [ConsoleForm.Action])? {
    switch object {
    case .session(let id):
      ledger.sessions[id].map { (text.session, StateChip($0).html, ledger.body(of: $0, at: frame.now), []) }
    case .permission(let id):
      ledger.permissions[id].map {
        (text.permission, StateChip($0, in: ledger).html, ledger.body(of: $0, at: frame.now), ConsoleForm.actions($0))
      }
    case .charge(let id):
      ledger.charges[id].map { (text.charge, StateChip($0).html, ledger.body(of: $0), ConsoleForm.actions($0)) }
    case .refund(let id):
      ledger.refunds[id].map { (text.refund, StateChip($0).html, ledger.body(of: $0), ConsoleForm.actions($0)) }
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
      case .refunded: .good
      case .refundInitiated: .open
      case .declined: .bad
      }
    self.init(tone, refund.state.rawValue, refund.reason?.code)
  }
}
