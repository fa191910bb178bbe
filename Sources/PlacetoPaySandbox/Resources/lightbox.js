(function () {
  'use strict';

  var script = document.currentScript;
  var origin = new URL(script ? script.src : location.href).origin;
  var listeners = { response: [], close: [] };
  var overlay = null;

  function tell(name, data) { listeners[name].forEach(function (listener) { listener(data); }); }

  function isWithoutFrames() {
    var agent = navigator.userAgent;
    return /iP(hone|ad|od)/.test(agent) || (/Safari/.test(agent) && !/Chrom/.test(agent));
  }

  function close() {
    if (!overlay) { return; }
    overlay.remove();
    overlay = null;
    document.removeEventListener('keydown', onKey);
    tell('close');
  }

  function onKey(event) { if (event.key === 'Escape') { close(); } }

  function open(url, opacity) {
    overlay = document.createElement('div');
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-modal', 'true');
    Object.assign(overlay.style, {
      position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid', placeItems: 'center',
      background: 'rgba(0, 0, 0, ' + opacity + ')'
    });
    var frame = document.createElement('iframe');
    frame.src = url;
    frame.title = 'PlacetoPay';
    Object.assign(frame.style, {
      width: 'min(30rem, 100%)', height: 'min(46rem, 100%)', border: '0', background: '#fff',
      borderRadius: '10px'
    });
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = '×';
    button.setAttribute('aria-label', 'Close');
    Object.assign(button.style, {
      position: 'absolute', top: '8px', right: '8px', width: '44px', height: '44px', fontSize: '24px'
    });
    button.addEventListener('click', close);
    overlay.append(frame, button);
    document.body.append(overlay);
    document.addEventListener('keydown', onKey);
    button.focus();
  }

  window.addEventListener('message', function (event) {
    if (event.origin !== origin || !event.data) { return; }
    if (event.data.type === 'placetopay-sandbox:response') { tell('response', event.data.response); }
    if (event.data.type === 'placetopay-sandbox:close') { close(); }
  });

  window.P = {
    init: function (processUrl, options) {
      var url = new URL(processUrl);
      if (url.origin !== origin) { throw new Error('PlacetoPay sandbox: ' + origin + ' is expected'); }
      options = options || {};
      var target = { popup: 'popup', blank: '_blank' }[options.backupTarget];
      if (!isWithoutFrames()) {
        open(url.href, typeof options.opacity === 'number' ? options.opacity : 0.7);
        return;
      }
      if (window.parent !== window) {
        window.parent.postMessage({ type: 'placetopay-lightbox:redirect', url: url.href }, '*');
      }
      if (target) {
        window.open(url.href, target === 'popup' ? 'placetopay' : '_blank',
          target === 'popup' ? 'popup,width=480,height=740' : '');
      } else {
        location.assign(url.href);
      }
    },
    on: function (name, listener) { if (listeners[name]) { listeners[name].push(listener); } }
  };
})();
