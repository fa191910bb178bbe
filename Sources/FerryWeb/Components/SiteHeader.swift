public import FerryCore

/// The line above every page: whose site it is, and the way to the other language.
public struct SiteHeader: Sendable {
  public var name: String
  public var home: Link
  /// Further links, before the language.
  public var items: HTML
  /// Where each of the other languages is chosen.
  public var languages: [(language: Language, link: Link)]

  public init(
    _ name: String, home: Link = "/", items: HTML = .empty, languages: [(language: Language, link: Link)] = []
  ) {
    self.name = name
    self.home = home
    self.items = items
    self.languages = languages
  }

  public var html: HTML {
    let switches = languages.map { choice -> HTML in
      let code = choice.language.rawValue
      return #"<a lang="\#(code)" hreflang="\#(code)" href="\#(choice.link)">\#(Self.ownName(of: choice.language))</a>"#
    }
    return """
      <header class="site"><div><a class="brand" href="\(home)">\(name)</a><nav>\(items)\(switches)</nav></div></header>

      """
  }

  private static func ownName(of language: Language) -> HTML {
    switch language {
    case .japanese: "日本語"
    case .english: "English"
    }
  }
}
