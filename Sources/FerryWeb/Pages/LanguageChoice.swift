public import FerryCore
public import HTTPTypes
public import Hummingbird

/// The reader's language: what they chose, which a cookie remembers, else what their browser asks for.
public struct LanguageChoice: Sendable {
  private let cookie: HostCookie

  public init(origin: Origin) {
    cookie = HostCookie("language", origin: origin)
  }

  public func language(of request: Request) -> Language {
    // A repeated cookie is no reason to refuse a page for its language.
    let chosen = (try? cookie.value(in: request.headers)).flatMap { $0 }.flatMap(Language.init(rawValue:))
    return chosen ?? Language(acceptLanguage: request.headers[.acceptLanguage])
  }

  /// Remembers a choice for a year.
  public func remembering(_ language: Language) -> HTTPField {
    cookie.setting(language.rawValue, for: .seconds(365 * 86_400))
  }
}
