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
    history.replaceState({ isApp }, "", location.pathname + location.search);
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
