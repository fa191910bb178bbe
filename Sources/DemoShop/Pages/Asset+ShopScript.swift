public import FerryWeb

extension Asset {
  /// The shop's own script. Every page works without it.
  public static let shopScript = Asset(
    "shop", "js", mediaType: "text/javascript; charset=utf-8",
    content: """
      (() => {
        "use strict";

        // Going back may bring a page back as it was frozen. What counts is what the server says now.
        addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

        addEventListener("submit", (event) => event.submitter?.setAttribute("aria-busy", "true"));

        // Inside an app the provider's pages open beside this one, in a secure browser that the app brings.
        const app = window.ferry?.isInApp ? window.ferry : null;
        if (app) {
          const leave = async (form, submitter) => {
            const body = new URLSearchParams(new FormData(form, submitter));
            // Whatever may begin a checkout needs it, also the button that goes on with one.
            if (new URL(form.action).pathname === "/checkout") body.set("challenge", await app.prepare());
            app.cover();
            const response = await fetch(form.action, {
              method: "POST", body, headers: { Accept: "application/json" }, cache: "no-store",
            });
            const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
            if (!response.ok || !isJSON) return location.assign("/checkout");
            const { page, open } = await response.json();
            if (open) await app.open(open); else location.assign(page);
          };
          addEventListener("submit", (event) => {
            if (!event.target.matches("form[data-leaves]")) return;
            event.preventDefault();
            // What became of it is for the checkout's page to say.
            leave(event.target, event.submitter).catch(() => location.assign("/checkout"));
          });
          app.onChange = (state) => { if (!state.covered) location.assign("/checkout"); };
        }

        // The provider's button takes the plain button's place once it stands.
        const options = document.getElementById("pay-button-options");
        if (options && window.amazon && amazon.Pay) {
          const form = document.getElementById("start-checkout");
          const plain = form.querySelector("button");
          try {
            const button = amazon.Pay.renderButton("#AmazonPayButton", JSON.parse(options.textContent));
            button.onClick(() => form.requestSubmit(plain));
            plain.hidden = true;
          } catch (error) {
            console.warn("The Amazon Pay button could not be shown.", error);
          }
        }

        document.querySelector("h1[data-focus]")?.focus();

        // A page that waits asks for the phase, and loads again when it has changed.
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
            } catch { /* No network just now; ask again. */ }
            pause = Math.min(pause * 1.5, 10000);
            setTimeout(ask, pause);
          };
          setTimeout(ask, pause);
        }
      })();

      """)
}
