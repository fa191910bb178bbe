import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The money of a checkout: totals, operations, and for those who may act the forms of new ones.
struct MoneyPanel {
  let detail: CheckoutDetail
  private var frame: OperatorPage { detail.frame }
  private var checkout: Checkout { detail.checkout }

  init(detail: CheckoutDetail) { self.detail = detail }

  var html: HTML {
    """
    <section class="panel" id="money" data-live><h2>\(frame.text(.money))</h2>\
    \(checkout.payment.map(body) ?? "<p>\(frame.text(.noMoney))</p>")</section>
    """
  }

  private func body(_ payment: Payment) -> HTML {
    let left = { (money: Money) -> String? in money.isPositive ? money.display(frame.language) : nil }
    let totals = Facts(frame)
      .adding(.authorized, payment.authorized.display(frame.language))
      .adding(.captured, payment.captured.display(frame.language))
      .adding(.refunded, left(payment.refunded))
      .adding(.released, left(payment.voided))
      .adding(.capturable, left(payment.capturable))
      .adding(.refundable, left(payment.refundable))
      .adding(.lapses, html: payment.capturable.isPositive ? payment.lapsesAt.map(frame.time) : nil)
      .adding(.method, payment.facts?.description)
    return "\(totals.html)\(operations(payment))\(if: frame.reader.mayAct, forms(payment))"
  }

  private func operations(_ payment: Payment) -> HTML {
    guard !payment.operations.isEmpty else { return .empty }
    let rows = payment.operations.map { operation -> HTML in
      let body = OperationBody(operation, of: payment)
      let tone: StateChip.Tone =
        switch body.state {
        case .succeeded: .good
        case .failed, .unknown: .bad
        case .pending, .unrecognised: .open
        }
      return """
        <li class="row"><span class="what"><strong>\(name(operation.kind))</strong> \
        <span class="id">\(operation.reference ?? operation.id.text)</span></span>\
        \(StateChip(tone, frame.text(.operationState(body.state)), body.reason).html)\(frame.time(operation.requestedAt))\
        <span class="sum">\(operation.amount, frame.language)</span></li>
        """
    }
    return "<h3>\(frame.text(.operations))</h3><ul class=\"rows\">\(rows)</ul>"
  }

  private func name(_ kind: Operation.Kind) -> String {
    switch kind {
    case .capture: frame.text(.capture)
    case .refund: frame.text(.refund)
    case .void: frame.text(.void)
    }
  }

  /// The forms lead to the confirmation. There is none while an operation is under way.
  private func forms(_ payment: Payment) -> HTML {
    guard checkout.phase == .paid, payment.current == nil else { return .empty }
    let capture =
      payment.capturable.isPositive
      ? form(.capture, .captureAmount, payment.capturable, isWhole: checkout.profile.captures == .whole) : .empty
    let void: HTML =
      payment.capturable.isPositive
      ? "<p class=\"links\">\(OperatorAction.void.link(checkout.id).button(frame.text(.void), .quiet))</p>" : .empty
    let refund =
      payment.refundable.isPositive
      ? form(.refund, .refundAmount, payment.refundable, isWhole: checkout.profile.refunds == .whole) : .empty
    return "\(capture)\(void)\(refund)"
  }

  private func form(_ action: OperatorAction, _ label: OperatorText, _ left: Money, isWhole: Bool) -> HTML {
    """
    <form class="filters" action="\(action.link(checkout.id))"><div class="entry">\
    <label for="\(action.rawValue)-amount">\(frame.text(label)) (\(left.currency.code))</label>\
    <input id="\(action.rawValue)-amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="24" \
    value="\(left.decimal)"\(if: isWhole, " readonly")></div>\
    \(Button(frame.text(action.name), .secondary).html)</form>
    """
  }
}

/// The decisions that a person can make about a checkout that is held, overdue, or has an operation of unknown outcome, each with
/// what happens then.
struct DecisionPanel {
  let detail: CheckoutDetail
  private var frame: OperatorPage { detail.frame }
  private var checkout: Checkout { detail.checkout }

  init(detail: CheckoutDetail) { self.detail = detail }

  var html: HTML {
    let actions = actions
    guard frame.reader.mayAct, !actions.isEmpty else { return overdue }
    let rows = actions.map { action -> HTML in
      """
      <li class="decision"><p>\(frame.text(action.meaning))</p>\
      \(action.link(checkout.id).button(frame.text(action.name), .secondary))</li>
      """
    }
    return """
      <section class="panel" id="decide" data-live><h2>\(frame.text(.decide))</h2>\(overdueSentence)<ul class="decisions">\(rows)</ul></section>
      """
  }

  /// For those who only look.
  private var overdue: HTML {
    isOverdue ? #"<section class="panel" id="decide" data-live>\#(overdueSentence)</section>"# : .empty
  }

  private var isOverdue: Bool { detail.file.overdueAt.map { $0 <= detail.now } ?? false }

  private var overdueSentence: HTML {
    guard isOverdue, let since = detail.file.overdueAt else { return .empty }
    return Notice(.warning, frame.text(.overdueSince(TimeText(since).text))).html
  }

  private var actions: [OperatorAction] {
    if checkout.phase.name == .held { return [.ask, .accept, .reject] }
    // It counts as overdue, but waiting has ended.
    if checkout.phase == .paid, checkout.payment?.current?.state == .unknown { return [.ask, .closeOperation] }
    if isOverdue { return [.check, .hold] }
    return checkout.phase.isUnderWay ? [.check] : []
  }
}
