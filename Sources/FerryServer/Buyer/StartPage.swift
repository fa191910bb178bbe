import FerryCore
import FerryWeb

/// The page that takes the ticket from its address's fragment and spends it. It is the same for all checkouts of a shop in one
/// language.
struct StartPage {
  private struct Data: Encodable {
    let shop: String?
    /// In milliseconds.
    let patience: Int64
    let isEmbedded: Bool
  }

  let language: Language
  let nonce: Nonce
  /// The place for a browser that comes without a ticket; nil beside an app.
  let shop: Link?
  /// After this time, the page says that the payment page could not be opened.
  let patience: Duration
  /// The way out for a buyer whose browser is inside another app; nil for all others.
  let embedded: EmbeddedBrowser?

  var page: Page {
    Page(
      language: language, title: language.buyerTexts.toPaymentPage, policy: PagePolicy(nonce: nonce),
      head: StartParts.head(
        Data(shop: shop?.text, patience: patience.wholeMilliseconds, isEmbedded: embedded != nil), Self.script, nonce),
      body: body)
  }

  private var body: HTML {
    """
    <noscript>\(StartParts.scriptNeeded(StartParts.wayBack(to: shop, language), language))</noscript>
    \(StartParts.working(language))\
    \(BuyerTrouble.allCases.map(part))\
    \(embedded.map { "<div data-part=\"embedded\" hidden>\($0.message(language))</div>" as HTML })
    """
  }

  private func part(_ trouble: BuyerTrouble) -> HTML {
    let actions: HTML = """
      \(shop.map { "<span data-for=\"shop\">\($0.button(language.buyerTexts.backToShop))</span>" as HTML })\
      <span data-for="app" hidden>\(language.buyerTexts.closeToGoBack)</span>
      """
    return StartParts.part(trouble, actions: actions, language)
  }
}

/// The parts that the pages between shop and provider have in common. Their scripts show one `data-part` at a time.
enum StartParts {
  /// - Parameter data: For the script.
  static func head(_ data: some Encodable, _ script: HTML, _ nonce: Nonce) -> HTML {
    """
    <script type="application/json" id="ferry-data" nonce="\(nonce)">\(json: data)</script>
    <script nonce="\(nonce)">\(script)</script>

    """
  }

  static func working(_ language: Language) -> HTML {
    """
    <div data-part="working" hidden><h1 class="hidden">\(language.buyerTexts.toPaymentPage)</h1>\
    \(Spinner(language.buyerTexts.openingPaymentPage).html)</div>
    """
  }

  /// - Parameter words: Nil for the usual ones.
  static func part(_ trouble: BuyerTrouble, _ words: TitledText? = nil, actions: HTML, _ language: Language) -> HTML {
    let words = words ?? trouble.text(language.buyerTexts)
    return """
      <div data-part="\(trouble.rawValue)" hidden>\(Message(words, actions: actions).html)</div>

      """
  }

  /// - Parameter shop: Nil beside an app.
  static func wayBack(to shop: Link?, _ language: Language) -> HTML {
    shop?.button(language.buyerTexts.backToShop) ?? "<span>\(language.buyerTexts.closeToGoBack)</span>"
  }

  static func scriptNeeded(_ actions: HTML, _ language: Language) -> HTML {
    Message(language.buyerTexts.scriptNeeded, actions: actions).html
  }
}

extension StartPage {
  /// Spends the ticket, and goes where the answer says. It is part of the page and comes before the styles: a file of its own
  /// would be one more request, and styles delay the scripts that come after them.
  fileprivate static let script = HTML(embeddedFile: PackageResources.start_js)
}

/// The way out of a browser inside another app, where providers' pages do not work. It leads to the shop and not to the
/// provider, because the checkout belongs to the shop's session with this browser.
struct EmbeddedBrowser: Sendable {
  let agent: BrowserAgent
  /// The shop's checkout page; nil beside an app.
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
