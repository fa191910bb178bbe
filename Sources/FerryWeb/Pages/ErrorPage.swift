public import FerryCore
import HTTPTypes

/// The header and footer of every page of a site, error pages included.
public struct SiteFrame: Sendable {
  let header: @Sendable (Language) -> HTML
  let footer: @Sendable (Language) -> HTML

  public init(
    header: @escaping @Sendable (Language) -> HTML, footer: @escaping @Sendable (Language) -> HTML = { _ in .empty }
  ) {
    self.header = header
    self.footer = footer
  }
}

extension Page {
  /// The page for an error: it says what happened and what to do.
  /// - Parameter shop: The shop's first page; nil if there is no single shop to go to.
  init(error status: HTTPResponse.Status, _ language: Language, shop: Link?, frame: SiteFrame?) {
    let texts = language.webTexts
    let error = texts.error(status.code)
    let paragraphs = [error.advice] + (shop == nil ? [texts.withoutShop] : [])
    self.init(
      status: status, language: language, title: error.title, policy: PagePolicy(),
      header: frame?.header(language) ?? .empty,
      body: Message(error.title, paragraphs, actions: shop?.button(texts.toShop) ?? .empty).html,
      footer: frame?.footer(language) ?? .empty)
  }
}
