<?php
// A web shop with one product, paid through Ferry. PHP 8.1, no package. Documentation/WebShop.md explains it.
declare(strict_types=1);

define('FERRY', getenv('FERRY_URL'));
define('KEY', getenv('FERRY_KEY'));
define('WEBHOOK_KEY', base64_decode(substr(getenv('FERRY_WEBHOOK_SECRET'), strlen('whsec_'))));
define('GIFT_CARDS', getenv('GIFT_CARD') ? [['name' => 'Gift card', 'amount' => yen(getenv('GIFT_CARD'))]] : []);
define('PURCHASE', [
    'kind' => 'browser', 'provider' => 'amazon-pay', 'language' => 'en', 'capture' => 'automatic',
    'order' => [
        'currency' => 'JPY',
        'lines' => [
            ['sku' => 'tea', 'name' => 'Sencha', 'quantity' => 2, 'unitPrice' => yen('1200'), 'tax' => ['percent' => '8']],
        ],
        'tax' => ['percent' => '10', 'rounding' => 'down', 'included' => true], // Of all that has no tax of its own.
        'discounts' => [['name' => 'Coupon SPRING', 'amount' => yen('240')]],
        'paidOtherwise' => GIFT_CARDS,
        'shipping' => ['standard' => yen('600'), 'zones' => [['regions' => ['大阪府', 'Osaka'], 'price' => yen('0')]]],
    ],
]);

function yen(string $amount): array
{
    return ['amount' => $amount, 'currency' => 'JPY'];
}

/** The shop's data, in one file. A real shop uses a transaction of its database. */
function saved(callable $change): mixed
{
    $file = fopen(getenv('SHOP_FILE') ?: 'shop.json', 'c+');
    flock($file, LOCK_EX);
    $shop = json_decode(stream_get_contents($file) ?: '{"orders":{},"messages":[],"shipments":[],"stopped":[]}', true);
    $result = $change($shop);
    rewind($file);
    ftruncate($file, 0);
    fwrite($file, json_encode($shop));
    fclose($file);
    return $result;
}

// guide: call
/** Returns status and answer. Without a whole answer it throws: the outcome is unknown, not failed. */
function ferry(string $method, string $path, ?array $body = null, string $idempotencyKey = ''): array
{
    $headers = ['Authorization: Bearer ' . KEY, 'Content-Type: application/json'];
    if ($idempotencyKey) $headers[] = "Idempotency-Key: $idempotencyKey";
    $http = ['method' => $method, 'header' => $headers, 'timeout' => 12, 'ignore_errors' => true];
    if ($body) $http['content'] = json_encode($body);
    $answer = @file_get_contents(FERRY . $path, false, stream_context_create(['http' => $http]));
    if ($answer === false) throw new RuntimeException('Ferry does not answer.');
    $status = (int) explode(' ', $http_response_header[0])[1];
    return [$status, json_decode($answer, true, flags: JSON_THROW_ON_ERROR)];
}
// guide: create
/** Creates the checkout of the session's order, or finds it again. Returns the buyer's next address. */
function buy(string $session): string
{
    // Stored before Ferry hears of the order: a second press, or a retry, sends the same key.
    $order = saved(function (array &$shop) use ($session): array {
        $order = $shop['orders'][$session] ?? ['phase' => 'paid'];
        if ($order['phase'] === 'paid') $order['reference'] = 'T-' . bin2hex(random_bytes(6));
        if (in_array($order['phase'], ['paid', 'declined', 'cancelled', 'expired'], true)) {
            $order = ['key' => bin2hex(random_bytes(16)), 'phase' => 'open'] + $order;
        }
        return $shop['orders'][$session] = $order;
    });
    $body = PURCHASE + ['orderReference' => $order['reference']];
    [$status, $checkout] = ferry('POST', '/v1/checkouts', $body, $order['key']);
    if (($checkout['type'] ?? '') === NOTHING_TO_PAY) return finish($session);
    if ($status !== 200 && $status !== 201) throw new RuntimeException($checkout['detail']);
    saved(function (array &$shop) use ($session, $checkout): void {
        $shop['orders'][$session]['checkout'] = $checkout['id'];
    });
    return $checkout['next']['url'] ?? '/checkout';
}
// guide: free
const NOTHING_TO_PAY = 'urn:ferry:problem:nothing-to-pay';

