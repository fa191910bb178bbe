import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The disputes of a payment, with the forms that record what a person has read elsewhere.
struct DisputePanel {
  let detail: CheckoutDetail
  private var frame: OperatorPage { detail.frame }
  private var texts: Texts<OperatorTexts> { frame.texts }

  /// Empty while nothing is captured that could be disputed.
  var html: HTML {
    guard let payment = detail.checkout.payment, payment.captured.isPositive else { return .empty }
    let mayRecord = frame.reader.mayAct
    guard mayRecord || !payment.disputes.isEmpty else { return .empty }
    let rows = payment.disputes.enumerated().map { row($1, $0) }
    let twice = Notice(.warning, texts.paidBackTwice).html
    let first: HTML = "<p class=\"small lead\">\(texts.recordDisputeMeans)</p>\(form(nil, rows.count))"
    return frame.panel(
      "disputes", texts.disputes,
      """
      \(if: payment.isPaidBackTwice, twice)\(if: !rows.isEmpty, "<ul class=\"rows\">\(rows)</ul>")\
      \(if: mayRecord, "<details><summary>\(texts.recordDispute)</summary>\(first)</details>")
      """)
  }

  private func mayAnswer(_ dispute: Dispute) -> Bool {
    detail.answersDisputes && dispute.isAnswerable && detail.checkout.answerCommand == nil
  }

  private func row(_ dispute: Dispute, _ index: Int) -> HTML {
    let isAsked = dispute.source == .provider && dispute.state.isOpen
    let (tone, state) = dispute.state.shown(texts)
    let amount = dispute.amount.map { $0.display(frame.language) } ?? texts.everythingCaptured
    let respondBy = dispute.respondBy.map { moment -> HTML in
      "<span class=\"key\">\(texts.respondBy)</span> \(frame.time(moment))"
    }
    return """
      <li class="row"><span class="what"><strong>\(dispute.reason.text(texts))</strong> \
      <span class="id">\(dispute.id.text)</span></span>\(StateChip(tone, state).html)<span>\(respondBy)</span>\
      <span class="sum">\(amount)</span>\
      <span class="why">\(dispute.source.text(texts)) \(if: isAsked, "\(detail.answersDisputes ? texts.disputeAsked : texts.disputeAskedOnly)")\
      \(dispute.answer.map { answer -> HTML in "<br>\(answer.state.text(texts)) \(frame.time(answer.at))" })</span>\
      \(if: frame.reader.mayAct && mayAnswer(dispute), "<details><summary>\(texts.answerDispute) \(dispute.id.text)</summary>\(AnswerForm(panel: self, dispute: dispute, index: index).html)</details>")\
      \(if: frame.reader.mayAct, "<details><summary>\(texts.updateDispute) \(dispute.id.text)</summary>\(form(dispute, index))</details>")</li>
      """
  }

  /// - Parameter dispute: Nil for a new one.
  private func form(_ dispute: Dispute?, _ index: Int) -> HTML {
    let id: HTML =
      dispute.map { dispute in
        """
        <input type="hidden" name="dispute" value="\(dispute.id.text)"><input type="hidden" name="update" value="yes">
        """
      }
      ?? entry("dispute", texts.disputeID, index) { #"<input \#($0) required maxlength="64" autocomplete="off">"# }
    let currency = detail.checkout.payment?.captured.currency.code ?? ""
    return """
      <form class="entries" method="post" action="\("/checkouts/\(detail.checkout.id.text)/disputes" as Link)">\(frame.csrf)\
      <input type="hidden" name="key" value="\(detail.key)">\(id)\
      \(select("state", texts.state, DisputeState.allCases.map { ($0.rawValue, $0.shown(texts).text) }, (dispute?.state ?? .needsResponse).rawValue, index))\
      \(select("reason", texts.disputeReason, DisputeReason.allCases.map { ($0.rawValue, $0.text(texts)) }, (dispute?.reason ?? .other).rawValue, index))\
      \(entry("amount", "\(texts.disputedAmount) (\(currency))", index) {
        #"<input \#($0) inputmode="decimal" autocomplete="off" maxlength="24" value="\#(dispute?.amount?.decimal ?? "")">"#
      })\
      \(entry("respond-by", texts.respondBy, index) {
        #"<input \#($0) type="date" value="\#(dispute?.respondBy?.day ?? "")">"#
      })\
      <div>\(Button(texts.save, .secondary).html)</div></form>
      """
  }

  /// - Parameter field: The field, with its name and id.
  func entry(_ name: String, _ label: String, _ index: Int, _ field: (HTML) -> HTML) -> HTML {
    let id = "\(name)-\(index)"
    return #"<div class="entry"><label for="\#(id)">\#(label)</label>\#(field(#"id="\#(id)" name="\#(name)""#))</div>"#
  }

  /// One is always marked: a page with a changed field does not update itself.
  func select(
    _ name: String, _ label: String, _ choices: [(value: String, text: String)], _ chosen: String, _ index: Int
  ) -> HTML {
    let options = choices.map { choice -> HTML in
      #"<option value="\#(choice.value)"\#(if: choice.value == chosen, " selected")>\#(choice.text)</option>"#
    }
    return entry(name, label, index) { "<select \($0)>\(options)</select>" }
  }
}

/// Records a dispute. No money moves, and a wrong record can be corrected, so it needs no confirmation.
struct DisputeRoute: Sendable {
  let site: OperationsPage

