package import FerryCore
package import FerryWeb
package import HTTPTypes

/// One request of a browser or a script outside the provider's API: for a hosted page, a style sheet, the console or the
/// control API.
package struct PageRequest<Provider: HostedPageSandbox> {
  package let sandbox: Provider
  package let request: HTTPRequest
  package let body: [UInt8]
  /// Without the query.
  package let path: String
  /// Of the path.
  package let segments: [String]
  /// The policy of a page with a script or in a frame; nil for that of a page without both.
  package var policy: String?

  init(_ sandbox: Provider, _ request: HTTPRequest, _ body: [UInt8]) {
    self.sandbox = sandbox
    self.request = request
    self.body = body
    path = String(request.pathWithoutQuery)
    segments = path.split(separator: "/").map(String.init)
  }

  /// - Throws: `Problem` for a body that is no form.
  package func form() throws(Problem) -> Fields { try Fields(parsing: body, as: .form) }

  /// - Throws: `Problem` for a malformed query.
  package func query() throws(Problem) -> Fields { try Fields(parsing: request.queryText.utf8, as: .query) }

  /// Changes the ledger after all events that are due.
  package func change<Result: Sendable, Failure: Error>(
    _ change: (inout Provider.Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result { try sandbox.change(change) }
}

/// A provider's sandbox with pages for buyers, a console and the control API.
package protocol HostedPageSandbox: ProviderSandbox {
  /// The provider's name, for people.
  static var name: String { get }
  /// The style sheets of every hosted page, beside those of all sandboxes.
  static var pageStyles: [Asset] { get }
  var assets: [Asset] { get }
  /// Answers a request for the provider's own paths.
  /// - Returns: Nil for an unknown path.
  /// - Throws: An error for `refuse(_:)`.
  func answer(_ page: inout PageRequest<Self>) throws -> PageAnswer?
  func refuse(_ error: any Error) -> PageAnswer
  var notFound: PageAnswer { get }
  /// Nil for a sandbox without one.
  var console: (any ProviderConsole)? { get }
  /// True for a page with the banner, which says that no money moves.
  func hasBanner(_ page: PageRequest<Self>) -> Bool
}

extension HostedPageSandbox {
  package var assets: [Asset] { [] }

  package var console: (any ProviderConsole)? { nil }

  fileprivate var shownConsole: (any ProviderConsole)? { place.hasConsole ? console : nil }

  package func hasBanner(_: PageRequest<Self>) -> Bool { true }

  package static var pageStyles: [Asset] { [] }

  /// The common parts of a hosted page.
  /// - Parameter language: The language that the shop asked for, as it named it: "es-CO"; nil if it named none.
  package static func shell(_ status: HTTPResponse.Status = .ok, language: String? = nil) -> PageShell {
    PageShell(sandbox: "\(name) sandbox", requestedLanguage: language, styles: pageStyles, status: status)
  }

  /// Answers a request outside the API.
  /// - Returns: Nil for a path that does not exist.
  package func pageIfKnown(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange? {
    var page = PageRequest(self, request, body)
    return answer(to: &page).map { exchange(page, $0) }
  }

  /// Answers a request outside the API.
  package func page(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange {
    var page = PageRequest(self, request, body)
    let answer = answer(to: &page) ?? notFound
    return exchange(page, answer)
  }

  private func answer(to page: inout PageRequest<Self>) -> PageAnswer? {
    do {
      if page.request.method == .get, page.segments.first == "assets", let asset = asset(page.path) {
        return PageAnswer(.asset(asset, isForEver: true))
      }
      if page.segments.first == "console", let console = shownConsole {
        return try console.answer(page.request, page.body, Array(page.segments.dropFirst()))
      }
      let answer = try answer(&page)
      guard answer == nil, page.segments.first == "control", isControlEnabled else { return answer }
      return control(page.request, page.body)
    } catch {
      return refuse(error)
    }
  }

  private func asset(_ path: String) -> Asset? {
    ([.houseStyle, .sandboxStyle, .consoleStyle, .formStyle] + Self.pageStyles + assets).first { $0.link.text == path }
  }

  private func exchange(_ page: PageRequest<Self>, _ answer: PageAnswer) -> SandboxExchange {
    var exchange = underBanner(page, answer).exchange(at: state.timekeeper.now)
    if let policy = page.policy, exchange.response.headerFields[.contentType]?.hasPrefix("text/html") == true {
      exchange.response.headerFields[.contentSecurityPolicy] = policy
    }
    guard logs(page.request) else { return exchange }
    exchange.record = RequestRecord(
      page.request, status: exchange.response.status.code, reasonCode: answer.refusal?.code,
      message: answer.refusal?.message)
    return exchange
  }

  /// The answer with the banner above its page. The console has a frame of its own.
  private func underBanner(_ page: PageRequest<Self>, _ answer: PageAnswer) -> PageAnswer {
    guard page.segments.first != "console", hasBanner(page), case .page(var content) = answer.content else {
      return answer
    }
    let banner = SandboxBanner(name: "\(Self.name) sandbox", note: "This is a test. No money moves.")
    content.header = "<header>\(banner.html)</header>"
    var answer = answer
    answer.content = .page(content)
    return answer
  }
}

extension HostedPageSandbox {
  /// The page at the root.
  /// - Parameter path: The path of the API that a shop calls first.
  package func home(api path: String) -> PageAnswer {
    PageAnswer(
      Self.shell().message(
        "The \(Self.name) sandbox is running", "\(origin.text)\(path)",
        actions: shownConsole.map { _ in ConsolePage.Place.ledger.link.button("Console", .secondary) } ?? .empty))
  }

  /// A form that cannot be read is named; everything else is not found.
  package func refuse(_ error: any Error) -> PageAnswer {
    guard let error = error as? Problem else { return notFound }
    return PageAnswer(
      Self.shell(.badRequest).message("The form could not be read", error.detail))
  }
}

extension CardEntry.Problem {
  package var message: String {
    switch self {
    case .number: "The card number is not valid."
    case .expiry: "The expiry date is not valid."
    case .code: "The security code is not valid."
    }
  }
}

extension ProviderSandbox {
  /// The answer to a request for a hosted page at another host; nil for every other request. A browser at another host would
  /// lose the sandbox's cookie at the next redirect, which leads to the host that the sandbox knows.
  func answerAtOtherHost(_ request: HTTPRequest) -> SandboxExchange? {
    guard isHostedPage(request), let authority = request.authority,
      let host = Origin("https://\(authority)")?.host, host != origin.host
    else { return nil }
    let title = "This page is at \(origin.host)"
    let page = request.method == .get ? request.path.flatMap { Link(ownPage: $0) } : nil
    let message = Message(
      title,
      [
        "It was opened at \(host). The sandbox is at \(origin), and its pages work there only.",
        "Write \(origin) in the shop's settings, or start the sandbox with --public-url and the address for browsers.",
      ], actions: page.map { origin.link($0).button("Open it there") } ?? .empty)
    let answer = PageAnswer(
      Page(
        status: .misdirectedRequest, language: .english, title: title, policy: PagePolicy(), styles: [.sandboxStyle],
        body: message.html))
    var exchange = answer.exchange(at: state.timekeeper.now)
    exchange.record = RequestRecord(
      request, status: exchange.response.status.code, reasonCode: "OtherHost",
      message: "The page was opened at \(host), and the sandbox is at \(origin).")
    return exchange
  }
}
