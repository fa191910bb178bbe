public import FerryCore
import HTTPTypes

/// What stands above and below every page of a site, also those that could not be made.
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

/// What a reader sees in place of a page that could not be made: what happened, and what to do.
struct ErrorPage {
  let status: Int
  let language: Language
  /// Where the shop begins; nil where there is no one shop to go to.
  let shop: Link?
  let frame: SiteFrame?

  var page: Page {
    let words = ErrorPageText(kind: ErrorPageText.Kind(status: status), language: language)
    return Page(
      status: HTTPResponse.Status(code: status), language: language, title: words.title, policy: PagePolicy(),
      header: frame?.header(language) ?? .empty,
      body: Message(
        words.title, [words.advice] + (shop == nil ? [words.withoutShop] : []),
        actions: shop?.button(words.toShop) ?? .empty
      ).html,
      footer: frame?.footer(language) ?? .empty)
  }
}
