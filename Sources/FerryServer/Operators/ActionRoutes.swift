import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The operators' actions on a checkout. Each is named on a page with its consequences, and confirmed there.
struct ActionRoutes: Sendable {
  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/checkouts/{id}/{action}") { try await ask($0, $1) }
    router.post("/checkouts/{id}/{action}") { try await perform($0, $1) }
  }

  private func ask(_ request: Request, _ context: ClientContext) async throws -> Page {
    let reader = try await site.gate.present(request)
    try reader.requireToAct()
    let (file, action) = (try await site.file(context, for: reader), try action(context))
    // An order may have more lines than other queries have fields.
    let lines = action.takesLines ? LineForm.lines(in: request.readableQuery, file.checkout) : nil
    var written = try lines.map { Written(lines: $0) } ?? Self.written(request.queryFields(), action, file.checkout)
    written.despiteDispute = request.readableQuery[DespiteDispute.field] != nil
    return confirmation(reader, file, action, written)
  }

  private func perform(_ request: Request, _ context: ClientContext) async throws -> Response {
    let action = try action(context)
    let (reader, form) = try await site.gate.acting(request)
    let file = try await site.file(context, for: reader)
    let key = try form.required("key") { PlainText.isPlain($0, most: 64) ? $0 : nil }
    let seen = try form.required("seen")
    let id = file.checkout.id
    var written: Written
    if action.takesLines, let lines = form[LineForm.chosen] {
      written = Written(lines: LineForm.lines(chosen: lines, file.checkout))
    } else {
      let amount = action.takesAmount ? try form.required("amount") : form["amount"]
      written = amount == nil ? Written() : Self.written(form, action, file.checkout)
    }
    if written.fault != nil { return confirmation(reader, file, action, written).response }
    written.despiteDispute = form[DespiteDispute.field] != nil
    let planned = PlannedAction(
      action: action, amount: written.amount, lines: written.lines, beyondCapture: written.beyondCapture,
      despiteDispute: written.despiteDispute, key: key)
    let now = service.time.now
    do {
      _ = try await site.sent.once(key) {
        _ = try await service.commit(id) { file, change in
          (try planned.apply(to: &file, &change, by: reader.person, seen: seen, at: now), ())
        }
        return true
      }
    } catch let refusal as Refusal {
      return confirmation(reader, try await site.file(id, for: reader), action, written, refusal: refusal).response
    } catch is StaleConfirmation {
      let file = try await site.file(id, for: reader)
      // Nobody has written the amount of other actions: it is the one that is reported now.
      let present = action.takesAmount ? written : Self.written(nil, action, file.checkout)
      return confirmation(reader, file, action, present, isStale: true).response
    }
    try await wait(for: planned, id)
    return .seeOther(action.isAboutOperation ? "/checkouts/\(id.text)#money" : "/checkouts/\(id.text)")
  }

  /// Waits for the provider's answer for as long as a request of the API does.
  private func wait(for planned: PlannedAction, _ id: CheckoutID) async throws {
    let order = planned.order(id)
    _ = try await site.server.wait(for: id) { file in
      guard let order else {
        // The answer to a check may be that nothing has changed.
        return !file.checkout.isBeingAsked && (planned.action == .check || !file.checkout.phase.isUnderWay)
      }
      return order.operation(in: file.checkout).map { !$0.isUnanswered } ?? true
    }
  }

  private func confirmation(
    _ reader: PresentOperator, _ file: CheckoutFile, _ action: OperatorAction, _ written: Written,
    refusal: Refusal? = nil, isStale: Bool = false
  ) -> Page {
    let planned = PlannedAction(
      action: action, amount: written.amount, lines: written.lines, beyondCapture: written.beyondCapture,
      despiteDispute: written.despiteDispute, key: service.randomness.token())
    let outcome = refusal.map(Result<Operation?, Refusal>.failure) ?? planned.outcome(for: file, at: service.time.now)
    return ConfirmationPage(
      frame: site.page(reader), provider: site.server.name(of: file.checkout.accountID), file: file, planned: planned,
      fault: written.fault, outcome: outcome, isStale: isStale
    ).page
  }

  private func action(_ context: ClientContext) throws(Problem) -> OperatorAction {
    guard let action = context.parameters.get("action").flatMap(OperatorAction.init(rawValue:)) else {
      throw Problem.nothingHere
    }
    return action
  }

  /// An operator's form, as it was read.
  private struct Written {
    var amount: Money?
    var lines: [LineQuantity]?
    var beyondCapture = false
    var despiteDispute = false
    /// The advice if it cannot be read.
    var fault: KeyPath<OperatorTexts, String>?

    init(amount: Money? = nil, beyondCapture: Bool = false) {
      self.amount = amount
      self.beyondCapture = beyondCapture
    }

    init(fault: KeyPath<OperatorTexts, String>) { self.fault = fault }

    /// - Parameter lines: Empty if none was chosen, or one that there is not.
    init(lines: [LineQuantity]) {
      if lines.isEmpty { fault = \.linesWrong } else { self.lines = lines }
    }
  }

  /// Without a text, the usual amount.
  private static func written(_ fields: Fields?, _ action: OperatorAction, _ checkout: Checkout) -> Written {
    guard let usual = action.usualAmount(checkout) else { return Written() }
    let beyondCapture = action == .refund && fields?[AmountForm.beyondCapture] != nil
    guard let text = fields?["amount"], !text.isEmpty else {
      return Written(amount: usual, beyondCapture: beyondCapture)
    }
    return Money(typed: text, usual.currency).map { Written(amount: $0, beyondCapture: beyondCapture) }
      ?? Written(fault: \.amountWrong)
  }
}

