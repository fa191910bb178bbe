import FerryCore
import FerryWeb
import HTTPTypes

/// Shown to a browser that comes back from a provider and is not the one that left.
struct ElsewherePage {
  let language: Language
  let meaning: StrayReturn.Meaning
  /// The shop's checkout page; nil for a checkout of an app, which nothing in this browser leads to.
  let shop: Link?

  var page: Page {
    let words = StartText.elsewhere(meaning, isInApp: shop == nil, language)
    return Page(
      status: .forbidden, language: language, title: words.title, policy: PagePolicy(),
      body: Message(
        words.title, [words.advice], actions: shop?.button(StartText.backToShop(language)) ?? .empty
      ).html)
  }
}
