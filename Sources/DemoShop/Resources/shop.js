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
