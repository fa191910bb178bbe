import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// `/console`: shows people the transactions, a shop's calls, and the reasons of refusals.
extension PageRequest {
  /// Nil for a page of Amazon's console, which the transactions link to.
  func console(_ segments: [String]) throws -> PageAnswer? {
    if let first = segments.first,
      ["checkoutSessions", "chargePermissions", "charges", "refunds"].contains(first)
    {
      return nil
    }
    let words = ConsoleText(language: text.language, provider: GatewaySandbox.name)
    guard sandbox.isAddressed(by: request) else {
      return PageAnswer(
        shell(.misdirectedRequest).message(words.otherHost, words.otherHostNote(sandbox.origin.text)))
    }
    if request.method == .post { return try actOnConsole(segments, words) }
    guard request.method == .get else { return notFound }
    let query = try query()
    let (ledger, now) = sandbox.state.advanced()
    func frame(_ place: ConsolePage.Place?) -> ConsolePage {
      ConsolePage(text: words, place: place, now: now, isReloading: query["reload"] != nil)
    }
    switch (segments.count, segments.first) {
    case (0, _):
      return PageAnswer(
        TransactionList(
          frame: frame(.ledger), text: text, ledger: ledger, isControlled: sandbox.isControlEnabled
        ).page)
    case (1, "requests"):
      return PageAnswer(
        frame(.requests).requests(
          sandbox.state.requests, onlyRefused: query["refused"] != nil, explain: explain))
    case (2, "requests"):
      guard let record = sandbox.state.requests.first(where: { String($0.number) == segments[1] }) else {
        return PageAnswer(shell(.notFound).message(text.noPage, words.unknownRequest))
      }
      // The message about a call of the gateway is the sandbox's own: the answer has the codes alone.
      let isOwn = record.operation.flatMap { GatewayOperation(rawValue: $0) } != nil
      var answered = record
      if isOwn { answered.message = nil }
      var page = frame(nil).request(answered, explain: explain) { $0.text }
      if isOwn, let reasons = record.message {
        page.body = page.body + Panel(text.reasons, body: "<pre id=\"reasons\">\(reasons)</pre>").html
      }
      let fields = sandbox.record.fields(of: record.number)
      if !fields.isEmpty { page.body = page.body + ReceivedTable(text: text, fields: fields).html }
      return PageAnswer(page)
    case (1, "notifications"):
      let notices = sandbox.replies.last.map { Notice(.warning, text.unexpectedReply($0.order, $0.text)).html }
      return PageAnswer(
        frame(.notifications).notifications(
          ledger.post.list, notices: notices + (canTestConnection ? [connectivityForm] : []),
          isControlled: sandbox.isControlEnabled))
    case (2, "transactions"):
      guard let transaction = ledger.transactions[segments[1]] else { return notFound }
      return PageAnswer(page(transaction, frame(nil)))
    default: return notFound
    }
  }

  private var canTestConnection: Bool { sandbox.isControlEnabled && sandbox.notificationURL != nil }

  private var connectivityForm: HTML {
    """
    <form id="connectivity" class="deeds" method="post" action="\("/console/connectivity" as Link)">\
    \(Button(text.connectivity, .secondary).html)</form>
    """
  }

  private var notFound: PageAnswer { PageAnswer(shell(.notFound).message(text.noPage, text.noPageNote)) }

  /// The meanings of all codes of an answer.
  private func explain(_ codes: String) -> String? {
    var meanings: [String] = []
    for code in codes.split(separator: "|") {
      if let meaning = ErrorMeaning.text(String(code), text), !meanings.contains(meaning) { meanings.append(meaning) }
    }
    return meanings.isEmpty ? nil : meanings.joined(separator: " ")
  }

  private func page(_ transaction: Transaction, _ frame: ConsolePage, problem: String? = nil) -> Page {
    TransactionDetail(
      frame: frame, text: text, transaction: transaction, isControlled: sandbox.isControlEnabled, problem: problem
    ).page
  }

  private func actOnConsole(_ segments: [String], _ words: ConsoleText) throws -> PageAnswer {
    guard sandbox.isControlEnabled else {
      return PageAnswer(shell(.forbidden).message(words.refusedAction, text.actsClosed))
    }
    guard sandbox.isOwnForm(request) else {
      return PageAnswer(shell(.forbidden).message(words.refusedAction, words.foreignForm))
    }
    let form = try form()
    if let answer = try sandbox.actOnConsole(segments, form) { return answer }
    switch (segments.count, segments.first) {
    case (1, "connectivity") where canTestConnection:
      sandbox.change { ledger, now in ledger.testConnection(at: now) }
      return .seeOther(ConsolePage.Place.notifications.link)
    case (2, "transactions"):
      let act = try form.required("act") { ConsoleAct(rawValue: $0) }
      let amount = try form["amount"].flatMap { $0.isEmpty ? nil : $0 }.map { text throws(InvalidField) -> Int64 in
        guard let yen = Int64(text), yen > 0 else { throw InvalidField("amount", .value) }
        return yen
      }
      do throws(ControlRefusal) {
        try sandbox.perform(act, on: segments[1], amount: amount)
        return .seeOther("/console/transactions/\(segments[1])")
      } catch {
        let (ledger, now) = sandbox.state.advanced()
        guard let transaction = ledger.transactions[segments[1]] else { return notFound }
        var frame = ConsolePage(text: words, place: nil, now: now)
        frame.status = .unprocessableContent
        return PageAnswer(page(transaction, frame, problem: "\(error.reasonCode): \(error.message)"))
      }
    default: return notFound
    }
  }
}
