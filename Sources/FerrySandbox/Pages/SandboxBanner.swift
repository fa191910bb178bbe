package import FerryCore
package import FerryWeb
package import HTTPTypes

/// The banner above a sandbox's pages. People switch the language there. The sandbox keeps the selected language in a cookie.
package struct SandboxBanner {
  /// The form of the switch is posted here.
  package static let link: Link = "/language"

  private static let cookie = "sandbox-language"

  private let name: String
  private let note: String
  private let languages: [Language]
  private let link: Link?

  /// - Parameters:
  ///   - note: The sentence that says that no money moves.
  ///   - languages: The languages of the sandbox's pages; one for a banner without a switch.
  ///   - link: The switch leads back to this page; nil for a banner without a switch.
  package init(_ name: String, note: String, languages: [Language], backTo link: Link?) {
    self.name = name
    self.note = note
    self.languages = languages
    self.link = link
  }

  /// - Parameter language: The language of the page.
  func html(_ language: Language) -> HTML {
    """
    <div class="sandbox"><p role="note"><strong>\(name)</strong>\(note)</p>\
    \(languages.count > 1 ? link.map { form(language, $0) } : nil)</div>
    """
  }

  private func form(_ language: Language, _ link: Link) -> HTML {
    let buttons = languages.map { other -> HTML in
      """
      <button type="submit" name="language" value="\(other.rawValue)" lang="\(other.rawValue)"\
      \(if: other == language, " aria-current=\"true\"")>\(other.ownName)</button>
      """
    }
    return """
      <form id="language" method="post" action="\(Self.link)"><input type="hidden" name="page" value="\(link.text)">\
      \(buttons)</form>
      """
  }

  fileprivate static func cookie(_ origin: Origin) -> HostCookie { HostCookie(cookie, origin: origin) }
}

extension Language {
  /// The language's name in itself.
  fileprivate var ownName: String {
    switch self {
    case .japanese: "日本語"
    case .english: "English"
    case .spanish: "Español"
    case .swedish: "Svenska"
    }
  }
}

extension PageAnswer {
  /// The answer with a banner above its page. Other answers stay as they are.
  /// - Parameter banner: Makes the banner for the language of the page; nil for a page without one.
  package func under(_ banner: (Language) -> SandboxBanner?) -> PageAnswer {
    guard case .page(var page) = content, let banner = banner(page.language) else { return self }
    page.header = "<header>\(banner.html(page.language))</header>"
    var answer = self
    answer.content = .page(page)
    return answer
  }
}

extension ProviderSandbox {
  /// The language that a person has chosen in the banner; nil if there is none among those of the pages.
  package func chosenLanguage(_ request: HTTPRequest, among languages: [Language]) -> Language? {
    let value = try? SandboxBanner.cookie(origin).value(in: request.headerFields)
    return value.flatMap { Language(rawValue: $0) }.flatMap { languages.contains($0) ? $0 : nil }
  }

  /// Keeps the language that a banner's form names, and leads back to the page.
  /// - Throws: `InvalidField`.
  package func switchLanguage(_ form: Fields) throws(InvalidField) -> PageAnswer {
    let language = try form.required("language") { Language(rawValue: $0) }
    var answer = PageAnswer.seeOther(try form.required("page") { Link(ownPage: $0) })
    answer.cookie = SandboxBanner.cookie(origin).setting(language.rawValue, for: .seconds(365 * 86_400))
    return answer
  }

  /// The destination of a banner's switch.
  /// - Parameter answer: The answer with the banner.
  package func page(of request: HTTPRequest, _ answer: PageAnswer) -> Link? {
    answer.place ?? (request.method == .get ? request.path.flatMap { Link(ownPage: $0) } : nil)
  }
}
