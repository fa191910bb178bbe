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
          const send = async (action, body) => {
            // Whatever may begin a checkout needs it, also the button that goes on with one.
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
              // The app has been installed anew, or has lost what it kept. It can do nothing with this checkout: the shop puts
              // it away and begins another.
              const again = new URLSearchParams({ csrf: body.get("csrf"), unknown: onward.open.checkout });
              await follow(await send("/checkout", again));
            }
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
