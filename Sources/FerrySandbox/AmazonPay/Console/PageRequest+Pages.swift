import FerryCore
import FerryWeb
import HTTPTypes

/// `/console`: for people who find out what a shop has asked for and why it was refused.
extension PageRequest {
  mutating func console(_ path: String) throws -> PageAnswer {
    let words = ConsoleText(language: text.language)
    let segments = path.split(separator: "/").dropFirst().map(String.init)
    if request.method == .post { return try actOnConsole(segments, words) }
    guard request.method == .get else { return PageAnswer(shell(status: .methodNotAllowed).message(text.noPage, "")) }
    let query = try query()
    let (ledger, now) = change { ledger, now in
      ledger.advance(to: now)
      return (ledger, now)
    }
    var shell = ConsolePage(text: words, place: nil, now: now)
    shell.isReloading = query["reload"] != nil
    let isControlled = sandbox.configuration.isControlEnabled
    func place(_ place: ConsolePage.Place) -> ConsolePage {
      var copy = ConsolePage(text: words, place: place, now: now)
      copy.isReloading = shell.isReloading
      return copy
    }
    switch (segments.count, segments.first) {
    case (0, _): return PageAnswer(LedgerPage(shell: place(.ledger), ledger: ledger, isControlled: isControlled).page)
    case (1, "requests"):
      return PageAnswer(
        RequestsPage(
          shell: place(.requests), records: sandbox.requests, onlyRefused: query["refused"] != nil
        ).page)
    case (2, "requests"):
      guard let record = sandbox.requests.first(where: { String($0.number) == segments[1] }) else {
        return PageAnswer(self.shell(status: .notFound).message(text.noPage, words.unknownRequest))
      }
      return PageAnswer(RequestPage(shell: shell, record: record).page)
    case (1, "notifications"):
      return PageAnswer(
        NotificationsPage(
          shell: place(.notifications), deliveries: ledger.deliveryList,
          subscriptions: ledger.subscriptions.values.sorted { $0.url < $1.url }, isControlled: isControlled
        ).page)
    case (2, let kind?):
      guard let object = ConsoleObject(kind, segments[1]),
        let page = ObjectPage(shell: shell, object: object, ledger: ledger, isControlled: isControlled).page
      else { return PageAnswer(self.shell(status: .notFound).message(text.noPage, text.unknownNote)) }
      return PageAnswer(page)
    default: return PageAnswer(self.shell(status: .notFound).message(text.noPage, text.unknownNote))
    }
  }

  private mutating func actOnConsole(_ segments: [String], _ words: ConsoleText) throws -> PageAnswer {
    guard sandbox.configuration.isControlEnabled else {
      return PageAnswer(shell(status: .forbidden).message(words.refusedAction, words.actionsClosed))
    }
    guard isFromHere else {
      return PageAnswer(shell(status: .forbidden).message(words.refusedAction, words.foreignForm))
    }
    let form = try form()
    switch (segments.count, segments.first) {
    case (1, "clock"):
      let seconds = try form.required("advanceSeconds") {
        Int64($0).flatMap { (0...31_536_000).contains($0) ? $0 : nil }
      }
      noteJournal(sandbox.advance(by: .seconds(seconds)))
      return .seeOther(ConsolePage.Place.ledger.link)
    case (1, "notifications"):
      let number = try form.required("resend") { Int($0) }
      _ = change { ledger, now in ledger.resend(number, at: now) }
      return .seeOther(ConsolePage.Place.notifications.link)
    case (2, let kind?):
      let action = try form.required("action") { ConsoleForm.Action(rawValue: $0) }
      let amount = form["amount"].flatMap { $0.isEmpty ? nil : $0 }
      guard let object = ConsoleObject(kind, segments[1]),
        let command = ConsoleForm.command(action, object, amount: action.takesAmount ? amount : nil)
      else { break }
      do throws(AmazonPayRefusal) {
        _ = try perform(command)
        return .seeOther(object.link)
      } catch {
        let (ledger, now) = change { ($0, $1) }
        var shell = ConsolePage(text: words, place: nil, now: now)
        shell.status = .unprocessableContent
        let page = ObjectPage(
          shell: shell, object: object, ledger: ledger, isControlled: true,
          problem: "\(error.reasonCode): \(error.message)"
        ).page
        if let page { return PageAnswer(page) }
      }
    default: break
    }
    return PageAnswer(shell(status: .notFound).message(text.noPage, text.unknownNote))
  }

  /// Whether a form comes from a page of this sandbox: browsers say with every form which site it is from. The address must
  /// be the configured one or one of this machine, so that no other name can be made to lead here.
  private var isFromHere: Bool {
    guard let text = request.headerFields[.origin], let from = Origin(text) else { return false }
    if from == sandbox.origin { return true }
    let isLocal = from.host == "localhost" || from.host == "127.0.0.1" || from.host == "[::1]"
    return isLocal && from.text == "\(from.scheme)://\(request.authority ?? "")"
  }
}
