import FerryCore
import FerryWeb

/// The payments of the ledger, the newest first, each with all that came of it.
struct LedgerPage {
  let shell: ConsolePage
  let ledger: AmazonPayLedger
  /// Whether time can be moved from here.
  let isControlled: Bool

  private static let limit = 50

  private var text: ConsoleText { shell.text }

  var page: Page {
    let sessions = ledger.sessions.values.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    let shown = sessions.prefix(Self.limit)
    let known = Set(sessions.compactMap(\.chargePermissionID))
    let rest = ledger.permissions.values.filter { !known.contains($0.id) }
      .sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }.prefix(Self.limit)
    return shell.page(
      text.ledger,
      """
      \(shell.reloading(ConsolePage.Place.ledger.link))
      \(if: isControlled, clock)
      \(if: sessions.isEmpty && rest.isEmpty, Notice(.info, text.noPayments).html)
      \(if: !sessions.isEmpty, "<p class=\"small\">\(text.shownOf(shown.count, sessions.count))</p>")
      <div class="rows">\(shown.map { order($0) })\(rest.map { "<section class=\"card order\">\(tree($0))</section>" })</div>
      """)
  }

  private var clock: HTML {
    let buttons = [30, 3600, 86_400, 604_800, 2_592_000].map { seconds in
      Button(text.advance(Int64(seconds)), .secondary, name: "advanceSeconds", value: String(seconds)).html
    }
    return Panel(
      text.clock,
      body: #"<form id="clock" class="deeds" method="post" action="\#("/console/clock" as Link)">\#(buttons)</form>"#
    ).html
  }

  private func order(_ session: CheckoutSession) -> HTML {
    let number = session.merchantMetadata.merchantReferenceId
    let constraints = session.constraints.map(\.rawValue).joined(separator: ", ")
    return """
      <section class="card order"><div class="order-head"><h2>\(number ?? text.noOrder)</h2>\
      \(session.orderAmount.map { "<strong>\($0)</strong>" as HTML })\(TimeText(session.createdAt).html)</div>
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
    <span class="sums">\(text.left) \(ledger.balance(of: permission, at: shell.now)) / \(permission.limit)</span></div>
    \(ledger.chargesOf(permission).map { tree($0) })</div>
    """
  }

  private func tree(_ charge: Charge) -> HTML {
    let refunds = ledger.refunds.values.filter { $0.chargeID == charge.id }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    let chargebacks = ledger.chargebacks.values.filter { $0.chargeID == charge.id }.sorted { $0.id < $1.id }
    return """
      <div class="tree"><div class="object"><span>\(text.charge)</span>\(link(.charge(charge.id)))\
      \(StateChip(charge).html)<span class="sums">\(charge.amount)\
      \(if: charge.captured.isPositive, ", \(text.captured) \(charge.captured)")\
      \(if: charge.refunded.isPositive, ", \(text.refunded) \(charge.refunded)")</span></div>
      \(refunds.map { refund in
        """
        <div class="tree"><div class="object"><span>\(text.refund)</span>\(link(.refund(refund.id)))\
        \(StateChip(refund).html)<span class="sums">\(refund.amount)</span></div></div>
        """ as HTML
      })\(chargebacks.map { chargeback in
        """
        <div class="tree"><div class="object"><span>\(text.chargeback)</span><span class="id">\(chargeback.id)</span>\
        <span class="sums">\(chargeback.amount)</span></div></div>
        """ as HTML
      })</div>
      """
  }

  private func link(_ object: ConsoleObject) -> HTML { #"<a class="id" href="\#(object.link)">\#(object.id)</a>"# }
}