/** The order is complete without a payment. Returns the buyer's next address. */
function finish(string $session, ?array $address = null): string
{
    saved(function (array &$shop) use ($session, $address): void {
        $reference = $shop['orders'][$session]['reference'];
        if (!in_array($reference, $shop['shipments'], true)) $shop['shipments'][] = $reference;
        $shop['orders'][$session] = ['reference' => $reference, 'phase' => 'paid', 'address' => $address];
    });
    return '/thanks';
}
// guide: ship
/** True if the shop has money for the order, or can capture it. Refunded or voided orders are still in the phase `paid`. */
function isCovered(array $checkout): bool
{
    // All amounts of a currency have the same decimals.
    $units = fn (string $name): int => (int) str_replace('.', '', $checkout['payment'][$name]['amount']);
    return $checkout['phase'] === 'paid' && ($units('captured') > $units('refunded') || $units('capturable') > 0);
}

/** True while a dispute claims the money, or has taken it. One that was won or withdrawn stops nothing. */
function isDisputed(array $checkout): bool
{
    $states = array_column($checkout['payment']['disputes'] ?? [], 'state');
    return array_diff($states, ['won', 'withdrawn']) !== [];
}

/** Reads the checkout. In one write, the message is known, an order with money is shipped once, and a disputed one is stopped. */
function refresh(string $id, ?string $message = null): array
{
    [$status, $checkout] = ferry('GET', "/v1/checkouts/$id");
    if ($status !== 200) throw new RuntimeException($checkout['detail']);
    saved(function (array &$shop) use ($id, $message, $checkout): void {
        if ($message) $shop['messages'][] = $message;
        foreach ($shop['orders'] as &$order) {
            if (($order['checkout'] ?? '') === $id) $order['phase'] = $checkout['phase'];
        }
        $reference = $checkout['orderReference'];
        $shop['stopped'] = array_values(array_diff($shop['stopped'] ?? [], [$reference]));
        $isShipped = in_array($reference, $shop['shipments'], true);
        if (isDisputed($checkout)) $shop['stopped'][] = $reference;
        elseif (!$isShipped && isCovered($checkout)) $shop['shipments'][] = $reference;
    });
    return $checkout;
}
// guide: webhook
function genuine(string $id, string $sent, string $signatures, string $body): bool
{
    if (!ctype_digit($sent) || abs(time() - (int) $sent) > 300) return false;
    $expected = base64_encode(hash_hmac('sha256', "$id.$sent.$body", WEBHOOK_KEY, true));
    $matching = array_filter(explode(' ', $signatures), fn ($one) => hash_equals("v1,$expected", $one));
    return count($matching) > 0;
}

/** Returns the status of the answer. After an error it is 503, and Ferry sends the message again. */
function receive(string $body): int
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!genuine($id, $sent, $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '', $body)) return 401;
    $isKnown = saved(fn (array &$shop): bool => in_array($id, $shop['messages'], true));
    if (!$isKnown) refresh(json_decode($body, true, flags: JSON_THROW_ON_ERROR)['data']['checkout'], $id);
    return 204;
}
// guide: end

function button(string $action, string $label, array $fields = []): string
{
    $hidden = '';
    foreach ($fields as $name => $text) {
        $hidden .= '<input type="hidden" name="' . $name . '" value="' . htmlspecialchars($text) . '">';
    }
    return "<form method=\"post\" action=\"/$action\">$hidden<button>$label</button></form>";
}

