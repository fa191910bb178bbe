(function () {
  var outcome = document.getElementById('outcome');
  var shop = outcome.dataset.shop;
  var told = JSON.parse(outcome.dataset.told);
  document.getElementById('close').addEventListener('click', function () { window.close(); });
  window.addEventListener('message', function (message) {
    if (message.origin !== shop || message.source !== window.opener) { return; }
    if (message.data.status === 'success') { window.close(); return; }
    outcome.hidden = true;
    document.getElementById('refused').hidden = false;
  });
  if (!window.opener) { return; }
  window.opener.postMessage(told, shop);
  if (told.outcome === 'cancel') { window.close(); }
})();
