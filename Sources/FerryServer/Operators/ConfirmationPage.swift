import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes

/// Names an action with order, amount, provider and consequences, and asks to confirm it.
struct ConfirmationPage {
  /// The field with the operation that is decided about.
  static let operation = "operation"

  let frame: OperatorPage
  let provider: String
  let file: CheckoutFile
  let planned: PlannedAction
  /// The form that asks for it.
  let written: WrittenAction
  /// The result of trying the action.
  let outcome: Result<Operation?, Refusal>
  /// True if the checkout has changed since an earlier confirmation page was made.
  let isStale: Bool

  private var checkout: Checkout { file.checkout }

  private var texts: Texts<OperatorTexts> { frame.texts }

  private func shown(_ money: Money) -> String { money.display(frame.language) }

  /// The advice if the form cannot be read.
  private var fault: KeyPath<OperatorTexts, String>? { written.fault }

  var page: Page {
    let name = planned.action.name(texts)
    let isPossible = refusal == nil && fault == nil
    let title = amount.map { "\(name) · \(shown($0))" } ?? name
    return frame.page(
      title, mode: checkout.mode, status: isPossible && !isStale ? .ok : .conflict, width: .narrow,
      """
      \(facts)\(if: isPossible, consequences)\(errorText)\(if: isCorrectable, correction)\
      <div class="actions">\(if: isPossible, form)\
      \(("/checkouts/\(checkout.id.text)" as Link).button(texts.goBack, .secondary))</div>
      """)
  }

  /// True if another amount or other lines may be possible.
  private var isCorrectable: Bool {
    switch refusal {
    case nil: fault != nil
    case .amountExceeded, .captureExceeded, .invalidAmount, .paymentDisputed, .amountDiffers, .totalDiffers, .lines:
      planned.action.takesAmount
    default: false
    }
  }

  /// The form again, with what was written.
  private var correction: HTML {
    let forms = ActionForms(frame: frame, checkout: checkout, written: written)
    let isByLines = planned.lines != nil || fault == \.linesWrong
    return
      #"<section class="panel">\#(isByLines ? forms.lines(planned.action) : forms.amount(planned.action))</section>"#
  }

  /// The capture, refund or void that it becomes.
  private var begun: Operation? { fault == nil ? try? outcome.get() : nil }

  private var refusal: Refusal? { if case .failure(let refusal) = outcome { refusal } else { nil } }

  /// The server computes the amount of lines. A void is about all that is not captured.
  private var amount: Money? {
    planned.action == .void ? checkout.payment?.capturable : planned.amount ?? begun?.amount
  }

  private var lines: HTML? {
    begun?.parts.map { parts in
      let summary = OrderSummary(content: checkout.content, language: frame.language)
      return "<ul>\(summary.pieces(parts).map { "<li>\($0)</li>" as HTML })</ul>"
    }
  }

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

  private var asked: Money? { undecided?.amount ?? checkout.amountMismatch?.asked }

  private var reported: String? {
    if let undecided { return undecided.reportedAmount.map(shown) }
    return checkout.amountMismatch.map { $0.unreadable ?? shown($0.reported) }
  }

  private var facts: HTML {
    """
    <section class="panel">\(Facts(frame)
      .adding(\.orderNumber, file.order.number)
      .adding(\.orderReference, file.order.reference)
      .adding(\.provider, provider)
      .adding(\.mode, html: frame.chip(checkout.mode))
      .adding(\.operation, operation)
      .adding(\.asked, asked.map(shown))
      .adding(\.lines, html: lines)
      .adding(\.amount, amount.map(shown))
      .adding(\.reported, reported)
      .adding(\.disputeReason, planned.reason.map { frame.words(for: $0) })
      .adding(\.authorized, checkout.payment?.authorized.display(frame.language))
      .adding(\.captured, checkout.payment?.captured.display(frame.language))
      .adding(\.refunded, checkout.payment?.refunded.display(frame.language))
      .html)</section>
    """
  }

  private var consequences: HTML {
    let releasesRest =
      planned.action == .capture && checkout.profile.captures == .once && amount != checkout.payment?.capturable
    return """
      <p>\(planned.action.meaning(texts))</p>\(effect)\
      \(planned.action == .accept ? checkout.amountMismatch.map(warning) : nil)\
      \(if: planned.despiteDispute, Notice(.warning, texts.despiteDisputeMeans).html)\
      \(if: releasesRest, Notice(.warning, texts.captureReleasesRest).html)\
      \(if: checkout.mode == .live && planned.action.movesMoney, Notice(.warning, texts.realMoney).html)\
      <p class="lead small">\(texts.writtenDown)</p>
      """
  }

  private var effect: HTML? {
    planned.action.effect(file, amount: planned.amount).map { EffectFacts(frame: frame, effect: $0).html }
  }

  private func warning(_ mismatch: AmountMismatch) -> HTML {
    let accepted =
      mismatch.unreadable.map { texts.acceptsUnreadable($0, shown(mismatch.asked)) }
      ?? texts.acceptsOther(shown(mismatch.asked), shown(mismatch.reported))
    return Notice(.warning, accepted).html
  }

  private var errorText: HTML {
    if let fault { return Notice(.error, title: texts.notPossible, texts[dynamicMember: fault]).html }
    if let refusal {
      // An amount of zero is computed where lines were chosen.
      let isFree = refusal == .invalidAmount && planned.lines != nil
      return Notice(
        .error, title: texts.notPossible, isFree ? texts.linesFree : texts.refusal(refusal, frame.localTime)
      ).html
    }
    return isStale ? Notice(.warning, texts.changedMeanwhile).html : .empty
  }

  private var form: HTML {
    let about =
      planned.lines.map { LineForm.hidden($0, checkout) } ?? planned.amount.map { hidden("amount", $0.decimal) }
    return """
      <form class="confirm" method="post" action="\(planned.action.link(checkout.id))">\(frame.csrf)\
      \(hidden("key", planned.key))\(hidden("seen", checkout.seenState))\(about)\
      \(undecided.map { hidden(Self.operation, $0.id.text) })\
      \(if: planned.despiteDispute, hidden(WrittenAction.despiteDispute, "yes"))\
      \(if: planned.beyondCapture, hidden(WrittenAction.beyondCapture, "yes"))\
      \(planned.reason?.word.map { hidden("reason", $0) })\(planned.reason?.note.map { hidden("note", $0) })\
      \(Button(planned.action.name(texts)).html)</form>
      """
  }

  private func hidden(_ name: String, _ value: String) -> HTML {
    #"<input type="hidden" name="\#(name)" value="\#(value)">"#
  }
}
