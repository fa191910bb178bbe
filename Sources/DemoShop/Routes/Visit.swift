import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// Who a request comes from, as far as the shop knows: a browser with a number, and a language.
struct Visit: Sendable {
  let id: SessionID
  /// The browser does not have the number yet.
  let isNew: Bool
  let language: Language
}

/// How browsers are recognised.
struct Visitors: Sendable {
  private static let cookieLifetime: Duration = .seconds(30 * 86_400)

  private let cookie: HostCookie
  private let languages: LanguageChoice
  private let protection: CSRFProtection
  private let randomness: any Randomness

  init(configuration: DemoShopConfiguration, randomness: any Randomness) {
    cookie = HostCookie("shop-session", origin: configuration.origin)
    languages = LanguageChoice(origin: configuration.origin)
    protection = CSRFProtection(key: configuration.formKey)
    self.randomness = randomness
  }

  /// - Throws: `InvalidField` when the session's cookie comes twice.
  func visit(_ request: Request) throws -> Visit {
    let known = try cookie.value(in: request.headers).flatMap(SessionID.init(cookie:))
    return Visit(
      id: known ?? SessionID(randomness), isNew: known == nil, language: languages.language(of: request))
  }

  /// The visit and the form of a POST.
  /// - Throws: `CSRFRefusal` unless the form was made for this browser; `Problem`, `InvalidField`.
  func submission(_ request: Request) async throws -> (visit: Visit, form: Fields) {
    let visit = try visit(request)
    let form = try await request.form()
    guard !visit.isNew else { throw CSRFRefusal() }
    try protection.check(form, session: visit.id.text)
    return (visit, form)
  }

  func csrf(_ visit: Visit) -> HTML { protection.input(session: visit.id.text) }

  /// The response, giving a new browser its number.
  func answer(_ visit: Visit, _ response: Response) -> Response {
    visit.isNew ? renewed(visit, response) : response
  }

  /// The response to what may have changed the session: the browser keeps its number as long from now as the shop keeps the
  /// session.
  func renewed(_ visit: Visit, _ response: Response) -> Response {
    var response = response
    response.headers.append(cookie.setting(visit.id.text, for: Self.cookieLifetime))
    return response
  }

  func remembering(_ language: Language) -> HTTPField { languages.remembering(language) }
}
