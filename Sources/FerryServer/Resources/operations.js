(() => {
  "use strict";
  const fields = "input:not([type=hidden]), select, textarea";
  const isChanged = field => field.matches("select")
    ? [...field.options].some(option => option.selected !== option.defaultSelected && field.value !== "")
    : field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  const isInUse = part => [...part.querySelectorAll(fields)]
    .some(field => field === document.activeElement || isChanged(field));
  const partsOf = root => [...root.querySelectorAll("[data-live]")];
  const namesOf = root => partsOf(root).map(part => part.id).join(" ");
  const contentOf = part =>
    part.textContent + [...part.querySelectorAll("a")].map(link => link.getAttribute("href")).join(" ");
  const nameOf = element => element.id ? "#" + CSS.escape(element.id)
    : element.href ? "a[href=" + JSON.stringify(element.getAttribute("href")) + "]" : null;
  // While the operator aims, presses or types nothing is replaced or moved, so that a click meets what they see.
  let actedAt = -Infinity, isPressed = false;
  for (const type of ["pointermove", "pointerdown", "pointerup", "pointercancel", "contextmenu", "dragend", "keydown"]) {
    addEventListener(type, event => {
      actedAt = performance.now();
      isPressed = type.startsWith("pointer") && event.buttons !== 0;
    }, true);
  }
  const operatorRests = async () => {
    while (isPressed || performance.now() - actedAt < 700) await new Promise(done => setTimeout(done, 100));
  };
  const swap = (old, fresh) => {
    const focused = old.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    const opened = new Set([...old.querySelectorAll("details[open] > summary")].map(summary => summary.textContent));
    for (const summary of fresh.querySelectorAll("details > summary")) {
      if (opened.has(summary.textContent)) summary.parentElement.open = true;
    }
    old.replaceWith(fresh);
    if (focused) fresh.querySelector(focused)?.focus({ preventScroll: true });
  };
  const refresh = async () => {
    const answer = await fetch(location.href, { headers: { "Ferry-Live": "1" }, redirect: "manual" });
    if (answer.type === "opaqueredirect") return location.reload();
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    await operatorRests();
    const main = document.querySelector("main");
    const next = fresh.querySelector("main");
    let isUpdated = false;
    if (namesOf(main) !== namesOf(next) && !isInUse(main)) {
      swap(main, next);
      isUpdated = true;
    } else {
      for (const part of partsOf(main)) {
        const other = next.querySelector("#" + CSS.escape(part.id));
        if (!other || contentOf(part) === contentOf(other) || isInUse(part)) continue;
        swap(part, other);
        isUpdated = true;
      }
    }
    const status = document.getElementById("updated");
    if (isUpdated && status) status.textContent = status.dataset.text;
  };
  let isRunning = false, isWaiting = false;
  const changed = async () => {
    if (isRunning) { isWaiting = true; return; }
    isRunning = true;
    try { await refresh(); } catch { /* The next change tries again. */ } finally { isRunning = false; }
    if (isWaiting) { isWaiting = false; changed(); }
  };
  // A hidden page needs no connection: browsers have few of them for one site.
  let events = null;
  const disconnect = () => { events?.close(); events = null; };
  const connect = () => {
    if (events || document.hidden) return;
    events = new EventSource(document.getElementById("updated").dataset.events);
    events.addEventListener("message", changed);
    // The server has refused the connection: the session may have ended, or the store does not answer for now.
    events.addEventListener("error", () => {
      if (events?.readyState !== EventSource.CLOSED) return;
      changed();
      disconnect();
      setTimeout(connect, 5000);
    });
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return disconnect();
    connect();
    changed();
  });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
  connect();
})();
