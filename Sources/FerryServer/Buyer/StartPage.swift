import FerryCore
import FerryWeb

/// The page that takes the ticket from its address's fragment and spends it. It is the same for every checkout.
struct StartPage {
  private struct Data: Encodable {
    let shop: String?
    /// In milliseconds.
    let patience: Int64
    let isEmbedded: Bool
  }

  let language: Language
  let nonce: Nonce
  /// The place for a browser that comes without a ticket; nil if there are several shops.
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
    <noscript>\(StartParts.scriptNeeded(shop, language))</noscript>
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

  static func scriptNeeded(_ shop: Link?, _ language: Language) -> HTML {
    let toShop = shop?.button(language.buyerTexts.backToShop) ?? .empty
    return Message(language.buyerTexts.scriptNeeded, actions: toShop).html
  }
}

extension StartPage {
  /// Spends the ticket, and goes where the answer says. It is part of the page and comes before the styles: a file of its own
  /// would be one more request, and styles delay the scripts that come after them.
  fileprivate static let script = HTML(
    trusted: """
      (() => {
        "use strict";

        const known = JSON.parse(document.getElementById("ferry-data").textContent);

        // This runs before the page's body is there, so that nothing delays the ticket.
        const page = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));

        const show = async (name) => {
          await page;
          for (const part of document.querySelectorAll("[data-part]")) part.hidden = part.dataset.part !== name;
          document.querySelector(`[data-part="${name}"] h1`)?.focus();
        };

        // Beside an app there is no shop to go back to in this browser: the buyer closes it.
        const adapt = async (isApp) => {
          await page;
          for (const part of document.querySelectorAll("[data-for]")) {
            part.hidden = part.dataset.for !== (isApp ? "app" : "shop");
          }
        };

        // A visit without a ticket, by Back or by reloading: the shop shows the state of the order.
        const toShop = () => {
          if (history.state?.isApp) { adapt(true); return show("returned"); }
          if (known.shop) location.replace(known.shop); else show("stale");
        };

        const spend = async (ticket) => {
          const abort = new AbortController();
          const timeout = setTimeout(() => abort.abort(), known.patience);
          try {
            const response = await fetch("/ferry/start", {
              method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ticket }),
              cache: "no-store", redirect: "error", signal: abort.signal,
            });
            return { status: response.status, answer: response.ok ? await response.json() : null };
          } finally {
            clearTimeout(timeout);
          }
        };

        // Nothing is spent before the buyer decides to continue here. The address has no ticket any more: the app's own menu
        // opens the shop elsewhere, and nothing else.
        const warnOfEmbeddedBrowser = async () => {
          await show("embedded");
          const copy = document.getElementById("ferry-copy");
          copy?.addEventListener("click", async () => {
            try {
              await navigator.clipboard.writeText(document.getElementById("ferry-address").textContent);
              document.getElementById("ferry-copied").textContent = copy.dataset.done;
            } catch {
              getSelection().selectAllChildren(document.getElementById("ferry-address"));
            }
          });
          await new Promise((resolve) => document.getElementById("ferry-go-on").addEventListener("click", resolve));
        };

        const begin = async () => {
          const ticket = location.hash.slice(1);
          if (!ticket) return toShop();
          // Out of the address before anything else, so that no history, script or screenshot has it.
          const isApp = ticket.includes(".app_");
          history.replaceState({ isApp }, "", location.pathname);
          adapt(isApp);
          if (known.isEmbedded && !isApp && !navigator.standalone) await warnOfEmbeddedBrowser();
          show("working");
          let result;
          try { result = await spend(ticket); } catch { return show("offline"); }
          const { status, answer } = result;
          if (status === 410) return show("stale");
          if (status === 403) return show("elsewhere");
          if (status === 429 || status === 503) return show("busy");
          if (status !== 200) return show("failed");
          location.replace(answer.url);
        };

        addEventListener("pageshow", (event) => { if (event.persisted) toShop(); });
        addEventListener("hashchange", () => { if (location.hash.length > 1) begin(); });
        begin();
      })();

      """)
}

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
