import FerryCore
import FerryWeb

/// The page between shop and provider. It is the same for every checkout; what is to be done, its script learns for its
/// ticket.
struct StartPage {
  private struct Data: Encodable {
    let shop: String?
    /// In milliseconds.
    let patience: Int64
    /// The browser stands inside another app.
    let isEmbedded: Bool
  }

  let language: Language
  let policy: PagePolicy
  /// Where to send a browser that comes without a ticket; nil when there are several shops.
  let shop: Link?
  /// How long the browser may take to leave before the page says that it could not.
  let patience: Duration
  /// What a buyer is told whose browser stands inside another app; nil for all others.
  let embedded: EmbeddedBrowser?

  var page: Page {
    Page(language: language, title: StartText.title(language), policy: policy, head: head, body: body)
  }

  private var head: HTML {
    guard let nonce = policy.nonce else { return .empty }
    return """
      <script type="application/json" id="ferry-data" nonce="\(nonce)">\(json: data)</script>
      <script nonce="\(nonce)">\(Self.script)</script>

      """
  }

  private var data: Data {
    Data(shop: shop?.text, patience: patience.wholeMilliseconds, isEmbedded: embedded != nil)
  }

  private var body: HTML {
    """
    <noscript>\(scriptNeeded)</noscript>
    <div data-part="working" hidden><h1 class="hidden">\(StartText.title(language))</h1>\(Spinner(StartText.working(language)).html)</div>
    \(StartText.Trouble.allCases.map(part))\
    \(embedded.map { "<div data-part=\"embedded\" hidden>\($0.message(language))</div>" as HTML })
    <button type="button" id="ferry-step" hidden tabindex="-1"></button>
    """
  }

  private var scriptNeeded: HTML {
    let words = StartText.scriptNeeded(language)
    let toShop = shop?.button(StartText.backToShop(language)) ?? .empty
    return Message(words.title, [words.advice], actions: toShop).html
  }

  private func part(_ trouble: StartText.Trouble) -> HTML {
    let words = trouble.words(language)
    let actions: HTML = """
      \(shop.map { "<span data-for=\"shop\">\($0.button(StartText.backToShop(language)))</span>" as HTML })\
      <span data-for="app" hidden>\(StartText.backToApp(language))</span>
      """
    return """
      <div data-part="\(trouble.rawValue)" hidden>\(Message(words.title, [words.advice], actions: actions).html)</div>

      """
  }
}
