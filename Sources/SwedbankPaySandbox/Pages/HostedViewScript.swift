import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Operation {
  /// Nil unless a shop's page or the script asks for the script or for the menu's page.
  init?(loadedBy request: HTTPRequest) {
    let segments = request.pathWithoutQuery.split(separator: "/")
    guard request.method == .get else { return nil }
    switch (segments.first, segments.count) {
    case ("checkout", 3) where segments[1] == "client": self = .loadScript
    case ("paymentmenu", 2...) where segments[1] == "core", ("consumers", 2...) where segments[1] == "core":
      self = .loadScript
    case ("menu", 2): self = .loadMenu
    default: return nil
    }
  }
}

extension SandboxExchange {
  /// Spoils the script or the menu's page: by an error, a lost connection, or, as `notJSON`, a script that throws.
  mutating func strike(_ fault: SandboxFault.Kind?) {
    switch fault {
    case .errorBeforeExecution(let status), .errorAfterExecution(let status):
      response.status = HTTPResponse.Status(code: status)
      body = []
      response.headerFields[.contentLength] = "0"
    case .notJSON:
      body = Array("throw new Error('Swedbank Pay sandbox: a planned fault')".utf8)
      response.headerFields[.contentLength] = String(body.count)
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .cutOffBody: delivery = .cutOff(body.count / 2)
    case .delay, .slow, .unknownState, .otherAmount, .simulate, nil: break
    }
  }
}

extension Asset {
  /// The script that a shop's page loads: it offers `payex.hostedView.checkout` (`view-checkout`),
  /// `payex.hostedView.paymentMenu` (version 2.0, `view-paymentorder`) or `payex.hostedView.consumer` (check-in), by its own
  /// address. `open()` puts a frame into the page's container. A handler of the page replaces an event's default, except
  /// `onEventNotification` ("Seamless view events" of the documentation). The frame's address and messages are the sandbox's
  /// own. The script never throws: any error of the page ends a payment in the provider's mobile SDK.
  ///
  /// Each version has events of its own ("Migration guide" of the documentation): `onPaymentPending` and `onPaymentFailed`
  /// are those of version 2.0, `onPayerIdentified` is a later one. An event that a version does not have is not told there,
  /// and `onEventNotification` does not name it either. The form of that notification in version 2.0 is not documented.
  static let hostedViewScript = Asset(
    "hosted-view", "js", mediaType: "text/javascript; charset=utf-8",
    content: #"""
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

      """#)
}
