import FerryWeb

extension StartPage {
  /// Spends the ticket, and takes the browser where the answer says. It stands in the page, before the styles: a file of its
  /// own would be one request more on the buyer's way, and styles hold up the scripts that come after them.
  static let script = HTML(
    trusted: """
      (() => {
        "use strict";

        const { nonce } = document.currentScript;
        const known = JSON.parse(document.getElementById("ferry-data").textContent);

        // This runs before the page's body is there, so that nothing but the page comes before the ticket is sent.
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

        // Nobody looks at a turning circle for ever: neither server nor provider may keep the buyer waiting longer.
        let limit;
        const within = (give) => { clearTimeout(limit); limit = setTimeout(give, known.patience); };

        // Whoever comes here without a ticket, by Back or by reloading, is shown by the shop how things stand.
        const toShop = () => {
          if (history.state?.isApp) { adapt(true); return show("returned"); }
          const shop = history.state?.shop ?? known.shop;
          if (shop) location.replace(shop); else show("stale");
        };

        const spend = async (ticket) => {
          const abort = new AbortController();
          within(() => abort.abort());
          const response = await fetch("/ferry/start", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ticket }),
            cache: "no-store", redirect: "error", signal: abort.signal,
          });
          return { status: response.status, answer: response.ok ? await response.json() : null };
        };

        const load = (source) => new Promise((resolve, reject) => {
          const element = document.createElement("script");
          element.src = source;
          element.nonce = nonce;
          element.onload = resolve;
          element.onerror = () => reject(new Error("The provider's script could not be loaded."));
          document.head.append(element);
        });

        const post = (form) => {
          const element = document.createElement("form");
          element.method = "post";
          element.action = form.action;
          for (const field of form.fields) {
            const input = document.createElement("input");
            input.type = "hidden";
            input.name = field.name;
            input.value = field.value;
            element.append(input);
          }
          document.body.append(element);
          element.submit();
        };

        const call = async (script) => {
          await page;
          await load(script.source);
          const path = script.function.slice(0, -1);
          const owner = path.reduce((object, name) => object[name], window);
          owner[script.function.at(-1)](...script.arguments.map((argument) => JSON.parse(argument)));
          // In the next tick: the provider's script may bind the button after its function has returned.
          if (script.pressesButton) setTimeout(() => document.getElementById("ferry-step").click(), 0);
        };

        // Nothing is spent before the buyer says that he goes on here. The address has no ticket any more: what the app's own
        // menu opens elsewhere is the shop.
        const toldOfBrowser = async () => {
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
          // Out of the address before anything else, so that no history, no script and no picture taken shows it.
          const isApp = ticket.includes(".app_");
          history.replaceState({ isApp }, "", location.pathname);
          adapt(isApp);
          if (known.isEmbedded && !isApp && !navigator.standalone) await toldOfBrowser();
          show("working");
          let result;
          try { result = await spend(ticket); } catch { return show("offline"); } finally { clearTimeout(limit); }
          const { status, answer } = result;
          if (status === 410) return show("stale");
          if (status === 403) return show("elsewhere");
          if (status === 429) return show("busy");
          if (status !== 200) return show("failed");
          history.replaceState({ isApp, shop: answer.shop }, "");
          if (answer.kind === "redirect") return location.replace(answer.url);
          if (answer.kind === "form") return post(answer.form);
          within(() => show("failed"));
          try { await call(answer.script); } catch (error) { clearTimeout(limit); console.error(error); show("failed"); }
        };

        addEventListener("pageshow", (event) => { if (event.persisted) toShop(); });
        addEventListener("hashchange", () => { if (location.hash.length > 1) begin(); });
        begin();
      })();

      """)
}
