import FerryCore
import FerryWeb

/// The way out of a browser inside another app, where providers' pages do not work. It leads to the shop and not to the
/// provider, because the checkout belongs to the shop's session with this browser.
struct EmbeddedBrowser: Sendable {
  let agent: BrowserAgent
  /// The shop's checkout page; nil if the buyer's shop is not known.
  let shop: Link?

  func message(_ language: Language) -> HTML {
    let texts = language.buyerTexts
    let leaving = wayOut?.button(texts.openInBrowser) ?? .empty
    return Message(
      texts.embeddedBrowser.title, [texts.embeddedBrowser.advice, byMenu(texts)],
      actions: """
        \(leaving)\(shop.map { address($0, texts) })\
        <button type="button" class="button quiet" id="ferry-go-on">\(texts.continueHere)</button>
        """
    ).html
  }

  /// A link that the system opens outside of the app; nil if the system has none.
  var wayOut: Link? {
    guard let shop else { return nil }
    if agent.isLine { return Link(shop, query: [("openExternalBrowser", "1")]) }
    return agent.system == .android ? Link(intent: shop, package: nil, fallback: shop) : nil
  }

  private func byMenu(_ texts: Texts<BuyerTexts>) -> String {
    let browser =
      switch agent.system {
      case .ios: "Safari"
      case .android: "Chrome"
      case .other: texts.anyBrowser
      }
    return texts.openByMenu(browser) + (shop == nil ? "" : texts.orCopyAddress)
  }

  private func address(_ shop: Link, _ texts: Texts<BuyerTexts>) -> HTML {
    """
    <p class="number" id="ferry-address">\(shop.text)</p>\
    <button type="button" class="button secondary" id="ferry-copy" data-done="\(texts.copied)">\(texts.copyAddress)</button>\
    <p class="fine" id="ferry-copied" role="status"></p>
    """
  }
}
