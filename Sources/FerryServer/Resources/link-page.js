(() => {
  "use strict";
  const query = new URLSearchParams(location.search);
  if (query.get("tap") === "1") query.set("tried", "1");
  location.replace(document.documentElement.dataset.base + "/ferry/back?" + query);
})();
