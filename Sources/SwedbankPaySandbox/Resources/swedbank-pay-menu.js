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
