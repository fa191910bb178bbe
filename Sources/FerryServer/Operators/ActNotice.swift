import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// An act of an operator, as the address of the page after it names it. The address says nothing else about it: its result is read
/// from the store.
enum Act: Hashable, Sendable {
  /// The query field that names it.
  static let field = "done"

  /// The operation is the one that the action has begun or decided; nil if there is none.
  case action(OperatorAction, OperationID?)
  /// A dispute was recorded.
  case dispute
  /// Evidence was sent.
  case evidence
  case webhook(WebhookDelivery.ID)
  /// All messages of the endpoint that were given up.
  case webhooks(WebhookEndpointID)

  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    switch (parts.first, parts.count) {
    case ("dispute", 1): self = .dispute
    case ("evidence", 1): self = .evidence
    case ("webhooks", 2): self = .webhooks(WebhookEndpointID(parts[1]))
    case ("webhook", 3):
      guard let message = WebhookMessageID(text: parts[1]) else { return nil }
      self = .webhook(WebhookDelivery.ID(endpoint: WebhookEndpointID(parts[2]), message: message))
    default:
      guard let action = parts.first.flatMap(OperatorAction.init(rawValue:)), parts.count <= 2 else { return nil }
      self = .action(action, parts.count == 2 ? OperationID(parts[1]) : nil)
    }
  }

  private var text: String {
    switch self {
    case .action(let action, let operation):
      [action.rawValue, operation?.text].compactMap(\.self).joined(separator: " ")
    case .dispute: "dispute"
    case .evidence: "evidence"
    case .webhook(let id): "webhook \(id.message) \(id.endpoint)"
    case .webhooks(let endpoint): "webhooks \(endpoint)"
    }
  }

  /// A page that says what became of it.
  func link(on page: Link) -> Link { Link(page, query: [(Self.field, text)]) }

  func link(_ checkout: CheckoutID) -> Link { link(on: "/checkouts/\(checkout.text)") }

  /// True for the words of the timeline about it.
  fileprivate func isMeant(by words: String) -> Bool {
    switch self {
    case .action(let action, _): words == action.rawValue || words.hasPrefix(action.rawValue + " ")
    case .dispute: words.hasPrefix("dispute ")
    case .evidence: words.hasPrefix("dispute ") && words.hasSuffix(": evidence")
    case .webhook, .webhooks: false
    }
  }
}

/// The result of the operator's last act, above the page that it leads to.
struct ActNotice {
  let detail: CheckoutDetail

  private var frame: OperatorPage { detail.frame }
  private var texts: Texts<OperatorTexts> { frame.texts }
  private var checkout: Checkout { detail.checkout }

  /// Empty unless the address names an act that the timeline has.
  var html: HTML {
    if case .webhook(let id) = frame.reader.done {
      return frame.notice(detail.deliveries.first { $0.id == id })
    }
    guard let done = frame.reader.done,
      let act = detail.timeline.acts.last(where: { $0.by == frame.reader.person.name && done.isMeant(by: $0.words) })
    else { return .empty }
    let hasChanged = act.changes < detail.timeline.changes
    return switch done {
    case .action(.forget, _): frame.notice(.info, texts.forget, texts.noBuyer)
    case .action(let action, let operation): result(of: action, operation, hasChanged: hasChanged)
    case .dispute: frame.notice(.info, texts.recordDispute, texts.actRecorded)
    case .evidence: evidence(act.words)
    case .webhook, .webhooks: .empty
    }
  }

  private func result(of action: OperatorAction, _ id: OperationID?, hasChanged: Bool) -> HTML {
    let operation = checkout.payment?.operations.first { $0.id == id }
    switch action {
    case .capture, .refund, .void: return result(of: operation)
    case .happened, .didNotHappen:
      guard let operation, let payment = checkout.payment else { return .empty }
      let state = OperationBody(operation, of: payment).state.text(texts)
      return frame.notice(.info, action.name(texts), "\(frame.name(of: operation)): \(state)")
    case .accept, .reject, .ask, .hold, .check, .forget:
      let name = action.name(texts)
      if checkout.undecidedOperation != nil { return frame.notice(.warning, name, texts.actUnknown) }
      if checkout.isBeingAsked { return frame.notice(.info, name, texts.actUnanswered(detail.provider)) }
      let words = hasChanged ? texts.actChanged(checkout.phase.name.text(texts)) : texts.actUnchanged
      return frame.notice(.info, name, words)
    }
  }

  private func result(of operation: Operation?) -> HTML {
    guard let operation, let payment = checkout.payment else { return .empty }
    let name = frame.name(of: operation)
    switch operation.state {
    case .requested: return frame.notice(.info, name, texts.actUnanswered(detail.provider))
    case .pending: return frame.notice(.info, name, texts.actPending(detail.provider))
    case .unknown: return frame.notice(.warning, name, texts.actUnknown)
    case .succeeded: return frame.notice(.info, name, texts.actConfirmed(detail.provider))
    case .failed:
      let reason = OperationBody(operation, of: payment).reason.map { " (\(texts.failure($0)))" } ?? ""
      return frame.notice(.error, name, texts.actFailed(detail.provider) + reason)
    }
  }

  private func evidence(_ words: String) -> HTML {
    guard let dispute = checkout.payment?.disputes.first(where: { words == "dispute \($0.id): evidence" }),
      let answer = dispute.answer
    else { return .empty }
    return frame.notice(
      answer.state == .refused ? .error : .info, texts.answerDispute,
      "\(answer.state.text(texts)) \(frame.localTime.text(answer.at))")
  }
}

extension OperatorPage {
  func notice(_ level: Notice.Level, _ title: String, _ text: String) -> HTML {
    #"<section id="done" data-live>\#(Notice(level, title: title, text).html)</section>"#
  }

  /// The attempt that a message was sent again with; empty for a message that there is not.
  func notice(_ delivery: WebhookDelivery?) -> HTML {
    guard let delivery else { return .empty }
    let attempt =
      delivery.attempts == 0
      ? texts.actSending : "\(texts.actAttempt(delivery.attempts)): \(words(for: delivery.lastResult ?? ""))"
    return notice(
      delivery.state == .delivered || delivery.attempts == 0 ? .info : .warning,
      "\(texts.sendAgain) · \(delivery.body.type) · \(delivery.id.endpoint)", attempt)
  }

  /// "Refund · ¥500"
  func name(of operation: Operation) -> String {
    "\(OperatorAction.name(of: operation.kind, texts)) · \(operation.amount.display(language))"
  }

  /// The reason for a refund in the reader's language, with the note as it was written.
  func words(for reason: StatedReason) -> String {
    [reason.word.map { RefundReason(rawValue: $0)?.text(texts) ?? $0 }, reason.note].compactMap(\.self)
      .joined(separator: " · ")
  }

  /// The result of an attempt to send a message. Words of another version stay as they are.
  func words(for result: String) -> String {
    guard let known = WebhookResult(text: result) else { return result }
    return texts.result(known) + (result.hasSuffix(WebhookResult.givenUp) ? ", \(texts.parked)" : "")
  }
}
