import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// Sign-in by an operator's key, and sign-out.
///
/// The cookie of the sign-in form is a random value that opens nothing. Every sign-in sets a new one, so that nobody can plant
/// a value that later is a session.
struct SignInRoutes: Sendable {
  let site: OperationsPage
  private let keys: [OperatorKey]
  private let addresses: RateLimiter<ClientAddress>

  init(_ site: OperationsPage, keys: [OperatorKey]) {
    self.site = site
    self.keys = keys
    addresses = RateLimiter(RateLimit(perMinute: 10, burst: 5), site.server.service.time)
  }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/sign-in") { request, _ in
      let visitor = try visitor(request)
      return answer(visitor, page(visitor, backTo: Link(backFrom: request) ?? "/"))
    }
    router.post("/sign-in") { try await signIn($0, $1) }
    router.post("/sign-out") { try await signOut($0, $1) }
  }

  static func link(backTo place: Link) -> Link {
    place == "/" ? "/sign-in" : Link("/sign-in", query: [("to", place.text)])
  }

  private func signOut(_ request: Request, _ context: ClientContext) async throws -> Response {
    let reader = try await site.gate.present(request)
    _ = try await site.gate.form(of: request, session: reader.session)
    try await site.gate.sessions.end(reader.session)
    try await site.note("sign-out", by: site.acting(reader, request, context))
    return .seeOther("/sign-in", headers: [.setCookie: site.gate.cookie.removing().value])
  }

  private func signIn(_ request: Request, _ context: ClientContext) async throws -> Response {
    let visitor = try visitor(request)
    guard !visitor.isNew else { throw Problem.foreignForm }
    let form = try await site.gate.form(of: request, session: visitor.token)
    let place = form["to"].flatMap { Link(ownPage: $0) } ?? "/"
    guard let key = key(of: try form.required("name"), try form.required("key")) else {
      // Failures alone are counted: nobody who shares the operator's address can keep them out.
      if let wait = addresses.take(site.client(of: request, context)) {
        Self.count("limited")
        throw ProblemResponse(Problem(.tooManyRequests, "Too many failed sign-ins in a short time."), retryAfter: wait)
      }
      Self.count("refused")
      context.logger.warning("An operator's sign-in was refused")
      return answer(visitor, page(visitor, backTo: place, isRefused: true))
    }
    try await site.gate.sessions.end(visitor.token)
    let token = try await site.gate.sessions.begin(key)
    Self.count("accepted")
    context.logger.notice("An operator has signed in", metadata: ["operator": "\(key.person.name)"])
    try await site.note(
      "sign-in", by: ActingOperator(name: key.person.name, address: site.address(of: request, context)))
    let cookie = site.gate.cookie.setting(token, for: OperatorSessions.limits.longest)
    return .seeOther(place, headers: [.setCookie: cookie.value])
  }

  private static func count(_ result: String) {
    Counter(label: "ferry_operator_sign_ins_total", dimensions: [("result", result)]).increment()
  }

  /// Compares with every key, so that the time does not show if the name is known.
  private func key(of name: String, _ text: String) -> OperatorKey? {
    let presented = SecretKeyDigest(of: text)
    var found: OperatorKey?
    for known in keys where (known.digest == presented) && known.person.name == name { found = known }
    return found
  }

  private struct Visitor {
    let token: String
    let isNew: Bool
    let language: Language
  }

  private func visitor(_ request: Request) throws -> Visitor {
    let known = try site.gate.cookie.value(in: request.headers).flatMap { $0.isEmpty ? nil : $0 }
    return Visitor(
      token: known ?? site.server.service.randomness.token(bytes: 32), isNew: known == nil,
      language: site.gate.languages.language(of: request))
  }

  private func answer(_ visitor: Visitor, _ page: Page) -> Response {
    var response = page.response
    if visitor.isNew {
      response.headers.append(site.gate.cookie.setting(visitor.token, for: OperatorSessions.limits.idle))
    }
    return response
  }

  private func page(_ visitor: Visitor, backTo place: Link, isRefused: Bool = false) -> Page {
    let texts = visitor.language.operatorTexts
    let refusal = isRefused ? Notice(.error, texts.signInRefused).html : .empty
    return Page(
      status: isRefused ? .forbidden : .ok, language: visitor.language, title: texts.signIn, policy: PagePolicy(),
      head: OperatorPage.style, header: OperatorPage.plainHeader(visitor.language, backTo: Self.link(backTo: place)),
      body: """
        <div class="intro"><h1>\(HTML(heading: texts.signIn))</h1><p class="lead">\(texts.signInAdvice)</p></div>\(refusal)
        <form class="panel entries" method="post" action="\("/sign-in" as Link)">\(site.gate.input(session: visitor.token))\
        <input type="hidden" name="to" value="\(place.text)">\
        <div class="entry"><label for="name">\(texts.operatorName)</label>\
        <input id="name" name="name" required maxlength="32" autocomplete="username" autocapitalize="none" spellcheck="false"></div>\
        <div class="entry"><label for="key">\(texts.operatorKey)</label>\
        <input id="key" name="key" type="password" required maxlength="256" autocomplete="current-password"></div>\
        <div class="actions">\(Button(texts.signIn).html)</div></form>
        """)
  }
}
