public import FerryCheckout
import FerryCore
import FerryEngine
public import FerryWeb
import HTTPTypes
public import Hummingbird

/// The pages for the people who operate the server: they find payments, move money after the sale, decide held checkouts, and
/// see to webhooks. They stand at an address of their own, and are off unless it is set.
public struct OperationsPage: Sendable {
  let server: CheckoutServer
  let gate: OperatorGate
  let sent = SentForms()
  let reports: @Sendable () async throws -> [ReconciliationReport]
  private let configuration: OperationsPageConfiguration

  /// Nil if the server's settings give the pages no address.
  /// - Parameter reports: Reads the last reconciliation of each account.
  public init?(_ server: CheckoutServer, reports: @escaping @Sendable () async throws -> [ReconciliationReport]) {
    guard let configuration = server.configuration.operations else { return nil }
    self.server = server
    self.reports = reports
    self.configuration = configuration
    gate = OperatorGate(configuration, server.service)
  }

  /// A router with all routes and middlewares.
  public func router() -> Router<ClientContext> {
    .site(
      configuration.base, errors: ErrorResponses(languages: gate.languages, page: OperatorPage.error),
      assets: [.operationsStyle, .operationsScript], routes: addRoutes)
  }

  private func addRoutes(to router: Router<ClientContext>) {
    if case .keys = gate.access, trustedProxies == 0 {
      router.add(middleware: ForwardedWarning(OperationsPageSettings.trustedProxies))
    }
    let pages = router.group(catching: Self.answer)
    pages.get("/language/{language}") { try language($1.parameters.get("language"), $0) }
    if case .keys(let keys) = gate.access { SignInRoutes(self, keys: keys).add(to: pages) }
    OverviewRoute(site: self).add(to: pages)
    CheckoutPages(site: self).add(to: pages)
    CheckoutsCSV(site: self).add(to: pages)
    BuyerRoutes(site: self).add(to: pages)
    ViewRoutes(site: self).add(to: pages)
    JournalPages(site: self).add(to: pages)
    LiveRoute(site: self).add(to: pages)
    ActionRoutes(site: self).add(to: pages)
    DisputeRoute(site: self).add(to: pages)
    WebhookPages(site: self).add(to: pages)
    PayoutPages(site: self).add(to: pages)
  }

  /// Sends visitors without a session to the sign-in, and explains what the service refuses.
  private static func answer(_ error: any Error, _ request: Request) throws -> Response {
    guard error is SignInNeeded else { throw Problem.explaining(error) }
    let place = request.method == .get ? Link(ownPage: request.uri.path) : nil
    return .seeOther(SignInRoutes.link(backTo: place ?? "/"))
  }

  var time: LocalTime { LocalTime(zone: server.configuration.timeZone) }

  private var trustedProxies: Int { configuration.trustedProxies ?? server.configuration.limits.trustedProxies }

  /// The address that a sign-in is counted for.
  func client(of request: Request, _ context: ClientContext) -> ClientAddress {
    ClientAddress(connection: context.remoteAddress, request.headers, trustedProxies: trustedProxies)
  }

  /// The operator who acts, for timeline and journal.
  func acting(_ reader: PresentOperator, _ request: Request, _ context: ClientContext) -> ActingOperator {
    ActingOperator(name: reader.person.name, address: address(of: request, context))
  }

  /// The client address of a request; nil if it is unknown.
  func address(of request: Request, _ context: ClientContext) -> String? {
    ClientAddress.text(connection: context.remoteAddress, request.headers, trustedProxies: trustedProxies)
  }

  private func language(_ code: String?, _ request: Request) throws -> Response {
    guard let language = code.flatMap(Language.init(rawValue:)) else { throw Problem.nothingHere }
    return .seeOther(Link(backFrom: request) ?? "/", headers: [.setCookie: gate.languages.remembering(language).value])
  }

  func page(_ reader: PresentOperator, _ place: OperatorPage.Place? = nil) -> OperatorPage {
    OperatorPage(
      reader: reader, place: place, gate: gate, modes: Set(server.service.accounts.map(\.mode)), localTime: time,
      nonce: Nonce(server.service.randomness))
  }

  /// The page after a form that changed nothing.
  /// - Parameter detail: Below the sentence.
  func refusal(
    _ reader: PresentOperator, backTo back: Link, detail: HTML = .empty,
    _ words: (Texts<OperatorTexts>) -> (title: String, sentence: String)
  ) -> Page {
    let frame = page(reader)
    let (title, sentence) = words(frame.texts)
    return frame.page(
      title, status: .conflict, width: .narrow,
      """
      \(Notice(.error, sentence, actions: detail).html)<div class="actions">\(back.button(frame.texts.goBack, .secondary))</div>
      """)
  }
}

extension OperatorPage {
  /// The page for an error, for operators and for visitors who have not signed in.
  static func error(_ status: HTTPResponse.Status, _ language: Language, _ request: Request) -> Page {
    let texts = language.operatorTexts
    let words = texts.error(status.code)
    return Page(
      status: status, language: language, title: words.title, policy: PagePolicy(), head: style,
      header: plainHeader(language, backTo: Link(read: request) ?? "/"),
      body: Message(words, actions: ("/" as Link).button(texts.toOverview, .secondary)).html)
  }
}
