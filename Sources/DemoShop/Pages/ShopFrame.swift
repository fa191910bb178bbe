import FerryCore
public import FerryWeb
import HTTPTypes

/// The common parts of all pages of the shop: header, footer, script, and policy.
struct ShopFrame {
  enum Place: String, CaseIterable {
    case cart, delivery, checkout, thanks

    var link: Link {
      switch self {
      case .cart: "/"
      case .delivery: "/delivery"
      case .checkout: "/checkout"
      case .thanks: "/thanks"
      }
    }
  }

  let language: Language
  /// The languages that the shop speaks in the buyer's market.
  let languages: [Language]
  let place: Place
  let cartCount: Int
  let policy: PagePolicy
  /// The hidden field of every form.
  let csrf: HTML
  /// Ferry's script that speaks to the surrounding app; nil in an ordinary browser.
  let bridge: Link?
  /// The pay button that led to the page; another language keeps it.
  var button: PayButton?

  var texts: Texts<ShopTexts> { language.shopTexts }

  /// A form with one button. Inside an app the shop's script sends it.
  func post(_ link: Link, _ title: String, _ style: Button.Style = .primary) -> HTML {
    "<form method=\"post\" action=\"\(link)\" data-leaves>\(csrf)\(Button(title, style).html)</form>"
  }

  func link(_ link: Link, _ title: String, _ style: Button.Style = .primary) -> HTML {
    link.button(title, style)
  }

  func page(
    status: HTTPResponse.Status = .ok, title: String, width: Page.Width = .narrow, head: HTML = .empty, body: HTML
  ) -> Page {
    let others = languages.filter { $0 != language }.map { other in
      (
        language: other,
        link: Link(
          "/language/\(other.rawValue)/\(place.rawValue)", query: button.map { [("provider", $0.formValue)] } ?? [])
      )
    }
    return Page(
      status: status, language: language, title: title, policy: policy, head: head + script,
      header: Self.header(language, cartCount: cartCount, languages: others), body: body, footer: Self.footer(language),
      width: width)
  }

  /// - Parameters:
  ///   - cartCount: The number of products in the cart; nil if the session is unknown.
  ///   - languages: The other languages, each with the link that selects it.
  static func header(
    _ language: Language, cartCount: Int?, languages: [(language: Language, link: Link)] = []
  ) -> HTML {
    let cart: HTML = "<a href=\"\("/#cart" as Link)\">\(language.shopTexts.cartLink(cartCount ?? 0))</a>"
    return SiteHeader(language.shopTexts.shopName, items: cart, languages: languages).html
  }

  static func footer(_ language: Language) -> HTML {
    "<footer class=\"site\"><p>\(language.shopTexts.footer)</p></footer>\n"
  }

  private var script: HTML {
    guard let nonce = policy.nonce else { return .empty }
    let bridge: HTML = bridge.map { "<script src=\"\($0)\" nonce=\"\(nonce)\" defer></script>\n" } ?? .empty
    return bridge + "<script src=\"\(Asset.shopScript.link)\" nonce=\"\(nonce)\" defer></script>\n"
  }
}

extension Asset {
  /// The shop's script. Every page works without it.
  public static let shopScript = Asset(
    "shop", "js", mediaType: "text/javascript; charset=utf-8",
    content: """
      (() => {
        "use strict";

        // Back may show a frozen page. Reload it for the present state.
        addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

        addEventListener("submit", (event) => event.submitter?.setAttribute("aria-busy", "true"));

        // Inside an app the provider's pages open in the app's secure browser.
        const app = window.ferry?.isInApp ? window.ferry : null;
        if (app) {
          const send = async (action, body) => {
            // Every form that may create a checkout needs a challenge, including the button that continues one.
            if (new URL(action, location).pathname === "/checkout") body.set("challenge", await app.prepare());
            app.cover();
            const response = await fetch(action, {
              method: "POST", body, headers: { Accept: "application/json" }, cache: "no-store",
            });
            const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
            return response.ok && isJSON ? response.json() : { page: "/checkout" };
          };
          const follow = async ({ page, open }) => { if (open) await app.open(open); else location.assign(page); };
          const leave = async (form, submitter) => {
            const body = new URLSearchParams(new FormData(form, submitter));
            const onward = await send(form.action, body);
            try {
              await follow(onward);
            } catch (error) {
              if (error.message !== "unknown-checkout") throw error;
              // The app was reinstalled or has lost its storage. It cannot use this checkout: the shop cancels it and starts
              // another.
              const again = new URLSearchParams({ csrf: body.get("csrf"), unknown: onward.open.checkout });
              await follow(await send("/checkout", again));
            }
          };
          addEventListener("submit", (event) => {
            if (!event.target.matches("form[data-leaves]")) return;
            event.preventDefault();
            // The checkout's page shows the outcome.
            leave(event.target, event.submitter).catch(() => location.assign("/checkout"));
          });
          app.onChange = (state) => { if (!state.covered) location.assign("/checkout"); };
        }

        // The button of a provider's script replaces the plain button once it is drawn.
        const fill = (value, values) => {
          if (typeof value === "string") return Object.hasOwn(values, value) ? values[value] : value;
          if (Array.isArray(value)) return value.map((one) => fill(one, values));
          if (value === null || typeof value !== "object") return value;
          return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, values)]));
        };
        for (const element of document.querySelectorAll("script.provider-button")) {
          const call = JSON.parse(element.textContent);
          const container = document.querySelector(element.dataset.container);
          // See `ProviderButtonScriptBody.Placeholder`.
          const values = Object.fromEntries(Object.entries(element.dataset).map(([name, one]) => [`{${name}}`, one]));
          const plain = container.nextElementSibling;
          const name = call.function.at(-1);
          try {
            const owner = call.function.slice(0, -1).reduce((object, part) => object[part], window);
            const button = owner[name](...fill(JSON.parse(call.arguments), values));
            const submit = () => plain.form.requestSubmit(plain);
            if (call.onClick) button[call.onClick](submit); else container.addEventListener("click", submit);
            plain.hidden = true;
          } catch (error) {
            console.warn("A provider's button could not be drawn.", error);
          }
        }

        document.querySelector("h1[data-focus]")?.focus();

        // A waiting page asks for the phase and reloads when it has changed.
        const waiting = document.querySelector("[data-phase]");
        if (waiting) {
          let pause = 1000;
          const ask = async () => {
            try {
              const response = await fetch("/checkout/phase", { cache: "no-store" });
              if (response.ok) {
                const { phase } = await response.json();
                if (phase !== waiting.dataset.phase) return location.reload();
              } else if (response.status === 404) {
                return location.reload();
              }
            } catch { /* No network; retry. */ }
            pause = Math.min(pause * 1.5, 10000);
            setTimeout(ask, pause);
          };
          setTimeout(ask, pause);
        }
      })();

      """)
}
