public import FerryCore
public import HTTPTypes
public import Hummingbird

/// A whole HTML document with the policy of its response.
public struct Page: Sendable {
  public var status: HTTPResponse.Status
  public var language: Language
  public var title: String
  public var policy: PagePolicy
  /// Style sheets besides the house style. They come after it, so that they win.
  public var styles: [Asset]
  /// Elements for `<head>`, such as scripts with the policy's nonce. They come before the styles, because styles delay every
  /// script after them.
  public var head: HTML
  /// Usually a `SiteHeader`.
  public var header: HTML
  /// The main part.
  public var body: HTML
  public var footer: HTML
  /// The largest width of the main part.
  public var width: Width

  public enum Width: Sendable {
    /// One column of text and forms.
    case narrow
    /// Two columns on a wide screen.
    case wide
  }

  public init(
    status: HTTPResponse.Status = .ok, language: Language, title: String, policy: PagePolicy, styles: [Asset] = [],
    head: HTML = .empty, header: HTML = .empty, body: HTML, footer: HTML = .empty, width: Width = .narrow
  ) {
    self.status = status
    self.language = language
    self.title = title
    self.policy = policy
    self.styles = styles
    self.head = head
    self.header = header
    self.body = body
    self.footer = footer
    self.width = width
  }

  public var html: HTML {
    """
    <!doctype html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="format-detection" content="telephone=no, address=no, email=no">
    <meta name="robots" content="noindex">
    <title>\(title)</title>
    <link rel="icon" href="data:,">
    \(head)\(([.houseStyle] + styles).map { "<link rel=\"stylesheet\" href=\"\($0.link)\">" as HTML })
    </head>
    <body>
    \(header)<main\(if: width == .wide, " class=\"wide\"")>
    \(body)
    </main>
    \(footer)</body>
    </html>

    """
  }
}

extension Page {
  /// A page with a message alone.
  public init(_ status: HTTPResponse.Status, _ words: TitledText, _ language: Language, actions: HTML = .empty) {
    self.init(
      status: status, language: language, title: words.title, policy: PagePolicy(),
      body: Message(words, actions: actions).html)
  }
}

extension Page: ResponseGenerator {
  public func response(from request: Request, context: some RequestContext) throws -> Response { response }

  public var response: Response {
    Response(
      "text/html; charset=utf-8", html.bytes, status: status,
      headers: [
        .contentLanguage: language.rawValue, .contentSecurityPolicy: policy.headerValue, .cacheControl: "no-store",
      ])
  }
}

extension Response {
  /// 303, the answer to a form and to a return from another site. The browser follows with a GET.
  public static func seeOther(_ link: Link, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.location] = link.text
    headers[.cacheControl] = "no-store"
    return Response(status: .seeOther, headers: headers)
  }
}

/// The header of every page: the site's name, links, and the switch to other languages.
public struct SiteHeader: Sendable {
  public let html: HTML

  /// - Parameters:
  ///   - home: The page that the name leads to.
  ///   - menu: The title of a button that opens the links, for a style that hides them on a narrow screen; nil for none.
  ///   - items: Links before the language switch.
  ///   - languages: The other languages, each with the link that selects it.
  public init(
    _ name: String, home: Link = "/", menu: String? = nil, items: HTML = .empty,
    languages: [(language: Language, link: Link)] = []
  ) {
    let switches = languages.map { other -> HTML in
      let code = other.language.rawValue
      return
        #"<a lang="\#(code)" hreflang="\#(code)" href="\#(other.link)">\#(other.language.webTexts.languageName)</a>"#
    }
    // A popover (HTML §6.12) opens without a script.
    let button = menu.map {
      #"<button type="button" class="button quiet menu" popovertarget="menu">\#($0)</button>"# as HTML
    }
    html = """
      <header class="site"><div><a class="brand" href="\(home)">\(name)</a>\(button)\
      <nav\(if: menu != nil, " id=\"menu\" popover")>\(items)\(switches)</nav></div></header>

      """
  }
}

/// The reader's language: the one that they selected, else the one that the site suggests to them, else the one that their
/// browser asks for. Cookies store the first two.
public struct LanguagePreference: Sendable {
  private let selection, suggestion: HostCookie

  public init(origin: Origin) {
    selection = HostCookie("language", origin: origin)
    suggestion = HostCookie("suggested-language", origin: origin)
  }

  public func language(of request: Request) -> Language {
    stored(selection, request) ?? stored(suggestion, request)
      ?? Language(acceptLanguage: request.headers[.acceptLanguage])
  }

  private func stored(_ cookie: HostCookie, _ request: Request) -> Language? {
    // A repeated language cookie is harmless, so the page is not refused for it.
    (try? cookie.value(in: request.headers)).flatMap { $0 }.flatMap(Language.init(rawValue:))
  }

  /// Stores a reader's selection for a year.
  public func remembering(_ language: Language) -> HTTPField {
    selection.setting(language.rawValue, for: .seconds(365 * 86_400))
  }

  /// Stores a language for a year, for readers who select none.
  public func suggesting(_ language: Language) -> HTTPField {
    suggestion.setting(language.rawValue, for: .seconds(365 * 86_400))
  }
}
