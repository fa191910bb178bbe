(function () {
  'use strict';

  if (window.parent === window) { return; }
  var result = document.getElementById('response');
  if (!result) { return; }
  // The body is signed for the shop's server and says nothing that its page may not know.
  window.parent.postMessage(
    { type: 'placetopay-sandbox:response', response: JSON.parse(result.dataset.response) }, '*');
  function close() { window.parent.postMessage({ type: 'placetopay-sandbox:close' }, '*'); }
  if ('closes' in result.dataset) { close(); }
  var link = document.getElementById('return');
  if (link) {
    link.addEventListener('click', function (event) {
      event.preventDefault();
      close();
    });
  }
})();
