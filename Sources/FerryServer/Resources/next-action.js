(() => {
  "use strict";

  const { nonce } = document.currentScript;
  const known = JSON.parse(document.getElementById("ferry-data").textContent);
  // After the load event: a page that is left before it has loaded is no entry in the history, and Back would skip it.
  const page = new Promise((resolve) => addEventListener("load", () => setTimeout(resolve), { once: true }));

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

  const callPath = (path, ...values) => {
    const owner = path.slice(0, -1).reduce((object, name) => object[name], window);
    return owner[path.at(-1)](...values);
  };

  const call = async (script) => {
    await load(script.source);
    callPath(script.function, ...script.arguments.map((argument) => JSON.parse(argument)));
    // In the next tick: the provider's script may bind the button after its function has returned.
    if (script.pressesButton) setTimeout(() => document.getElementById("ferry-step").click(), 0);
  };

  // The form may be opened again: after a bank's page or app, by Back, and by reloading.
  const open = async (form) => {
    let isLate = false;
    let isOver = false;
    const end = () => { isOver = true; clearTimeout(timeout); };
    const fail = (reason) => { end(); console.error(reason); show("failed"); };
    const timeout = setTimeout(() => { isLate = true; show("failed"); }, known.patience);
    // Once only: to show the page moves the focus out of the form.
    const appear = () => {
      if (isOver) return;
      end();
      if (isLate) show("payment");
    };
    try {
      await show("working");
      await load(form.source);
      const configuration = JSON.parse(form.configuration);
      for (const name of form.failures) configuration[name] = fail;
      configuration[form.appearance] = appear;
      if (!isLate) await show("payment");
      callPath(form.function, configuration)[form.method]();
    } catch (error) {
      fail(error);
    }
  };

  const perform = async () => {
    if (history.state?.hasLeft) return back();
    history.replaceState({ hasLeft: true }, "");
    await page;
    show("working");
    const timeout = setTimeout(() => show("failed"), known.patience);
    try {
      if (known.script) await call(known.script);
      // A field of the form may be named "submit".
      else HTMLFormElement.prototype.submit.call(document.getElementById("ferry-form"));
    } catch (error) {
      clearTimeout(timeout);
      console.error(error);
      show("failed");
    }
  };

  addEventListener("pageshow", (event) => {
    if (event.persisted) { if (known.payment) location.reload(); else back(); }
  });
  if (known.payment) open(known.payment); else perform();
})();
