import FerryCheckout
import FerryCore
import FerryWeb

/// The forms that lead to the confirmation of an action with an amount or with lines.
struct ActionForms {
  let frame: OperatorPage
  let checkout: Checkout
  /// The fields of a form that has to be corrected; nil for fresh forms.
  var written: WrittenAction?

  private var texts: Texts<OperatorTexts> { frame.texts }

  /// Empty if there is no amount that the action could have.
  func amount(_ action: OperatorAction) -> HTML {
    guard let usual = action.usualAmount(checkout) else { return .empty }
    let (label, isWhole) =
      switch action {
      case .capture: (texts.captureAmount, checkout.profile.captures == .whole)
      case .refund: (texts.refundAmount, checkout.profile.refunds == .whole)
      default: (texts.happenedAmount, checkout.undecidedOperation?.kind == .void)
      }
    let id = "\(action.rawValue)-amount"
    return """
      \(opening(action, "filters"))<div class="entry"><label for="\(id)">\(label) (\(usual.currency.code))</label>\
      <input id="\(id)" name="amount" inputmode="decimal" autocomplete="off" maxlength="24" required \
      value="\(written?.fields["amount"] ?? usual.decimal)"\(if: isWhole, " readonly")></div>\
      \(if: action == .refund, "\(beyond)\(despiteDispute)\(reason(of: "refund"))")\
      \(Button(action.name(texts), .secondary).html)</form>
      """
  }

  /// Empty if no other amount than the whole is possible, or no line is left.
  func lines(_ action: OperatorAction) -> HTML {
    let left = checkout.linesLeft(for: action == .capture ? .capture : .refund)
    let isWhole = action == .capture ? checkout.profile.captures == .whole : checkout.profile.refunds == .whole
    guard !isWhole, !left.isEmpty else { return .empty }
    let title = action == .capture ? texts.captureLines : texts.refundLines
    let hint = action == .capture && checkout.profile.captures == .once ? texts.captureReleasesRest : ""
    return """
      <details\(if: written != nil, " open")><summary>\(title)</summary>\(opening(action, "entries"))\
      <input type="hidden" name="by" value="lines"><p class="small lead">\(texts.linesMean) \(hint)</p>\
      <fieldset class="choices"><legend class="hidden">\(title)</legend>\
      \(left.map { LineForm.choice($0, checkout, frame, written: written?.fields) })</fieldset>\
      \(if: action == .refund, "\(despiteDispute)\(reason(of: "refund-lines"))")\
      <div>\(Button(action.name(texts), .secondary).html)</div></form></details>
      """
  }

  /// A refund's form is sent, so that the note stays out of addresses and logs.
  private func opening(_ action: OperatorAction, _ style: StaticString) -> HTML {
    let link = action.link(checkout.id)
    return action == .refund
      ? #"<form class="\#("\(style)")" method="post" action="\#(link)">\#(frame.csrf)"#
      : #"<form class="\#("\(style)")" action="\#(link)">"#
  }

  /// The box that lets a refund exceed the capture.
  private var beyond: HTML? {
    checkout.refundableBeyondCapture.map {
      box(WrittenAction.beyondCapture, written?.beyondCapture, "\(texts.refundBeyondCapture($0))")
    }
  }

  /// The box that permits a refund of what an open dispute claims.
  private var despiteDispute: HTML? {
    guard checkout.payment?.hasOpenDispute == true else { return nil }
    return box(
      WrittenAction.despiteDispute, written?.despiteDispute,
      #"\#(texts.despiteDispute) <span class="lead small">\#(texts.despiteDisputeMeans)</span>"#)
  }

  private func box(_ name: String, _ isTicked: Bool?, _ words: HTML) -> HTML {
    """
    <label class="choice"><input type="checkbox" name="\(name)" value="yes"\(if: isTicked == true, " checked")>\
    <span>\(words)</span></label>
    """
  }

  private func reason(of form: String) -> HTML {
    let options = RefundReason.allCases.map { reason -> HTML in
      let isChosen = written?.fields["reason"] == reason.rawValue
      return #"<option value="\#(reason.rawValue)"\#(if: isChosen, " selected")>\#(reason.text(texts))</option>"#
    }
    return """
      <div class="entry"><label for="\(form)-reason">\(texts.disputeReason)</label>\
      <select id="\(form)-reason" name="reason"><option value="">\(texts.noReason)</option>\(options)</select></div>\
      <div class="entry long"><label for="\(form)-note">\(texts.refundNote)</label>\
      <input id="\(form)-note" name="note" autocomplete="off" maxlength="\(RefundReason.longestNote)" \
      value="\(written?.fields["note"] ?? "")"></div>
      """
  }
}

/// An operator's form for an action, as it was read.
struct WrittenAction {
  static let beyondCapture = "beyond-capture"
  static let despiteDispute = "despite-dispute"

  /// As they were written.
  let fields: Fields
  var amount: Money?
  private(set) var lines: [LineQuantity]?
  private(set) var beyondCapture = false
  private(set) var despiteDispute = false
  private(set) var reason: StatedReason?
  /// The advice if it cannot be read.
  private(set) var fault: KeyPath<OperatorTexts, String>?

  /// - Parameter isConfirmed: False if the usual amount stands for one that is not named, because a page shows it first.
  init(_ fields: Fields, _ action: OperatorAction, _ checkout: Checkout, isConfirmed: Bool) {
    self.fields = fields
    despiteDispute = fields[Self.despiteDispute] != nil
    if action == .refund {
      beyondCapture = fields[Self.beyondCapture] != nil
      let note = (fields["note"] ?? "").split(separator: " ").joined(separator: " ")
      do {
        reason = try StatedReason(
          fields["reason"].flatMap(RefundReason.init(rawValue:)), note: note.isEmpty ? nil : note)
      } catch {
        fault = \.noteWrong
      }
    }
    if action.takesLines, let lines = LineForm.lines(in: fields, checkout) {
      if lines.isEmpty { fault = \.linesWrong } else { self.lines = lines }
      return
    }
    guard let usual = action.usualAmount(checkout) else { return }
    switch fields["amount"] {
    case nil: amount = isConfirmed ? nil : usual
    case ""?: fault = \.amountMissing
    case let text?:
      amount = Money(typed: text, usual.currency)
      if amount == nil { fault = \.amountWrong }
    }
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
