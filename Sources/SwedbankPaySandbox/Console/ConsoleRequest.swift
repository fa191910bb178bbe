import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// `/console`: shows people the orders, a shop's requests, and the reasons of refusals.
extension PageRequest {
  private var own: ConsoleWords { ConsoleWords(language: words.language) }
  private var text: ConsoleText { own.shared }

  func console(_ segments: [String]) throws -> PageAnswer {
    guard sandbox.isAddressed(by: request) else {
      return message(.misdirectedRequest, text.otherHost, text.otherHostNote(sandbox.origin.text))
    }
    if request.method == .post { return try actOnConsole(segments) }
    guard request.method == .get else { return notFound }
    let query = try Fields(parsing: request.queryText.utf8, as: .query)
    let (ledger, now) = sandbox.state.advanced()
    func frame(_ place: ConsolePage.Place?) -> ConsolePage {
      ConsolePage(text: text, place: place, now: now, isReloading: query["reload"] != nil)
    }
    switch (segments.count, segments.first) {
    case (0, _):
      return PageAnswer(
        OrderList(frame: frame(.ledger), words: own, ledger: ledger, isControlled: sandbox.isControlEnabled).page)
    case (1, "requests"):
      return PageAnswer(
        frame(.requests).requests(
          sandbox.state.requests, onlyRefused: query["refused"] != nil, explain: own.meaning))
    case (2, "requests"):
      guard let record = sandbox.state.requests.first(where: { String($0.number) == segments[1] }) else {
        return message(.notFound, text.refusedAction, text.unknownRequest)
      }
      return PageAnswer(frame(nil).request(record, explain: own.meaning) { $0.text })
    case (1, "notifications"):
      let note = Notice(.info, own.callbacks(sandbox.merchant.rules.sendsCallbacks))
      return PageAnswer(
        frame(.notifications).notifications(
          ledger.post.list, notices: [note.html], isControlled: sandbox.isControlEnabled))
    case (2, "orders"):
      guard let order = ledger.orders[segments[1]] else { return notFound }
      return PageAnswer(detail(order, frame(nil), ledger))
    default: return notFound
    }
  }

  private func message(_ status: HTTPResponse.Status, _ title: String, _ note: String) -> PageAnswer {
    var frame = ConsolePage(text: text, place: nil, now: sandbox.state.now)
    frame.status = status
    return PageAnswer(frame.page(title, "<p>\(note)</p>"))
  }

  private func detail(
    _ order: PaymentOrder, _ frame: ConsolePage, _ ledger: PaymentLedger, problem: String? = nil
  ) -> Page {
    let all = Set(OrderNode.allCases.map { $0.rawValue.lowercased() })
    let answer = OrderBody(order, ledger, sandbox.origin, order.version, expanded: all, at: frame.now).whole
    let requests = sandbox.state.requests.filter { $0.path.contains(order.id) }.suffix(20).reversed()
    return OrderDetail(
      frame: frame, words: own, order: order, answer: answer, requests: Array(requests),
      isControlled: sandbox.isControlEnabled,
      problem: problem
    ).page
  }

  private func actOnConsole(_ segments: [String]) throws -> PageAnswer {
    guard sandbox.isControlEnabled else {
      return message(.forbidden, text.refusedAction, own.actsClosed)
    }
    guard sandbox.isOwnForm(request) else { return message(.forbidden, text.refusedAction, text.foreignForm) }
    let form = try form()
    if let answer = try sandbox.actOnConsole(segments, form) { return answer }
    guard segments.count == 2, segments[0] == "orders" else { return notFound }
    let act = try form.required("act") { ConsoleAct(rawValue: $0) }
    let amount = form["amount"].flatMap { $0.isEmpty ? nil : $0 }
    do throws(APIProblem) {
      guard amount == nil || amount.flatMap({ Int64($0) }) != nil else {
        throw .invalid("Transaction.Amount", "is not a whole number of minor units")
      }
      _ = try sandbox.perform(act, on: segments[1], amount: amount.flatMap { Int64($0) })
      return .seeOther("/console/orders/\(segments[1])")
    } catch {
      let (ledger, now) = sandbox.state.advanced()
      guard let order = ledger.orders[segments[1]] else { return notFound }
      var frame = ConsolePage(text: text, place: nil, now: now)
      frame.status = .unprocessableContent
      let reason = error.parts.first?.description ?? error.detail
      return PageAnswer(detail(order, frame, ledger, problem: "\(error.type): \(reason)"))
    }
  }
}
