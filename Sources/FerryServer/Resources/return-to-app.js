(() => {
  "use strict";
  const { address, seconds } = document.currentScript.dataset;
  const shown = Date.now();
  const renew = () => { document.body.hidden = true; location.replace(address); };
  addEventListener("pageshow", (event) => { if (event.persisted) renew(); });
  addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - shown >= seconds * 1000) renew();
  });
})();
