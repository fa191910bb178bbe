import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

struct BuyerBrowser: Sendable {
  let session: SessionID
  /// The browser does not have the session's cookie yet.
  let isNew: Bool
  let language: Language
  /// The id of the catalogue that the buyer chose; nil if they chose none.
  let catalogue: String?
  /// The app whose web view shows the pages; nil in an ordinary browser.
  let app: EmbeddingApp?
}

struct BuyerRequest {
  let browser: BuyerBrowser
  let request: Request
  let context: any RequestContext

  func response(_ page: Page) throws -> Response { try page.response(from: request, context: context) }
}

/// The app that shows the shop's pages, and where its buyers review.
struct EmbeddingApp: Sendable {
  let id: String
  let review: ReviewPlace

  var text: String { "\(id).\(review.rawValue)" }
}

extension EmbeddingApp {
  /// - Parameter text: From a cookie. Nil for anything else than `text` of an app.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let review = ReviewPlace(rawValue: parts[1]) else { return nil }
    self.init(id: parts[0], review: review)
  }
}

/// Recognises browsers by their cookies.
struct Browsers: Sendable {
  private static let cookieLifetime: Duration = .seconds(30 * 86_400)

  private let cookie: HostCookie
  private let appCookie: HostCookie
  private let catalogueCookie: HostCookie
  private let apps: Set<String>
  private let languages: LanguagePreference
  private let protection: CSRFProtection
  private let randomness: any Randomness

  init(configuration: DemoShopConfiguration, randomness: any Randomness) {
    cookie = HostCookie("shop-session", origin: configuration.origin)
    appCookie = HostCookie("shop-app", origin: configuration.origin)
    catalogueCookie = HostCookie("shop-market", origin: configuration.origin)
    apps = Set(configuration.apps)
    languages = LanguagePreference(origin: configuration.origin)
    protection = CSRFProtection(key: configuration.formKey)
    self.randomness = randomness
  }

  func browser(of request: Request) throws -> BuyerBrowser {
    let known = try cookie.value(in: request.headers).flatMap(SessionID.init(cookie:))
    let app = try appCookie.value(in: request.headers).flatMap(EmbeddingApp.init)
    return BuyerBrowser(
      session: known ?? SessionID(randomness), isNew: known == nil, language: languages.language(of: request),
      // A repeated cookie is harmless, so the page is not refused for it.
      catalogue: (try? catalogueCookie.value(in: request.headers)).flatMap { $0 },
      app: app.flatMap { apps.contains($0.id) ? $0 : nil })
  }

  /// The browser and the form of a POST.
  /// - Throws: `Problem`, also unless the form was made for this browser.
  func submission(
    _ request: Request, _ context: any RequestContext
  ) async throws -> (buyer: BuyerRequest, form: Fields) {
    let buyer = try buyer(request, context)
    let form = try await request.form()
    guard !buyer.browser.isNew else { throw Problem.foreignForm }
    try protection.check(form, session: buyer.browser.session.text)
    return (buyer, form)
  }

  /// - Throws: `Problem` if the request has two session cookies.
  func buyer(_ request: Request, _ context: any RequestContext) throws -> BuyerRequest {
    BuyerRequest(browser: try browser(of: request), request: request, context: context)
  }

  func csrf(_ browser: BuyerBrowser) -> HTML { protection.input(session: browser.session.text) }

  /// The response, with the session's cookie for a new browser.
  func answer(_ browser: BuyerBrowser, _ response: Response) -> Response {
    browser.isNew ? renewed(browser, response) : response
  }

  /// The response to a request that may have changed the session: the cookie's lifetime starts again, as the session's does.
  func renewed(_ browser: BuyerBrowser, _ response: Response) -> Response {
    var response = response
    response.headers.append(cookie.setting(browser.session.text, for: Self.cookieLifetime))
    return response
  }

  func remembering(_ language: Language) -> HTTPField { languages.remembering(language) }

  func suggesting(_ language: Language) -> HTTPField { languages.suggesting(language) }

  func remembering(_ catalogue: Catalogue) -> HTTPField {
    catalogueCookie.setting(catalogue.id, for: Self.cookieLifetime)
  }

  func remembering(_ app: EmbeddingApp) -> HTTPField? {
    apps.contains(app.id) ? appCookie.setting(app.text, for: Self.cookieLifetime) : nil
  }
}
