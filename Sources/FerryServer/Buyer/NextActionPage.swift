import FerryCore
import FerryProvider
import FerryWeb
import HTTPTypes

/// The pages that perform a next action in the buyer's browser.
struct NextActionPage {
  private struct Data: Encodable {
    let script: Script?
    let form: Form?
    /// The place for a browser that comes back here; nil beside an app, where the buyer closes the browser.
    let shop: String?
    /// In milliseconds.
    let patience: Int64
  }

  /// A call of a provider's script.
  private struct Script: Encodable {
    let source: String
    let function: [String]
    /// Each as JSON text.
    let arguments: [String]
    let pressesButton: Bool
  }

  /// A form for the provider, as programs read it. Browsers post the page's form.
  private struct Form: Encodable {
    let action: String
    let fields: [String: String]
  }

  let language: Language
  let nonce: Nonce
  /// The sources that the provider's page needs.
  let sites: ProviderSites
  /// Nil beside an app.
  let shop: Link?
  let patience: Duration

  /// Loads the provider's script and calls it.
  func script(_ script: ProviderScript) -> Page {
    let data = Script(
      source: script.source, function: script.function, arguments: script.arguments,
      pressesButton: script.pressesButton)
    return page(
      sites.policy(nonce), data, nil,
      """
      <noscript>\(StartParts.scriptNeeded(shop, language))</noscript>
      <button type="button" id="ferry-step" hidden tabindex="-1"></button>
      """)
  }

  /// Posts a form to the provider: by script at once, without scripts by its button.
  func form(_ form: ProviderForm) -> Page {
    guard let action = Link(external: form.action) else { return failure }
    let data = Form(
      action: action.text, fields: Dictionary(form.fields.map { ($0.name, $0.value) }) { first, _ in first })
    let fields = form.fields.map { field -> HTML in
      "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">"
    }
    return page(
      sites.policy(nonce), nil, data,
      """
      <form id="ferry-form" method="post" action="\(action)">\(fields)
      <noscript><button type="submit">\(StartText.goOn(language))</button></noscript></form>
      """)
  }

  /// The provider cannot be used.
  var failure: Page {
    let words = StartText.Trouble.failed.words(language)
    return Page(
      status: .badGateway, language: language, title: words.title, policy: PagePolicy(),
      body: Message(words.title, [words.advice], actions: actions).html)
  }

  private func page(_ policy: PagePolicy, _ script: Script?, _ form: Form?, _ body: HTML) -> Page {
    let data = Data(script: script, form: form, shop: shop?.text, patience: patience.wholeMilliseconds)
    return Page(
      language: language, title: StartText.title(language), policy: policy,
      head: """
        <script type="application/json" id="ferry-data" nonce="\(nonce)">\(json: data)</script>
        <script nonce="\(nonce)">\(Self.script)</script>

        """,
      body: """
        \(StartParts.working(language))\
        \(StartParts.part(.failed, actions: actions, language))\(StartParts.part(.returned, actions: .empty, language))\
        \(body)
        """)
  }

  private var actions: HTML {
    shop?.button(StartText.backToShop(language)) ?? "<span>\(StartText.backToApp(language))</span>"
  }

  /// Performs the action once. A buyer who comes back here, by Back or by reloading, is not sent to the provider again.
  private static let script = HTML(
    trusted: """
      (() => {
        "use strict";

        const { nonce } = document.currentScript;
        const known = JSON.parse(document.getElementById("ferry-data").textContent);
        const page = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve, { once: true }));

        const show = async (name) => {
          await page;
          for (const part of document.querySelectorAll("[data-part]")) part.hidden = part.dataset.part !== name;
          document.querySelector(`[data-part="${name}"] h1`)?.focus();
        };

        // The shop shows the state of the order. Beside an app the buyer closes this browser.
        const back = () => { if (known.shop) location.replace(known.shop); else show("returned"); };

        const load = (source) => new Promise((resolve, reject) => {
          const element = document.createElement("script");
          element.src = source;
          element.nonce = nonce;
          element.onload = resolve;
          element.onerror = () => reject(new Error("The provider's script could not be loaded."));
          document.head.append(element);
        });

        const call = async (script) => {
          await load(script.source);
          const path = script.function.slice(0, -1);
          const owner = path.reduce((object, name) => object[name], window);
          owner[script.function.at(-1)](...script.arguments.map((argument) => JSON.parse(argument)));
          // In the next tick: the provider's script may bind the button after its function has returned.
          if (script.pressesButton) setTimeout(() => document.getElementById("ferry-step").click(), 0);
        };

        const perform = async () => {
          if (history.state?.hasLeft) return back();
          history.replaceState({ hasLeft: true }, "");
          await page;
          show("working");
          const timeout = setTimeout(() => show("failed"), known.patience);
          try {
            if (known.form) document.getElementById("ferry-form").submit(); else await call(known.script);
          } catch (error) {
            clearTimeout(timeout);
            console.error(error);
            show("failed");
          }
        };

        addEventListener("pageshow", (event) => { if (event.persisted) back(); });
        perform();
      })();

      """)
}
