public import FerryCore
public import HTTPTypes
public import Hummingbird

/// The header of every page: the site's name, links, and the switch to other languages.
public struct SiteHeader: Sendable {
  public let html: HTML

  /// - Parameters:
  ///   - home: The page that the name leads to.
  ///   - items: Links before the language switch.
  ///   - languages: The other languages, each with the link that selects it.
  public init(
    _ name: String, home: Link = "/", items: HTML = .empty, languages: [(language: Language, link: Link)] = []
  ) {
    let switches = languages.map { other -> HTML in
      let code = other.language.rawValue
      return
        #"<a lang="\#(code)" hreflang="\#(code)" href="\#(other.link)">\#(other.language.webTexts.languageName)</a>"#
    }
    html = """
      <header class="site"><div><a class="brand" href="\(home)">\(name)</a><nav>\(items)\(switches)</nav></div></header>

      """
  }
}

/// The reader's language: the one that they selected, which a cookie stores, else the one that their browser asks for.
public struct LanguagePreference: Sendable {
  private let cookie: HostCookie

  public init(origin: Origin) { cookie = HostCookie("language", origin: origin) }

  public func language(of request: Request) -> Language {
    // A repeated language cookie is harmless, so the page is not refused for it.
    let selected = (try? cookie.value(in: request.headers)).flatMap { $0 }.flatMap(Language.init(rawValue:))
    return selected ?? Language(acceptLanguage: request.headers[.acceptLanguage])
  }

  /// Stores a language for a year.
  public func remembering(_ language: Language) -> HTTPField {
    cookie.setting(language.rawValue, for: .seconds(365 * 86_400))
  }
}
