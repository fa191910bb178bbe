import Crypto
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// An operator who has been recognized.
struct PresentOperator: Sendable {
  let person: Operator
  /// The session that the operator's forms belong to.
  let session: String
  let language: Language
  /// The page that the operator reads, which a change of language leads back to.
  let place: Link
  /// The act that has led to the page.
  let done: Act?

  var mayAct: Bool { person.role == .act }

  /// - Throws: `Problem` 403 for a role that only looks.
  func requireToAct() throws(Problem) {
    guard mayAct else { throw Problem(.forbidden, "This operator may view, but not change anything.") }
  }

  func limiting(_ filter: CheckoutFilter) -> CheckoutFilter {
    var filter = filter
    filter.shops = person.shops
    return filter
  }
}

/// Recognizes operators, and the forms of their sessions.
struct OperatorGate: Sendable {
  let access: OperatorAccess
  let sessions: OperatorSessions
  let cookie: HostCookie
  let languages: LanguagePreference
  private let base: Origin
  private let protection: CSRFProtection

  init(_ configuration: OperationsPageConfiguration, _ service: any CheckoutService) {
    access = configuration.access
    let keys: [OperatorKey] = if case .keys(let keys) = configuration.access { keys } else { [] }
    sessions = OperatorSessions(keys: keys, service: service)
    base = configuration.base
    cookie = HostCookie("ferry-operator", origin: configuration.base)
    languages = LanguagePreference(origin: configuration.base)
    protection = CSRFProtection(key: Secret(Self.formKey(configuration.access)))
  }

  /// The same at all servers with the same settings, and after a restart: sessions outlive both.
  private static func formKey(_ access: OperatorAccess) -> SymmetricKey {
    let digests: [SecretKeyDigest] =
      switch access {
      case .keys(let keys): keys.map(\.digest)
      case .identityProxy(let proxy): [proxy.key]
      }
    return SecretKeyDigest.derivedKey(digests, "ferry operator forms 1")
  }

  /// - Parameter isUse: False for a request that keeps no session alive.
  /// - Throws: `SignInNeeded`; `Problem` 403 if the identity proxy does not vouch for the request, or names nobody who is set up,
  ///   and 400 for two cookies; errors of the store.
  func present(_ request: Request, isUse: Bool = true) async throws -> PresentOperator {
    let language = languages.language(of: request)
    let place = Link(read: request) ?? "/"
    let done = request.readableQuery[Act.field].flatMap(Act.init)
    switch access {
    case .keys:
      guard let token = try cookie.value(in: request.headers),
        let person = try await sessions.person(of: token, isUse: isUse && request.headers[.ferryLive] == nil)
      else { throw SignInNeeded() }
      return PresentOperator(person: person, session: token, language: language, place: place, done: done)
    case .identityProxy(let proxy):
      let keys = request.headers[values: .ferryProxyKey]
      let names = request.headers[values: proxy.header]
      guard keys.count == 1, SecretKeyDigest(of: keys[0]) == proxy.key, names.count == 1,
        let person = proxy.operators[names[0]]
      else { throw Problem(.forbidden, "The identity proxy names no operator of this server.") }
      return PresentOperator(
        person: person, session: "proxy \(person.name)", language: language, place: place, done: done)
    }
  }

  func isPresent(_ reader: PresentOperator) async throws -> Bool {
    switch access {
    case .keys: try await sessions.person(of: reader.session, isUse: false) != nil
    case .identityProxy: true
    }
  }

  /// An operator who may change something, with the form that was sent.
  /// - Throws: Besides the errors of `present`: `Problem` 403 for a role that only looks, and for a form of another site or
  ///   session; `Problem` for a field.
  func acting(_ request: Request) async throws -> (reader: PresentOperator, form: Fields) {
    let reader = try await present(request)
    try reader.requireToAct()
    return (reader, try await form(of: request, session: reader.session))
  }

  /// A form of a page that was made for a session.
  func form(of request: Request, session: String) async throws -> Fields {
    try SameOrigin(base: base).require(request.headers)
    let form = try await request.form()
    try protection.check(form, session: session)
    return form
  }

  /// The same as `acting`, for a form with files.
  /// - Parameter limit: The largest form in bytes.
  func acting(_ request: Request, limit: Int) async throws -> (reader: PresentOperator, form: FileForm) {
    let reader = try await present(request)
    try reader.requireToAct()
    try SameOrigin(base: base).require(request.headers)
    let form = try await request.fileForm(limit: limit)
    try protection.check(form.fields, session: reader.session)
    return (reader, form)
  }

  func input(session: String) -> HTML { protection.input(session: session) }
}

/// Thrown for a request without a valid session.
struct SignInNeeded: Error {}

extension Link {
  /// The page that a request reads, with its query; nil for a request that reads none.
  init?(read request: Request) {
    guard request.method == .get else { return nil }
    self.init(ownPage: request.head.path ?? "")
  }

  /// The page that a request's parameter `to` names; nil without one, or for another site.
  init?(backFrom request: Request) {
    guard let place = request.uri.queryParameters["to"] else { return nil }
    self.init(ownPage: String(place))
  }
}

extension HTTPField.Name {
  /// `Ferry-Live`: the page asks for itself, because something has changed.
  static let ferryLive = HTTPField.Name(known: "Ferry-Live")
  static let ferryProxyKey = HTTPField.Name(known: "Ferry-Proxy-Key")
}

/// The sessions of operators who sign in with keys. They are in the store, so that all servers that share it know them.
/// It holds digests of their tokens, so that its content opens nothing.
struct OperatorSessions: Sendable {
  static let limits = OperatorSessionLimits(longest: .seconds(12 * 3600), idle: .seconds(3600), most: 1000)
  /// A use is stored if the last stored one is this long ago.
  private static let useInterval = Duration.seconds(60)

  /// The operators who may sign in now.
  let keys: [OperatorKey]
  let service: any CheckoutService

  /// Begins a session. If there are too many, the one that was used longest ago ends.
  /// - Returns: Its token, for the cookie.
  func begin(_ key: OperatorKey) async throws -> String {
    let token = service.randomness.token(bytes: 32)
    let now = service.time.now
    let session = OperatorSession(
      digest: TextDigest.sha256(token), name: key.person.name, fingerprint: key.digest.fingerprint, startedAt: now,
      usedAt: now)
    try await service.operatorSessions.beginOperatorSession(session, limits: Self.limits)
    return token
  }

  /// The operator of a valid session, as the settings have them now. If the operator was removed or has another key, the
  /// session is not valid.
  /// - Parameter isUse: False for requests that the page makes by itself: they do not keep a session alive.
  func person(of token: String, isUse: Bool = true) async throws -> Operator? {
    let now = service.time.now
    let store = service.operatorSessions
    guard let session = try await store.operatorSession(TextDigest.sha256(token)), Self.limits.allow(session, at: now),
      let key = keys.first(where: { $0.person.name == session.name && $0.digest.fingerprint == session.fingerprint })
    else { return nil }
    if isUse, now.since(session.usedAt) >= Self.useInterval {
      // While the store takes no changes, operators can still look: a use that is lost only ends a session earlier.
      do { try await store.useOperatorSession(session.digest, at: now) } catch StoreError.unavailable {}
    }
    return key.person
  }

  func end(_ token: String) async throws {
    try await service.operatorSessions.endOperatorSession(TextDigest.sha256(token))
  }
}