const ENDS = [
    'paid' => 'Thank you: your order is paid.', 'declined' => 'The payment was declined.', 'expired' => 'Nobody paid.',
    'cancelled' => 'The order is cancelled.', 'held' => 'We are checking your payment. Please do not pay again.',
];
function view(array $checkout): string
{
    [$phase, $review] = [$checkout['phase'], $checkout['review'] ?? null];
    if (isset(ENDS[$phase])) return ENDS[$phase] . ($phase === 'held' ? '' : button('buy', 'Buy tea'));
    if ($review && in_array($phase, ['open', 'reviewing'], true) && !$checkout['isLocked']) {
        $shown = ['revision' => (string) $review['revision']] + $review['total'];
        return 'Total: ' . htmlspecialchars("{$shown['currency']} {$shown['amount']}")
            . button('confirm', 'Buy now', $shown) . button('cancel', 'Cancel');
    }
    if (in_array($phase, ['open', 'selecting', 'reviewing', 'paying'], true) && !$checkout['awaitsProvider']) {
        return 'Please continue.' . button('begin', 'Continue') . button('cancel', 'Cancel');
    }
    return '<meta http-equiv="refresh" content="2">We are asking the payment provider.';
}

function send(int $status, string $text = '', ?string $location = null): void
{
    http_response_code($status);
    header('Cache-Control: no-store');
    if ($location) header("Location: $location");
    if ($status === 200 || $status === 503) {
        echo '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea</title><h1>Tea</h1>', $text;
    }
}

function answer(string $method, string $path): void
{
    if ($path === '/ferry/webhooks') {
        send(receive(file_get_contents('php://input')));
        return;
    }
    $session = $_COOKIE['shop'] ?? '';
    if (!preg_match('/^[0-9a-f]{32}$/', $session)) $session = bin2hex(random_bytes(16));
    if ($method === 'POST' && $path === '/buy') {
        setcookie('shop', $session, ['path' => '/', 'httponly' => true, 'samesite' => 'Lax']); // On https: 'secure'
        send(303, location: buy($session));
        return;
    }
    $checkout = saved(fn (array &$shop): ?string => $shop['orders'][$session]['checkout'] ?? null);
    if ($method === 'POST' && in_array($path, ['/confirm', '/begin', '/cancel'], true) && $checkout) {
        // guide: confirm
        $agreed = null;
        if ($path === '/confirm') { // What the buyer has seen. If it has changed, Ferry refuses.
            $total = ['amount' => $_POST['amount'], 'currency' => $_POST['currency']];
            $agreed = ['revision' => (int) $_POST['revision'], 'total' => $total];
        }
        [, $answer] = ferry('POST', "/v1/checkouts/$checkout$path", $agreed);
        if (($answer['type'] ?? '') === NOTHING_TO_PAY) { // The address has made the order free. A cancelled checkout shows it no longer.
            [, $known] = ferry('GET', "/v1/checkouts/$checkout");
            ferry('POST', "/v1/checkouts/$checkout/cancel");
            send(303, location: finish($session, $known['review']['shippingAddress'] ?? null));
            return;
        }
        send(303, location: $answer['next']['url'] ?? '/checkout');
        // guide: end
    } elseif ($path === '/thanks') {
        send(200, 'Your order is complete, and there is nothing to pay.');
    } elseif ($path !== '/checkout') {
        send(200, button('buy', 'Buy tea'));
    } elseif (!$checkout) {
        send(303, location: '/');
    // guide: claim
    } elseif (isset($_GET['ferry_code'])) { // For the checkout of this browser's own session only.
        ferry('POST', "/v1/checkouts/$checkout/claim", ['code' => $_GET['ferry_code']]);
        send(303, location: '/checkout');
    // guide: end
    } else {
        send(200, view(refresh($checkout)));
    }
}

try {
    answer($_SERVER['REQUEST_METHOD'], parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
} catch (Throwable) {
    send(503, 'We do not know yet what became of your order. Please load the page again.');
}
