(function () {
  'use strict';

  var link = document.getElementById('app');
  var reload = document.querySelector('meta[http-equiv="refresh"]');
  if (!link || !reload) { return; }
  var next = reload.content.split('url=').pop();
  link.addEventListener('click', function () {
    setTimeout(function () { location.replace(next); }, 5000);
  });
})();
