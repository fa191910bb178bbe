import FerryCore
import HTTPTypes

/// What a reader sees in place of a page that could not be made: what happened, and what to do.
struct ErrorPage {
  let status: Int
  let language: Language
  /// Where the shop begins; nil where there is no one shop to go to.
  let shop: Link?

  var page: Page {
    let words = ErrorPageText(kind: ErrorPageText.Kind(status: status), language: language)
    return Page(
      status: HTTPResponse.Status(code: status), language: language, title: words.title, policy: PagePolicy(),
      body: Message(words.title, [words.advice], actions: shop?.button(words.toShop) ?? .empty).html)
  }
}
