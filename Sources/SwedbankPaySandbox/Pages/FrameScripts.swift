import FerryWeb

extension Asset {
  /// The script of the menu and of the check-in in a frame: it tells the shop's page of events, and holds a payment until the
  /// page agrees (`onPaymentButtonPressed` and `resume` of the documentation; two minutes without an answer are a refusal).
  static let menuScript = Asset(
    "swedbank-pay-menu", "js", mediaType: "text/javascript; charset=utf-8",
    content: #"""
      (function () {
        'use strict';

        var menu = document.getElementById('menu');
        if (!menu || window.parent === window) { return; }
        var order = menu.dataset.order ? { id: menu.dataset.order } : undefined;

        // The events name the order and addresses that the shop itself gave; the policy of this page limits its parents.
        function tell(event) {
          if (order && !event.paymentOrder) { event.paymentOrder = order; }
          if (event.redirectUrl) { event.redirectUrl = new URL(event.redirectUrl, location.href).href; }
          window.parent.postMessage({ type: 'swedbank-pay-sandbox:event', event: event }, '*');
        }

        function height() { return Math.ceil(document.documentElement.getBoundingClientRect().height); }

        tell({ event: 'OnCheckoutLoaded', bodyHeight: height() });
        JSON.parse(menu.dataset.events).forEach(function (event) {
          tell(event);
          // The list of instruments takes the form's place. The provider's mobile SDK asks for the payer after this.
          if (event.event === 'OnPayerIdentified') { tell({ event: 'OnCheckoutResized', bodyHeight: height() }); }
        });
        // The payer pressed a button far below: what went wrong would be out of sight.
        var notice = document.querySelector('.notice.error');
        if (notice) { notice.scrollIntoView({ block: 'center' }); }
        var last = height();
        if (window.ResizeObserver) {
          new ResizeObserver(function () {
            if (height() === last) { return; }
            last = height();
            tell({ event: 'OnCheckoutResized', bodyHeight: last });
          }).observe(document.body);
        }

        document.querySelectorAll('a[data-event]').forEach(function (link) {
          link.addEventListener('click', function (click) {
            click.preventDefault();
            var isOpening = link.dataset.event === 'OnOutOfViewOpen';
            tell(isOpening
              ? { event: link.dataset.event, openUrl: link.href }
              : { event: link.dataset.event, redirectUrl: link.href });
          });
        });
        var terms = document.getElementById('terms');
        if (terms) {
          terms.addEventListener('click', function (click) {
            click.preventDefault();
            tell({ event: 'OnTermsOfServiceRequested', termsOfServiceUrl: terms.href });
          });
        }

        document.querySelectorAll('form[data-pays]').forEach(function (form) {
          form.addEventListener('submit', function (submit) {
            if (form.dataset.agreed) { return; }
            submit.preventDefault();
            var button = submit.submitter;
            var timer = setTimeout(function () { done(false); }, 120000);
            function done(isAgreed) {
              clearTimeout(timer);
              window.removeEventListener('message', onAnswer);
              if (!isAgreed) { return; }
              form.dataset.agreed = 'yes';
              form.requestSubmit(button);
            }
            function onAnswer(message) {
              var data = message.data || {};
              if (message.source !== window.parent || data.type !== 'swedbank-pay-sandbox:resume') { return; }
              done(data.confirmation === true);
            }
            window.addEventListener('message', onAnswer);
            tell({ event: 'OnPaymentButtonPressed' });
          });
        });
      })();

      """#)

  /// The script of the page that waits for an app. In some browsers a link to an app ends the page's own reload. The script
  /// then continues in its place. It waits first, so that the payer can answer the browser's question about the app.
  static let appScript = Asset(
    "swedbank-pay-app", "js", mediaType: "text/javascript; charset=utf-8",
    content: """
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

      """)

  /// The script of a wallet's page after the decision: it closes the window that the shop's page opened.
  static let closingScript = Asset(
    "swedbank-pay-wallet", "js", mediaType: "text/javascript; charset=utf-8",
    content: """
      window.close();

      """)
}

extension Asset {
  static let paymentStyle = Asset(
    "swedbank-pay-payment", "css", mediaType: "text/css; charset=utf-8",
    content: """
      /* A frame is as high as its content, also when that gets shorter. */
      body:has(#menu) { min-height: 0; }
      .sum { text-align: start; }
      .instruments { display: grid; gap: 8px; }
      .instruments .button { width: 100%; justify-content: flex-start; }

      """)
}