extension Money {
  /// An amount in a form. A comma counts as a point: people write amounts as their language has them. Nil if it cannot be read.
  init?(typed text: String, _ currency: Currency) {
    let decimal = text.contains(".") ? text : text.replacing(",", with: ".")
    guard let amount = try? Money(decimal: decimal, currency) else { return nil }
    self = amount
  }
}

/// Names an action with order, amount, provider and consequences, and asks to confirm it.
struct ConfirmationPage {
  let frame: OperatorPage
  let provider: String
  let file: CheckoutFile
  let planned: PlannedAction
  /// The advice if what was sent cannot be read.
  let fault: KeyPath<OperatorTexts, String>?
  /// The result of trying the action.
  let outcome: Result<Operation?, Refusal>
  /// True if the checkout has changed since an earlier confirmation page was made.
  let isStale: Bool

  private var checkout: Checkout { file.checkout }

  private var texts: Texts<OperatorTexts> { frame.texts }

  private func shown(_ money: Money) -> String { money.display(frame.language) }

  var page: Page {
    let name = planned.action.name(texts)
    let isPossible = refusal == nil && fault == nil
    let title = amount.map { "\(name) · \(shown($0))" } ?? name
    return frame.page(
      title, mode: checkout.mode, status: isPossible && !isStale ? .ok : .conflict, width: .narrow,
      """
      \(facts)\(if: isPossible, consequences)\(errorText)\
      <div class="actions">\(if: isPossible, form)\
      \(("/checkouts/\(checkout.id.text)" as Link).button(texts.goBack, .secondary))</div>
      """)
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
      return Notice(.error, title: texts.notPossible, isFree ? texts.linesFree : texts.refusal(refusal)).html
    }
    return isStale ? Notice(.warning, texts.changedMeanwhile).html : .empty
  }

  private var form: HTML {
    let hidden =
      planned.lines.map { LineForm.hidden($0, checkout) }
      ?? planned.amount.map { #"<input type="hidden" name="amount" value="\#($0.decimal)">"# as HTML }
    let beyond: HTML = #"<input type="hidden" name="\#(AmountForm.beyondCapture)" value="yes">"#
    let despite: HTML = #"<input type="hidden" name="\#(DespiteDispute.field)" value="yes">"#
    return """
      <form method="post" action="\(planned.action.link(checkout.id))">\(frame.csrf)\(if: planned.despiteDispute, despite)\
      <input type="hidden" name="key" value="\(planned.key)">\
      <input type="hidden" name="seen" value="\(checkout.seenState)">\(hidden)\(if: planned.beyondCapture, beyond)\
      \(Button(planned.action.name(texts)).html)</form>
      """
  }
}
