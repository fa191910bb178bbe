import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// `/console`: shows people a shop's requests, and the reasons of refusals.
extension PageRequest {
  func console(_ path: String) throws -> PageAnswer {
    let words = ConsoleText(text.language)
    let segments = path.split(separator: "/").dropFirst().map(String.init)
    if request.method == .post { return try actOnConsole(segments, words) }
    guard request.method == .get else { return PageAnswer(shell(status: .methodNotAllowed).message(text.noPage, "")) }
    let query = try query()
    let (ledger, now) = sandbox.state.advanced()
    let isControlled = sandbox.configuration.isControlEnabled
    func frame(_ place: ConsolePage.Place?) -> ConsolePage {
      ConsolePage(text: words, place: place, now: now, isReloading: query["reload"] != nil)
    }
    let explain: (String) -> String? = { RefusalReason.explanation($0, words) }
    switch (segments.count, segments.first) {
    case (0, _): return PageAnswer(LedgerPage(shell: frame(.ledger), ledger: ledger, isControlled: isControlled).page)
    case (1, "requests"):
      return PageAnswer(
        frame(.requests).requests(
          sandbox.state.requests, onlyRefused: query["refused"] != nil, explain: explain))
    case (2, "requests"):
      guard let record = sandbox.state.requests.first(where: { String($0.number) == segments[1] }) else {
        return PageAnswer(shell(status: .notFound).message(text.noPage, words.unknownRequest))
      }
      return PageAnswer(
        frame(nil).request(record, explain: explain) { RefusalReason.explanation($0, words) })
    case (1, "notifications"):
      return PageAnswer(
        frame(.notifications).notifications(
          ledger.post.list,
          notices: ledger.subscriptions.values.sorted { $0.url < $1.url }.map { subscription in
            Notice(
              .info, title: words.address(subscription.url),
              subscription.confirmedAt == nil ? words.unconfirmed : words.confirmed
            ).html
          }, isControlled: isControlled))
    case (2, let kind?):
      guard let object = ConsoleObject(kind, segments[1]),
        let page = ObjectPage(shell: frame(nil), object: object, ledger: ledger, isControlled: isControlled).page
      else { return nothingHere }
      return PageAnswer(page)
    default: return nothingHere
    }
  }

  private var nothingHere: PageAnswer { PageAnswer(shell(status: .notFound).message(text.noPage, text.unknownNote)) }

  private func actOnConsole(_ segments: [String], _ words: ConsoleText) throws -> PageAnswer {
    guard sandbox.configuration.isControlEnabled else {
      return PageAnswer(shell(status: .forbidden).message(words.refusedAction, words.actionsClosed))
    }
    guard sandbox.isOwnForm(request) else {
      return PageAnswer(shell(status: .forbidden).message(words.refusedAction, words.foreignForm))
    }
    let form = try form()
    if let answer = try sandbox.actOnConsole(segments, form) { return answer }
    switch (segments.count, segments.first) {
    case (2, let kind?):
      let action = try form.required("action") { ConsoleForm.Action(rawValue: $0) }
      let amount = form["amount"].flatMap { $0.isEmpty ? nil : $0 }
      guard let object = ConsoleObject(kind, segments[1]),
        let command = ConsoleForm.command(action, object, amount: action.takesAmount ? amount : nil)
      else { return nothingHere }
      do throws(APIRefusal) {
        _ = try sandbox.perform(command)
        return .seeOther(object.link)
      } catch {
        let (ledger, now) = change { ($0, $1) }
        var frame = ConsolePage(text: words, place: nil, now: now)
        frame.status = .unprocessableContent
        let page = ObjectPage(
          shell: frame, object: object, ledger: ledger, isControlled: true,
          problem: "\(error.reasonCode): \(error.message)"
        ).page
        return page.map { PageAnswer($0) } ?? nothingHere
      }
    default: return nothingHere
    }
  }
}
