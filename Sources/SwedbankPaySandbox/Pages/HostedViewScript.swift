import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// Answers the requests of shops' pages for the script.
enum HostedViewScript {
  static func isAddress(_ request: HTTPRequest) -> Bool {
    let segments = request.pathWithoutQuery.split(separator: "/")
    guard request.method == .get else { return false }
    return segments.starts(with: ["checkout", "client"]) && segments.count == 3
      || ["paymentmenu", "consumers"].contains(segments.first) && segments.dropFirst().first == "core"
  }

  /// - Parameter fault: An error, a lost connection, or, as `notJSON`, a script that throws.
  static func answer(_ request: HTTPRequest, _ fault: SandboxFault.Kind?, at now: Moment) -> SandboxExchange {
    var exchange = PageAnswer(.asset(.hostedViewScript, isForEver: false)).exchange(at: now)
    switch fault {
    case .errorBeforeExecution(let status), .errorAfterExecution(let status):
      exchange.response.status = HTTPResponse.Status(code: status)
      exchange.body = []
      exchange.response.headerFields[.contentLength] = "0"
    case .notJSON:
      exchange.body = Array("throw new Error('Swedbank Pay sandbox: a planned fault')".utf8)
      exchange.response.headerFields[.contentLength] = String(exchange.body.count)
    case .dropBeforeExecution, .dropAfterExecution: exchange.delivery = .none
    case .cutOffBody: exchange.delivery = .cutOff(exchange.body.count / 2)
    case .delay, .slow, .unknownState, .otherAmount, .simulate, nil: break
    }
    return exchange
  }
}

extension Asset {
  /// The script that a shop's page loads: it offers `payex.hostedView.checkout` (`view-checkout`),
  /// `payex.hostedView.paymentMenu` (version 2.0, `view-paymentorder`) or `payex.hostedView.consumer` (check-in), by its own
  /// address. `open()` puts a frame into the page's container. A handler of the page replaces an event's default, except
  /// `onEventNotification` ("Seamless view events" of the documentation). The frame's address and messages are the sandbox's
  /// own. The script never throws: any error of the page ends a payment in the provider's mobile SDK.
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
          OnPaymentAttemptStarted: 'onPaymentCreated', OnPaymentAttemptFailed: 'onPaymentTransactionFailed',
          OnPaid: 'onPaymentCompleted', OnAborted: 'onPaymentCanceled', OnOutOfViewRedirect: 'onExternalRedirect',
          OnOutOfViewOpen: 'onOutOfViewOpen', OnTermsOfServiceRequested: 'onPaymentToS', OnError: 'onError'
        };

        function go(event) { if (event.redirectUrl) { location.assign(event.redirectUrl); } }
        function open(event) { window.open(event.openUrl || event.termsOfServiceUrl, '_blank'); }
        var defaults = {
          OnPaid: go, OnAborted: go, OnOutOfViewRedirect: go, OnOutOfViewOpen: open, OnTermsOfServiceRequested: open
        };

        function handlerName(name) {
          if (kind === 'paymentMenu') { return old[name] || null; }
          return name.charAt(0).toLowerCase() + name.slice(1);
        }

        function argument(event) {
          if (kind === 'checkout') { return event; }
          var copy = {};
          Object.keys(event).forEach(function (key) { copy[key] = event[key]; });
          var name = handlerName(event.event) || event.event;
          copy.actionType = name.charAt(0).toUpperCase() + name.slice(1);
          delete copy.event;
          if (kind === 'paymentMenu') {
            copy.paymentOrderId = event.paymentOrder && event.paymentOrder.id;
            copy.id = copy.paymentOrderId;
            delete copy.paymentOrder;
            if (event.event === 'OnCheckoutLoaded') { copy.source = 'PaymentMenuCore'; }
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
            if (kind !== 'consumer' && typeof config.onEventNotification === 'function') {
              call(config.onEventNotification, {
                event: 'OnEventNotification', sourceEvent: event.event, paymentOrder: event.paymentOrder,
                details: event.event
              });
            }
            var name = handlerName(event.event);
            if (name && typeof config[name] === 'function') {
              call(config[name], argument(event));
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
              frame.style.setProperty('width', '100%');
              frame.style.setProperty('height', '640px');
              frame.style.setProperty('border', '0');
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
