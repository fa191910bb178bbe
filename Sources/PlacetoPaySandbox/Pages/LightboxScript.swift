import FerrySandbox
import FerryWeb

extension Asset {
  /// `lightbox.min.js`: with this script, a shop's page opens a session above itself. The page calls
  /// `P.init(processUrl, options)`, `P.on('response', callback)` and `P.on('close', callback)` ("Lightbox" in the Checkout
  /// documentation). Browsers of Apple's devices get no frame, but the session's page itself. If the shop's page is in a
  /// foreign frame there, the script sends the address to its parent.
  static let lightboxScript = Asset(
    "lightbox", "js", mediaType: "text/javascript; charset=utf-8",
    content: #"""
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

        function set(element, styles) {
          Object.keys(styles).forEach(function (name) { element.style.setProperty(name, styles[name]); });
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
          set(overlay, {
            position: 'fixed', inset: '0', 'z-index': '2147483647', display: 'grid', 'place-items': 'center',
            background: 'rgba(0, 0, 0, ' + opacity + ')'
          });
          var frame = document.createElement('iframe');
          frame.src = url;
          frame.title = 'PlacetoPay';
          set(frame, {
            width: 'min(30rem, 100%)', height: 'min(46rem, 100%)', border: '0', background: '#fff',
            'border-radius': '10px'
          });
          var button = document.createElement('button');
          button.type = 'button';
          button.textContent = '×';
          button.setAttribute('aria-label', 'Close');
          set(button, {
            position: 'absolute', top: '8px', right: '8px', width: '44px', height: '44px', 'font-size': '24px'
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

      """#)

  /// The script of the session's page in a lightbox's frame: it hands the result to the shop's page, and closes the frame
  /// instead of leaving it.
  static let frameScript = Asset(
    "placetopay-frame", "js", mediaType: "text/javascript; charset=utf-8",
    content: #"""
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

      """#)
}
