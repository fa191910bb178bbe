import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The money of a checkout: totals, operations, and for those who may act the forms of new ones.
struct MoneyPanel {
  let detail: CheckoutDetail
  private var frame: OperatorPage { detail.frame }
  private var checkout: Checkout { detail.checkout }

  var html: HTML {
    // Money that is held for a decision is not the payment's, and stands beside what was asked for.
    guard checkout.payment != nil || checkout.amountMismatch == nil else { return .empty }
    return frame.panel(
      "money", frame.texts.money, beside: frame.disputeBadge(checkout.payment),
      checkout.payment.map(body) ?? "<p>\(frame.texts.noMoney)</p>")
  }

  private func body(_ payment: Payment) -> HTML {
    let left = { (money: Money) -> String? in money.isPositive ? money.display(frame.language) : nil }
    let totals = Facts(frame)
      .adding(\.authorized, payment.authorized.display(frame.language))
      .adding(\.captured, payment.captured.display(frame.language))
      .adding(\.refunded, left(payment.refunded))
      .adding(\.disputedAmount, left(payment.disputed))
      .adding(\.released, left(payment.voided))
      .adding(\.capturable, left(payment.capturable))
      .adding(\.refundable, left(payment.refundable))
      .adding(\.lapses, html: payment.capturable.isPositive ? payment.lapsesAt.map(frame.time) : nil)
      .adding(\.method, payment.facts?.description)
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
        <li class="row"><span class="what"><strong>\(OperatorAction.name(of: operation.kind, frame.texts))</strong> \
        <span class="id">\(operation.reference ?? operation.id.text)</span></span>\
        \(StateChip(tone, body.state.text(frame.texts), body.reason.map(frame.texts.failure)).html)\(frame.time(operation.requestedAt))\
        <span class="sum">\(operation.amount, frame.language)</span>\(operation.reportedAmount.map(reported))\
        \(operation.parts.map(pieces))\(operation.reason.map(reason))</li>
        """
    }
    return "<h3>\(frame.texts.operations)</h3><ul class=\"rows\">\(rows)</ul>"
  }

  /// The amount that the provider reports, if it is another one.
  private func reported(_ money: Money) -> HTML {
    #"<span class="why">\#(frame.texts.reported): \#(money, frame.language)</span>"#
  }

  private func reason(_ reason: StatedReason) -> HTML {
    #"<span class="why">\#(frame.texts.disputeReason): \#(frame.words(for: reason))</span>"#
  }

  /// The lines of an operation, and the tax of each rate in it.
  private func pieces(_ parts: [PricedOrder.Part]) -> HTML {
    let summary = OrderSummary(content: checkout.content, language: frame.language)
    return #"<span class="why">\#(summary.pieces(parts).joined(separator: " · "))</span>"#
  }

  /// The forms lead to the confirmation. While an operation is under way, a sentence stands in their place.
  private func forms(_ payment: Payment) -> HTML {
    guard checkout.phase == .paid else { return .empty }
    if let current = payment.current {
      let since = frame.localTime.text(current.requestedAt)
      return current.state == .unknown
        ? Notice(.warning, frame.texts.actUnknown).html
        : Notice(.info, frame.texts.operationWaits(frame.name(of: current), detail.provider, since)).html
    }
    let forms = ActionForms(frame: frame, checkout: checkout)
    let void = OperatorAction.void.link(checkout.id).button(frame.texts.void, .quiet)
    let isRefundable = payment.refundableDespiteDispute.isPositive
    return """
      \(if: payment.capturable.isPositive, "\(forms.amount(.capture))\(forms.lines(.capture))<p class=\"links\">\(void)</p>")\
      \(if: isRefundable || checkout.refundableBeyondCapture != nil, forms.amount(.refund))\
      \(if: isRefundable, forms.lines(.refund))
      """
  }
}

/// The decisions that a person can make about a checkout that is held, overdue, or has an operation of unknown outcome, each with
/// what happens then.
struct DecisionPanel {
  let detail: CheckoutDetail
  private var frame: OperatorPage { detail.frame }
  private var checkout: Checkout { detail.checkout }

  var html: HTML {
    let actions = actions
    guard frame.reader.mayAct, !actions.isEmpty else { return overdue }
    let rows = actions.map { action -> HTML in
      let effect = action.effect(detail.file).map { EffectFacts(frame: frame, effect: $0).html }
      return #"<li class="decision"><p>\#(action.meaning(frame.texts))</p>\#(effect)\#(way(to: action))</li>"#
    }
    return frame.panel(
      "decide", frame.texts.decide, #"\#(overdueSentence)\#(operation)<ul class="decisions">\#(rows)</ul>"#)
  }

  /// The button or form that leads to the confirmation.
  private func way(to action: OperatorAction) -> HTML {
    action == .happened
      ? ActionForms(frame: frame, checkout: checkout).amount(action)
      : action.link(checkout.id).button(action.name(frame.texts), .secondary)
  }

  private var operation: HTML {
    guard let undecided else { return .empty }
    return Facts(frame)
      .adding(\.operation, "\(OperatorAction.name(of: undecided.kind, frame.texts)) · \(undecided.id.text)")
      .adding(\.asked, undecided.amount.display(frame.language))
      .adding(\.reported, undecided.reportedAmount?.display(frame.language))
      .html
  }

  /// For those who only look.
  private var overdue: HTML {
    isOverdue ? #"<section class="panel" id="decide" data-live>\#(overdueSentence)</section>"# : .empty
  }

  /// An operation of unknown outcome counts as overdue, but waiting has ended.
  private var isOverdue: Bool { undecided == nil && detail.file.overdueAt.map { $0 <= detail.now } ?? false }

  /// The operation of unknown outcome that can be decided now.
  private var undecided: Operation? {
    checkout.phase.name == .held || checkout.phase == .paid ? checkout.undecidedOperation : nil
  }

  private var overdueSentence: HTML {
    guard isOverdue, let since = detail.file.overdueAt else { return .empty }
    return Notice(.warning, frame.texts.overdueSince(frame.localTime.text(since))).html
  }

  private var actions: [OperatorAction] {
    if let held = checkout.held(for: detail.file.order) {
      return held.decisions.compactMap { decision in OperatorAction.allCases.first { $0.decision?.rawValue == decision }
      }
    }
    if undecided != nil { return [.ask, .happened, .didNotHappen] }
    if isOverdue { return [.check, .hold] }
    return checkout.phase.isUnderWay ? [.check] : []
  }
}
