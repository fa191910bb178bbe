import FerryCore
package import FerryWeb
package import HTTPTypes

/// A provider's part of the console at `/console`, which shows people the ledger, a shop's requests and the notifications.
package protocol ProviderConsole {
  associatedtype Provider: HostedPageSandbox

  var sandbox: Provider { get }
  var emptyLedger: String { get }
  /// The ledger's list, the newest entries first.
  func entries(_ ledger: Provider.Ledger, _ frame: ConsolePage) -> [ConsoleEntry]
  /// The page of one object; nil if there is none.
  /// - Parameter segments: The path below `/console`: two.
  func page(of segments: [String], _ ledger: Provider.Ledger, _ frame: ConsolePage) -> Page?
  /// Performs an act of a form.
  /// - Returns: The page that follows; nil for an unknown form.
  /// - Throws: `Problem`; `ControlRefusal`: the console shows the object again with the reason.
  func act(on segments: [String], _ form: Fields) throws -> Link?
  func notices(_ ledger: Provider.Ledger) -> [HTML]
  /// The meaning of a reason code; nil for an unknown one.
  func explain(_ reasonCode: String) -> String?
  /// The provider's own reading of a request, below its facts.
  func reading(of record: RequestRecord) -> HTML
}

extension ProviderConsole {
  package func notices(_: Provider.Ledger) -> [HTML] { [] }

  package func reading(of _: RequestRecord) -> HTML { .empty }
}

extension ProviderConsole {
  /// - Parameter segments: The path below `/console`.
  /// - Throws: `Problem` for a form or query that cannot be read.
  package func answer(_ request: HTTPRequest, _ body: [UInt8], _ segments: [String]) throws -> PageAnswer {
    guard sandbox.isAddressed(by: request) else {
      return message(.misdirectedRequest, "Another name leads here", "Open \(sandbox.origin.text)/console instead.")
    }
    switch request.method {
    case .get:
      return show(segments, ConsoleQuery(try Fields(parsing: request.queryText.utf8, as: .query)))
    case .post:
      guard sandbox.isControlEnabled else { return message(.forbidden, "That cannot be done", ConsolePage.closed) }
      guard sandbox.isOwnForm(request) else {
        return message(.forbidden, "That cannot be done", "The form did not come from this page.")
      }
      return try act(segments, Fields(parsing: body))
    default: return message(.methodNotAllowed, "No such page")
    }
  }

  private func frame(
    _ place: ConsolePage.Place?, _ now: Moment, _ query: ConsoleQuery = ConsoleQuery(),
    status: HTTPResponse.Status = .ok
  ) -> ConsolePage {
    ConsolePage(
      provider: Provider.name, place: place, now: now, status: status, isControlled: sandbox.isControlEnabled,
      query: query, explain: explain)
  }

  private func message(_ status: HTTPResponse.Status, _ title: String, _ note: String? = nil) -> PageAnswer {
    let frame = frame(nil, sandbox.state.now, status: status)
    return PageAnswer(frame.page(title, "\(note.map { "<p>\($0)</p>" as HTML })"))
  }

  private func show(_ segments: [String], _ query: ConsoleQuery) -> PageAnswer {
    let (ledger, now) = sandbox.state.advanced()
    func frame(_ place: ConsolePage.Place?) -> ConsolePage { self.frame(place, now, query) }
    switch (segments.count, segments.first) {
    case (0, _):
      let frame = frame(.ledger)
      return PageAnswer(frame.ledger(entries(ledger, frame), none: emptyLedger))
    case (1, "requests"): return PageAnswer(frame(.requests).requests(sandbox.state.requests))
    case (2, "requests"):
      guard let record = sandbox.state.requests.first(where: { String($0.number) == segments[1] }) else {
        return message(.notFound, "No such page", "This request is not kept any more.")
      }
      return PageAnswer(
        frame(nil).request(record, reading: reading(of: record)))
    case (1, "notifications"):
      return PageAnswer(
        frame(.notifications).notifications(
          ledger.post.list, notices: notices(ledger), link: sandbox.consoleLink(to:named:)))
    default:
      guard let page = object(segments, ledger, frame(nil)) else { return message(.notFound, "No such page") }
      return PageAnswer(page)
    }
  }

  /// The page of an object, with the requests about it.
  private func object(_ segments: [String], _ ledger: Provider.Ledger, _ frame: ConsolePage) -> Page? {
    guard segments.count == 2, var page = page(of: segments, ledger, frame) else { return nil }
    let link: Link = "/console/\(segments[0])/\(segments[1])"
    page.body = page.body + frame.requests(sandbox.state.requests, about: link, id: segments[1])
    return page
  }

  private func act(_ segments: [String], _ form: Fields) throws -> PageAnswer {
    do {
      let common = try sandbox.actOnConsole(segments, form)
      guard let link = try common ?? act(on: segments, form) else { return message(.notFound, "No such page") }
      return .seeOther(link)
    } catch let refusal as ControlRefusal {
      let (ledger, now) = sandbox.state.advanced()
      var frame = frame(nil, now, status: .unprocessableContent)
      frame.problem = "\(refusal.reasonCode): \(refusal.message)"
      guard let page = object(segments, ledger, frame) else { return message(.notFound, "No such page") }
      return PageAnswer(page)
    }
  }
}
