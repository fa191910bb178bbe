(function () {
  'use strict';

  var source = new URL(document.currentScript ? document.currentScript.src : location.href);
  var kind = source.pathname.indexOf('consumer') > 0 ? 'consumer'
    : source.pathname.indexOf('paymentmenu') > 0 ? 'paymentMenu' : 'checkout';
  var token = source.searchParams.get('token') || source.pathname.split('/').pop();
  var address = source.origin + (kind === 'consumer' ? '/consumers/' : '/menu/') + token;

  // The names of version 2.0, with the members that it calls otherwise.
  var old = {
    OnCheckoutLoaded: 'onApplicationConfigured', OnInstrumentSelected: 'onPaymentMenuInstrumentSelected',
    OnCheckoutResized: 'onApplicationConfigured', OnPaymentAttemptStarted: 'onPaymentCreated',
    OnPaymentPending: 'onPaymentPending', OnPaymentAttemptFailed: 'onPaymentTransactionFailed',
    OnPaymentFailed: 'onPaymentFailed', OnPaid: 'onPaymentCompleted', OnAborted: 'onPaymentCanceled',
    OnOutOfViewRedirect: 'onExternalRedirect', OnOutOfViewOpen: 'onOutOfViewOpen',
    OnTermsOfServiceRequested: 'onPaymentToS', OnError: 'onError'
  };
  var onlyOld = ['OnPaymentPending', 'OnPaymentFailed'];
  // The events of version 2.0 that name themselves in `bodyType`, and not in `actionType`.
  var withBodyType = [
    'onError', 'onPaymentCreated', 'onPaymentMenuInstrumentSelected', 'onPaymentPending',
    'onPaymentTransactionFailed'
  ];

  function go(event) { if (event.redirectUrl) { location.assign(event.redirectUrl); } }
  function open(event) { window.open(event.openUrl || event.termsOfServiceUrl, '_blank'); }
  var defaults = {
    OnPaid: go, OnPaymentFailed: go, OnAborted: go, OnOutOfViewRedirect: go, OnOutOfViewOpen: open,
    OnTermsOfServiceRequested: open
  };

  // Null for an event that the version does not have.
  function handlerName(name) {
    if (kind === 'paymentMenu') { return old[name] || null; }
    if (onlyOld.indexOf(name) >= 0) { return null; }
    return name.charAt(0).toLowerCase() + name.slice(1);
  }

  function publicName(handler) { return handler.charAt(0).toUpperCase() + handler.slice(1); }

  function argument(event, name) {
    if (kind === 'checkout') { return event; }
    var copy = Object.assign({}, event);
    copy[withBodyType.indexOf(name) < 0 ? 'actionType' : 'bodyType'] = publicName(name);
    delete copy.event;
    if (kind === 'paymentMenu') {
      copy.paymentOrderId = event.paymentOrder && event.paymentOrder.id;
      delete copy.paymentOrder;
      if (name === 'onApplicationConfigured') { copy.source = 'PaymentMenuCore'; }
      if (event.event === 'OnTermsOfServiceRequested') {
        copy.openUrl = event.termsOfServiceUrl;
        copy.origin = 'merchant';
      }
    }
    return copy;
  }

  function call(handler, value) {
    try { handler(value); } catch (error) { console.error('Swedbank Pay sandbox: a handler failed', error); }
  }

  function create(config) {
    config = config || {};
    var frame = null;

    function tell(event) {
      var name = handlerName(event.event);
      if (!name) { return; }
      if (kind !== 'consumer' && typeof config.onEventNotification === 'function') {
        call(config.onEventNotification, {
          event: 'OnEventNotification', sourceEvent: publicName(name), paymentOrder: event.paymentOrder,
          details: publicName(name)
        });
      }
      if (typeof config[name] === 'function') {
        call(config[name], argument(event, name));
      } else if (defaults[event.event]) {
        call(defaults[event.event], event);
      }
    }

    function onMessage(message) {
      if (!frame || message.source !== frame.contentWindow || message.origin !== source.origin) { return; }
      var data = message.data || {};
      if (data.type !== 'swedbank-pay-sandbox:event' || !data.event) { return; }
      if (data.event.bodyHeight) { frame.style.setProperty('height', data.event.bodyHeight + 'px'); }
      if (data.event.event === 'OnPaymentButtonPressed' && typeof config.onPaymentButtonPressed !== 'function') {
        answer(true);
        return;
      }
      tell(data.event);
    }

    function answer(confirmation) {
      if (!frame || !frame.contentWindow) { return; }
      frame.contentWindow.postMessage(
        { type: 'swedbank-pay-sandbox:resume', confirmation: confirmation }, source.origin);
    }

    function close() {
      if (!frame) { return; }
      window.removeEventListener('message', onMessage);
      frame.remove();
      frame = null;
    }

    return {
      open: function () {
        if (frame) { return; }
        var id = config.container && config.container.checkout || config.container || 'checkout';
        var container = typeof id === 'string' ? document.getElementById(id) : id;
        if (!container || !container.append) {
          tell({ event: 'OnError', origin: kind, messageId: 'container', details: 'The container is missing: ' + id });
          return;
        }
        frame = document.createElement('iframe');
        frame.src = address;
        frame.title = 'Swedbank Pay';
        frame.setAttribute('allow', 'payment');
        Object.assign(frame.style, { width: '100%', height: '640px', border: '0' });
        window.addEventListener('message', onMessage);
        container.append(frame);
      },
      close: close,
      cancel: close,
      refresh: function () { if (frame) { frame.src = address; } },
      update: function () { if (frame) { frame.src = address; } },
      resume: function (decision) { answer(!!decision && decision.confirmation === true); }
    };
  }

  window.payex = window.payex || {};
  window.payex.hostedView = window.payex.hostedView || {};
  window.payex.hostedView[kind] = create;
})();
