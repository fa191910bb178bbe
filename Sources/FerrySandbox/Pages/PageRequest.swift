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

  /// - Throws: `InvalidField` for a body that is no form.
  package func form() throws(InvalidField) -> Fields { try Fields(parsing: body, as: .form) }

  /// - Throws: `InvalidField` for a malformed query.
  package func query() throws(InvalidField) -> Fields { try Fields(parsing: request.queryText.utf8, as: .query) }

  /// The language that a person has chosen in the banner; nil if there is none.
  package var chosenLanguage: Language? { sandbox.chosenLanguage(request, among: Provider.languages) }

  package var acceptLanguage: String? { request.headerFields[.acceptLanguage] }

  /// Changes the ledger after all events that are due.
  package func change<Result: Sendable, Failure: Error>(
    _ change: (inout Provider.Ledger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result { try sandbox.change(change) }
}

/// A provider's sandbox with pages for buyers, a console and the control API.
package protocol HostedPageSandbox: ProviderSandbox {
  /// The languages of the hosted pages.
  static var languages: [Language] { get }
  /// True if the control API is open, and the console's forms act.
  var isControlEnabled: Bool { get }
  /// True if the console is open.
  var hasConsole: Bool { get }
  /// The style sheets and scripts of the hosted pages, beside those of all sandboxes.
  var assets: [Asset] { get }
  /// Answers a request for the provider's own paths.
  /// - Returns: Nil for an unknown path.
  /// - Throws: An error for `refuse(_:_:)`.
  func answer(_ page: inout PageRequest<Self>) throws -> PageAnswer?
  /// The answer to a request that `answer(_:)` refused.
  func refuse(_ error: any Error, _ page: PageRequest<Self>) -> PageAnswer
  /// The answer to a path that does not exist.
  func notFound(_ page: PageRequest<Self>) -> PageAnswer
  func console(_ page: PageRequest<Self>) -> any ProviderConsole
  /// The name of the sandbox in the banner, and the sentence that says that no money moves; nil for a page without a banner.
  func banner(_ page: PageRequest<Self>, _ language: Language) -> (name: String, note: String)?
  /// True for a page whose banner switches the language.
  func hasLanguageSwitch(_ page: PageRequest<Self>) -> Bool
}

extension HostedPageSandbox {
  package var hasConsole: Bool { true }

  package var assets: [Asset] { [] }

  package func hasLanguageSwitch(_: PageRequest<Self>) -> Bool { true }

  /// Answers a request outside the API.
  /// - Returns: Nil for a path that does not exist.
  package func pageIfKnown(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange? {
    var page = PageRequest(self, request, body)
    return answer(to: &page).map { exchange(page, $0) }
  }

  /// Answers a request outside the API.
  package func page(_ request: HTTPRequest, _ body: [UInt8]) -> SandboxExchange {
    var page = PageRequest(self, request, body)
    let answer = answer(to: &page) ?? notFound(page)
    return exchange(page, answer)
  }

  private func answer(to page: inout PageRequest<Self>) -> PageAnswer? {
    do {
      if page.request.method == .get, page.segments.first == "assets", let asset = asset(page.path) {
        return PageAnswer(.asset(asset, isForEver: true))
      }
      switch page.segments.first {
      case "console" where hasConsole:
        return try console(page).answer(page.request, page.body, Array(page.segments.dropFirst()))
      case "language" where page.request.method == .post && page.segments.count == 1:
        return try switchLanguage(page.form())
      case "control" where isControlEnabled:
        return try answer(&page) ?? control(page.request, page.body)
      default: return try answer(&page)
      }
    } catch {
      return refuse(error, page)
    }
  }

  private func asset(_ path: String) -> Asset? {
    ([.houseStyle, .sandboxStyle, .consoleStyle, .formStyle] + assets).first { $0.link.text == path }
  }

  private func exchange(_ page: PageRequest<Self>, _ answer: PageAnswer) -> SandboxExchange {
    var exchange = underBanner(page, answer).exchange(at: state.timekeeper.now)
    if let policy = page.policy, exchange.response.headerFields[.contentType]?.hasPrefix("text/html") == true {
      exchange.response.headerFields[.contentSecurityPolicy] = policy
    }
    guard logs(page.request) else { return exchange }
    var record = RequestRecord(
      method: page.request.method.rawValue, path: String(page.path.prefix(512)), operation: nil,
      status: exchange.response.status.code, reasonCode: answer.refusal?.code, wasStruck: false)
    record.message = answer.refusal?.message
    exchange.record = record
    return exchange
  }

  /// The console has a frame of its own.
  private func underBanner(_ page: PageRequest<Self>, _ answer: PageAnswer) -> PageAnswer {
    guard page.segments.first != "console" else { return answer }
    return answer.under { language in
      banner(page, language).map { name, note in
        SandboxBanner(
          name, note: note, languages: Self.languages,
          backTo: hasLanguageSwitch(page) ? self.page(of: page.request, answer) : nil)
      }
    }
  }
}
