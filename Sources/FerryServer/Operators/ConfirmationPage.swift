import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes

/// Names an action with order, amount, provider and consequences, and asks to confirm it.
struct ConfirmationPage {
  let frame: OperatorPage
  let provider: String
  let file: CheckoutFile
  let planned: PlannedAction
  /// True if the amount that was sent is none.
  let isUnreadable: Bool
  let refusal: Refusal?
  /// True if the checkout has changed since an earlier confirmation page was made.
  let isStale: Bool

  private var checkout: Checkout { file.checkout }

  private var texts: Texts<OperatorTexts> { frame.texts }

  private func shown(_ money: Money) -> String { money.display(frame.language) }

  var page: Page {
    let name = planned.action.name(texts)
    let isPossible = refusal == nil && !isUnreadable
    let title = amount.map { "\(name) · \(shown($0))" } ?? name
    return frame.page(
      title, mode: checkout.mode, status: isPossible && !isStale ? .ok : .conflict, width: .narrow,
      """
      \(facts)\(if: isPossible, consequences)\(errorText)\
      <div class="actions">\(if: isPossible, form)\
      \(("/checkouts/\(checkout.id.text)" as Link).button(texts.goBack, .secondary))</div>
      """)
  }

  /// A void is about all that is not captured.
  private var amount: Money? { planned.action == .void ? checkout.payment?.capturable : planned.amount }

  /// The operation that is decided about.
  private var undecided: Operation? {
    switch planned.action {
    case .happened, .didNotHappen: checkout.undecidedOperation
    case .capture, .refund, .void, .accept, .reject, .ask, .hold, .check, .forget: nil
    }
  }

  private var operation: String? {
    undecided.map { "\(OperatorAction.name(of: $0.kind, texts)) · \($0.id.text)" }
  }

  private var mismatch: AmountMismatch? { planned.action == .accept ? checkout.amountMismatch : nil }

  private var asked: Money? { mismatch?.asked ?? undecided?.amount }

  private var reported: Money? { mismatch?.reported ?? undecided?.reportedAmount }

  private var facts: HTML {
    """
    <section class="panel">\(Facts(frame)
      .adding(\.orderNumber, file.order.number)
      .adding(\.orderReference, file.order.reference)
      .adding(\.provider, provider)
      .adding(\.mode, html: frame.chip(checkout.mode))
      .adding(\.operation, operation)
      .adding(\.asked, asked.map(shown))
      .adding(\.amount, amount.map(shown))
      .adding(\.reported, reported.map(shown))
      .adding(\.authorized, checkout.payment?.authorized.display(frame.language))
      .adding(\.captured, checkout.payment?.captured.display(frame.language))
      .adding(\.refunded, checkout.payment?.refunded.display(frame.language))
      .html)</section>
    """
  }

  private var consequences: HTML {
    let releasesRest =
      planned.action == .capture && checkout.profile.captures == .once && planned.amount != checkout.payment?.capturable
    return """
      <p>\(planned.action.meaning(texts))</p>\
      \(mismatch.map(warning))\
      \(if: releasesRest, Notice(.warning, texts.captureReleasesRest).html)\
      \(if: checkout.mode == .live && planned.action.movesMoney, Notice(.warning, texts.realMoney).html)\
      <p class="lead small">\(texts.writtenDown)</p>
      """
  }

  private func warning(_ mismatch: AmountMismatch) -> HTML {
    let accepted = texts.acceptsOther(shown(mismatch.asked), shown(mismatch.reported))
    return Notice(.warning, accepted).html
  }

  private var errorText: HTML {
    if isUnreadable { return Notice(.error, title: texts.notPossible, texts.amountWrong).html }
    if let refusal { return Notice(.error, title: texts.notPossible, texts.refusal(refusal)).html }
    return isStale ? Notice(.warning, texts.changedMeanwhile).html : .empty
  }

  private var form: HTML {
    let hidden = planned.amount.map { money -> HTML in
      #"<input type="hidden" name="amount" value="\#(money.decimal)">"#
    }
    return """
      <form method="post" action="\(planned.action.link(checkout.id))">\(frame.csrf)\
      <input type="hidden" name="key" value="\(planned.key)">\
      <input type="hidden" name="seen" value="\(checkout.seenState)">\(hidden)\
      \(Button(planned.action.name(texts)).html)</form>
      """
  }
}