  func add(to router: some RouterMethods<ClientContext>) {
    router.post("/checkouts/{id}/disputes") { try await record($0, $1) }
    router.post("/checkouts/{id}/disputes/answer") { try await answer($0, $1) }
  }

  private func record(_ request: Request, _ context: ClientContext) async throws -> Response {
    let (reader, form) = try await site.gate.acting(request)
    let file = try await site.file(context, for: reader)
    let id = file.checkout.id
    let back: Link = "/checkouts/\(id.text)#disputes"
    let key = try form.required("key") { PlainText.isPlain($0, most: 64) ? $0 : nil }
    guard let report = try Self.report(form, file.checkout.payment) else {
      return site.refusal(reader, backTo: back) { ($0.recordDispute, $0.disputeWrong) }.response
    }
    let isKnown = file.checkout.payment?.disputes.contains { $0.id == report.id } ?? false
    let now = site.server.service.time.now
    let person = site.acting(reader, request, context)
    do {
      // A form that was corrected after Back has the same key.
      let written = ["dispute", "state", "reason", "amount", "respond-by"].map { form[$0] ?? "" }
      _ = try await site.sent.once("\(key) \(written)") {
        guard !isKnown || form["update"] != nil else { throw KnownDispute() }
        _ = try await site.server.service.commit(id) { _, change in
          let words = "dispute \(report.id): \(report.state?.rawValue ?? "")"
          change.note(words, by: person, at: now)
          return (.recordDispute(report), ())
        }
        return true
      }
    } catch is KnownDispute {
      return site.refusal(reader, backTo: back) { ($0.recordDispute, $0.disputeKnown) }.response
    } catch let refused as Refusal {
      return site.refusal(reader, backTo: back) { ($0.recordDispute, $0.refusal(refused, site.time)) }.response
    }
    return .seeOther(Act.dispute.link(id))
  }

  /// Empty fields leave what is known. Nil if a field cannot be read.
  private static func report(_ form: Fields, _ payment: Payment?) throws(Problem) -> DisputeReport? {
    let name = try form.required("dispute")
    let known = payment?.disputes.first { $0.id.text == name }
    var report = DisputeReport(
      DisputeID(name), state: try form.required("state", as: DisputeState.init(rawValue:)),
      reason: try form.required("reason", as: DisputeReason.init(rawValue:)))
    guard PlainText.isPlain(name, most: 64) else { return nil }
    if let text = form["amount"], !text.isEmpty, let currency = payment?.captured.currency {
      guard let amount = Money(typed: text, currency) else { return nil }
      report.amount = amount
    }
    // The whole day counts. A day that was not changed keeps its time.
    if let day = form["respond-by"], !day.isEmpty, day != known?.respondBy?.day {
      guard let moment = Moment(iso8601: "\(day)T23:59:59Z") else { return nil }
      report.respondBy = moment
    }
    return report
  }
}

/// The form for a new dispute names one that is listed.
private struct KnownDispute: Error {}

extension Moment {
  /// "2026-01-02", in UTC.
  var day: String { String(iso8601.prefix(10)) }
}

extension OperatorPage {
  /// The badge of a payment with an open dispute; nil for others.
  func disputeBadge(_ payment: Payment?) -> HTML? {
    payment?.hasOpenDispute == true ? StateChip(.bad, texts.disputed).html : nil
  }
}

extension DisputeState {
  fileprivate func shown(_ texts: Texts<OperatorTexts>) -> (tone: StateChip.Tone, text: String) {
    switch self {
    case .needsResponse: (.bad, texts.disputeNeedsResponse)
    case .underReview: (.open, texts.disputeUnderReview)
    case .won: (.good, texts.disputeWon)
    case .lost: (.bad, texts.disputeLost)
    case .withdrawn: (.over, texts.disputeWithdrawn)
    }
  }
}

extension DisputeReason {
  fileprivate func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .fraud: texts.reasonFraud
    case .notReceived: texts.reasonNotReceived
    case .notAsDescribed: texts.reasonNotAsDescribed
    case .creditNotProcessed: texts.reasonCreditNotProcessed
    case .duplicate: texts.reasonDuplicate
    case .wrongAmount: texts.reasonWrongAmount
    case .cancelled: texts.reasonCancelled
    case .other: texts.reasonOther
    }
  }
}

extension Dispute.Source {
  fileprivate func text(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .provider: texts.toldByProvider
    case .report: texts.toldByReport
    case .person: texts.toldByPerson
    }
  }
}
