(function () {
  'use strict';

  var script = document.currentScript;
  var origin = new URL(script ? script.src : location.href).origin;
  // The action of a click, by the element with the button; the last button counts.
  var presses = new WeakMap();
  var signedOut = 'amazonPaySandbox.signedOut';
  var placements = ['Home', 'Product', 'Cart', 'Checkout', 'Other'];
  var currencies = ['USD', 'EUR', 'GBP', 'JPY'];
  var products = ['PayAndShip', 'PayOnly', 'SignIn'];
  var colors = {
    Gold: { background: '#ffd15c', hover: '#f5c040', border: '#b08320', text: '#1b1b1b' },
    LightGray: { background: '#e9ebee', hover: '#dcdfe3', border: '#8a9097', text: '#1b1b1b' },
    DarkGray: { background: '#3b4148', hover: '#2c3137', border: '#1b1f23', text: '#ffffff' }
  };
  var labels = {
    ja: { pay: 'Amazon Payで支払う', signIn: 'Amazonアカウントでログイン', sandbox: 'サンドボックス' },
    de: { pay: 'Mit Amazon Pay bezahlen', signIn: 'Mit Amazon anmelden', sandbox: 'Sandbox' },
    fr: { pay: 'Payer avec Amazon Pay', signIn: 'Se connecter avec Amazon', sandbox: 'sandbox' },
    it: { pay: 'Paga con Amazon Pay', signIn: 'Accedi con Amazon', sandbox: 'sandbox' },
    es: { pay: 'Pagar con Amazon Pay', signIn: 'Iniciar sesión con Amazon', sandbox: 'sandbox' },
    en: { pay: 'Pay with Amazon Pay', signIn: 'Sign in with Amazon', sandbox: 'sandbox' }
  };

  function fail(message) {
    var error = new Error('Amazon Pay sandbox: ' + message);
    if (window.console) { console.error(error.message); }
    throw error;
  }

  function requireOneOf(value, allowed, name) {
    if (allowed.indexOf(value) < 0) { fail(name + ' must be one of ' + allowed.join(', ')); }
  }

  function find(target) {
    var element = typeof target === 'string' ? document.querySelector(target) : target;
    if (!element) { fail('no element matches ' + target); }
    return element;
  }

  function checkConfig(config) {
    if (!config || !config.merchantId) { fail('merchantId is required'); }
    requireOneOf(config.ledgerCurrency, currencies, 'ledgerCurrency');
    requireOneOf(config.placement, placements, 'placement');
    requireOneOf(config.productType || 'PayAndShip', products, 'productType');
  }

  function sessionConfig(config, override) {
    var own = config.productType === 'SignIn' ? config.signInConfig : config.createCheckoutSessionConfig;
    var given = override && (override.createCheckoutSessionConfig || override.signInConfig);
    return given || own;
  }

  // Leaves the page with the signed payload.
  function start(config, override) {
    checkConfig(config);
    var signed = sessionConfig(config, override);
    if (!signed || typeof signed.payloadJSON !== 'string' || !signed.signature) {
      fail('payloadJSON, as the text that was signed, and signature are required');
    }
    var publicKeyId = signed.publicKeyId || config.publicKeyId;
    if (!publicKeyId) { fail('publicKeyId is required, beside payloadJSON or beside merchantId'); }
    var fields = {
      payloadJSON: signed.payloadJSON,
      signature: signed.signature,
      publicKeyId: publicKeyId,
      algorithm: signed.algorithm,
      merchantId: config.merchantId,
      ledgerCurrency: config.ledgerCurrency,
      placement: config.placement,
      productType: config.productType || 'PayAndShip',
      checkoutLanguage: config.checkoutLanguage,
      sandbox: config.sandbox ? 'true' : 'false',
      buttonPage: location.href.split('#')[0]
    };
    post('/checkout/start', fields);
  }

  // Posts fields to a page of this sandbox, in this window or in a named one.
  function post(path, fields, windowName) {
    try {
      if (sessionStorage.getItem(signedOut)) {
        fields.signOut = 'true';
        sessionStorage.removeItem(signedOut);
      }
    } catch (ignored) { /* Storage may be switched off. */ }
    var form = document.createElement('form');
    form.method = 'post';
    form.action = origin + path;
    if (windowName) { form.target = windowName; }
    form.acceptCharset = 'UTF-8';
    form.hidden = true;
    Object.keys(fields).forEach(function (name) {
      if (fields[name] === undefined || fields[name] === null) { return; }
      var input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = fields[name];
      form.appendChild(input);
    });
    document.body.appendChild(form);
    form.submit();
    form.remove();
  }

  function display(price, language) {
    try {
      var locale = (language || 'en').replace('_', '-');
      var format = new Intl.NumberFormat(locale, { style: 'currency', currency: price.currencyCode });
      // In Japanese the sign of the yen has full width; the shop's page has the other one.
      return format.format(price.amount).replace('\uFFE5', '\u00A5');
    } catch (ignored) {
      return price.amount + ' ' + price.currencyCode;
    }
  }

  function drawMark() {
    var space = 'http://www.w3.org/2000/svg';
    var mark = document.createElementNS(space, 'svg');
    mark.setAttribute('viewBox', '0 0 24 18');
    mark.setAttribute('width', '24');
    mark.setAttribute('height', '18');
    mark.setAttribute('aria-hidden', 'true');
    mark.setAttribute('focusable', 'false');
    [
      ['M3 1h18a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z', 'none'],
      ['M1 5h22v3.5H1z', 'currentColor'],
      ['M4 12.5h6', 'none']
    ].forEach(function (shape) {
      var path = document.createElementNS(space, 'path');
      path.setAttribute('d', shape[0]);
      path.setAttribute('fill', shape[1]);
      path.setAttribute('stroke', 'currentColor');
      path.setAttribute('stroke-width', '1.5');
      mark.appendChild(path);
    });
    return mark;
  }

  function style(element, properties) {
    Object.keys(properties).forEach(function (name) { element.style[name] = properties[name]; });
  }

  function drawButton(config) {
    var asked = config.checkoutLanguage;
    var page = document.documentElement.lang || navigator.language;
    // An account in Japan cannot ask for another language: there the page's counts.
    var language = ((/^ja/.test(asked) && page) || asked || page || 'en').slice(0, 2).toLowerCase();
    var words = labels[language] || labels.en;
    var color = colors[config.buttonColor] || colors.Gold;
    var label = config.productType === 'SignIn' ? words.signIn : words.pay;
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'amazonpay-sandbox-button';
    button.setAttribute('aria-label', label + ' (' + words.sandbox + ')');
    style(button, {
      display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'center',
      gap: '4px 10px', width: '100%', minWidth: '150px', minHeight: '52px', padding: '8px 16px', boxSizing: 'border-box',
      border: '1px solid ' + color.border, borderRadius: '999px', background: color.background,
      color: color.text, font: '600 17px/1.2 system-ui, sans-serif', cursor: 'pointer'
    });
    button.appendChild(drawMark());
    var text = document.createElement('span');
    text.textContent = label;
    button.appendChild(text);
    var badge = document.createElement('span');
    badge.textContent = words.sandbox;
    style(badge, {
      border: '1px solid currentColor', borderRadius: '6px', padding: '1px 6px', fontSize: '11px',
      fontWeight: '600', whiteSpace: 'nowrap'
    });
    button.appendChild(badge);
    var amount = document.createElement('span');
    amount.hidden = true;
    style(amount, { whiteSpace: 'nowrap', fontSize: '14px' });
    button.appendChild(amount);
    button.addEventListener('mouseenter', function () { button.style.background = color.hover; });
    button.addEventListener('mouseleave', function () { button.style.background = color.background; });
    return { element: button, amount: amount, label: label + ' (' + words.sandbox + ')' };
  }

  // Shows the button in an element. Returns the function that shows an amount on it.
  function showButton(target, config, press) {
    var place = find(target);
    var drawn = drawButton(config);
    function showAmount(price) {
      if (!price || !price.amount) { return; }
      var text = display(price, config.checkoutLanguage);
      drawn.amount.textContent = text;
      drawn.amount.hidden = false;
      drawn.element.setAttribute('aria-label', drawn.label + ', ' + text);
    }
    // A click on the button arrives here too. Pages with their own button call click() of the element.
    place.removeEventListener('click', presses.get(place));
    presses.set(place, press);
    place.addEventListener('click', press);
    place.textContent = '';
    place.appendChild(drawn.element);
    showAmount(config.estimatedOrderAmount);
    return showAmount;
  }

  function renderButton(target, config) {
    checkConfig(config);
    var handlers = [];
    var showAmount = showButton(target, config, function (event) {
      handlers.forEach(function (handler) { handler(event); });
      if (sessionConfig(config)) { start(config); }
    });
    return {
      onClick: function (handler) { handlers.push(handler); },
      initCheckout: function (override) { start(config, override); },
      updateButtonInfo: showAmount
    };
  }

  // The button with event handlers ("Provide Event Handlers", Amazon Pay documentation). Amazon's pages open in a window of
  // their own, and the shop's page stays. The sandbox calls onCompleteCheckout, onCancel and onError alone.
  function renderJSButton(target, config) {
    checkConfig(config);
    requireOneOf(config.checkoutMode, ['ProcessOrder'], 'checkoutMode');
    requireOneOf(config.productType, ['PayOnly'], 'productType of renderJSButton in this sandbox');
    if (!config.checkoutSessionConfig) { fail('checkoutSessionConfig is required'); }
    ['onInitCheckout', 'onCompleteCheckout', 'onCancel', 'onError'].forEach(function (name) {
      if (typeof config[name] !== 'function') { fail(name + ' must be a function'); }
    });
    showButton(target, config, function () { openWindow(config); });
  }

  function openWindow(config) {
    var name = 'amazonPaySandbox';
    var pages = window.open('', name, 'popup,width=520,height=760');
    if (!pages) {
      config.onError({ message: 'The browser has not opened a window.' });
      return;
    }
    var isOver = false;
    var watch = setInterval(function () { if (pages.closed) { end(); config.onCancel({}); } }, 500);
    function end() {
      isOver = true;
      clearInterval(watch);
      window.removeEventListener('message', receive);
    }
    function receive(message) {
      if (isOver || message.origin !== origin || message.source !== pages) { return; }
      end();
      if (message.data.outcome !== 'complete') {
        config.onCancel({});
        return;
      }
      Promise.resolve().then(function () { return config.onCompleteCheckout(message.data.event); }).then(
        function (answer) { pages.postMessage({ status: answer && answer.status }, origin); },
        function (error) {
          pages.postMessage({ status: 'error' }, origin);
          config.onError({ message: String(error) });
        });
    }
    window.addEventListener('message', receive);
    post('/checkout/window', {
      checkoutSessionConfig: JSON.stringify(config.checkoutSessionConfig),
      merchantId: config.merchantId,
      checkoutLanguage: config.checkoutLanguage,
      buttonPage: location.href.split('#')[0]
    }, name);
  }

  function bindChangeAction(target, options) {
    var id = options && options.amazonCheckoutSessionId;
    if (!id) { fail('amazonCheckoutSessionId is required'); }
    requireOneOf(options.changeAction, ['changeAddress', 'changePayment'], 'changeAction');
    find(target).addEventListener('click', function (event) {
      event.preventDefault();
      location.assign(
        origin + '/checkout/change?amazonCheckoutSessionId=' + encodeURIComponent(id) +
        '&changeAction=' + options.changeAction);
    });
  }

  // The account's cookie belongs to the sandbox's site and cannot be removed here; the next start removes it.
  function signout() {
    try { sessionStorage.setItem(signedOut, 'true'); } catch (ignored) { /* Storage may be switched off. */ }
  }

  window.amazon = window.amazon || {};
  window.amazon.Pay = {
    renderButton: renderButton,
    renderJSButton: renderJSButton,
    initCheckout: function (config) { start(config); },
    bindChangeAction: bindChangeAction,
    signout: signout
  };
})();
