#!/usr/bin/env python3
"""A web shop with one product, paid through Ferry. Python 3.9, no package. Documentation/WebShop.md explains it."""

import base64, contextlib, decimal, hashlib, hmac, html, http.server, json, os, re, secrets, threading, time
import urllib.error, urllib.parse, urllib.request

FERRY, KEY = os.environ["FERRY_URL"], os.environ["FERRY_KEY"]
WEBHOOK_KEY = base64.b64decode(os.environ["FERRY_WEBHOOK_SECRET"].removeprefix("whsec_"))
def yen(amount): return {"amount": amount, "currency": "JPY"}
GIFT_CARD = os.environ.get("GIFT_CARD")
PURCHASE = {
    "kind": "browser", "provider": "amazon-pay", "language": "en", "capture": "automatic",
    "order": {
        "currency": "JPY",
        "lines": [{"sku": "tea", "name": "Sencha", "quantity": 2, "unitPrice": yen("1200"), "tax": {"percent": "8"}}],
        "tax": {"percent": "10", "rounding": "down", "included": True},  # Of all that has no tax of its own.
        "discounts": [{"name": "Coupon SPRING", "amount": yen("240")}],
        "paidOtherwise": [{"name": "Gift card", "amount": yen(GIFT_CARD)}] if GIFT_CARD else [],
        "shipping": {"standard": yen("600"), "zones": [{"regions": ["大阪府", "Osaka"], "price": yen("0")}]}}}
PORT, FILE, LOCK = int(os.environ.get("PORT", "8000")), os.environ.get("SHOP_FILE", "shop.json"), threading.Lock()

@contextlib.contextmanager
def saved():
    """The shop's data, in one file. A real shop uses a transaction of its database."""
    with LOCK:
        shop = {"orders": {}, "messages": [], "shipments": [], "stopped": []}
        if os.path.exists(FILE):
            with open(FILE) as file: shop = json.load(file)
        yield shop
        with open(FILE + ".new", "w") as file: json.dump(shop, file)
        os.replace(FILE + ".new", FILE)

# guide: call
def ferry(method, path, body=None, key=""):
    """Returns status and answer. Without a whole answer it raises an error: the outcome is unknown, not failed."""
    data = None if method == "GET" else b"" if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json", "Idempotency-Key": key}
    request = urllib.request.Request(FERRY + path, data, {name: text for name, text in headers.items() if text})
    try:
        with urllib.request.urlopen(request, timeout=12) as answer: return answer.status, json.load(answer)
    except urllib.error.HTTPError as problem:
        return problem.code, json.load(problem)
# guide: create
def buy(session):
    """Creates the checkout of the session's order, or finds it again. Returns the buyer's next address."""
    with saved() as shop:  # Stored before Ferry hears of the order: a second press, or a retry, sends the same key.
        order = shop["orders"].setdefault(session, {"phase": "paid"})
        if order["phase"] == "paid": order["reference"] = "T-" + secrets.token_hex(6)
        if order["phase"] in ("paid", "declined", "cancelled", "expired"):
            order.update(key=secrets.token_hex(16), phase="open")
    status, checkout = ferry("POST", "/v1/checkouts", {**PURCHASE, "orderReference": order["reference"]}, order["key"])
    if checkout.get("type") == NOTHING_TO_PAY: return finish(session)
    if status not in (200, 201): raise OSError(checkout["detail"])
    with saved() as shop: shop["orders"][session]["checkout"] = checkout["id"]
    return checkout.get("next", {}).get("url", "/checkout")
# guide: free
NOTHING_TO_PAY = "urn:ferry:problem:nothing-to-pay"

def finish(session, address=None):
    """The order is complete without a payment. Returns the buyer's next address."""
    with saved() as shop:
        reference = shop["orders"][session]["reference"]
        if reference not in shop["shipments"]: shop["shipments"].append(reference)
        shop["orders"][session] = {"reference": reference, "phase": "paid", "address": address}
    return "/thanks"
# guide: ship
def is_covered(checkout):
    """True if the shop has money for the order, or can capture it. Refunded or voided orders are still in the phase paid."""
    if checkout["phase"] != "paid": return False
    captured, refunded, capturable = [
        decimal.Decimal(checkout["payment"][name]["amount"]) for name in ("captured", "refunded", "capturable")]
    return captured > refunded or capturable > 0

def is_disputed(checkout):
    """True while a dispute claims the money, or has taken it. One that was won or withdrawn stops nothing."""
    disputes = checkout.get("payment", {}).get("disputes", [])
    return any(dispute["state"] not in ("won", "withdrawn") for dispute in disputes)

def refresh(id, message=None):
    """Reads the checkout. In one write, the message is known, an order with money is shipped once, and a disputed one is stopped."""
    status, checkout = ferry("GET", "/v1/checkouts/" + id)
    if status != 200: raise OSError(checkout["detail"])
    with saved() as shop:
        if message: shop["messages"].append(message)
        for order in shop["orders"].values():
            if order.get("checkout") == id: order["phase"] = checkout["phase"]
        reference = checkout["orderReference"]
        shop["stopped"] = [one for one in shop.get("stopped", []) if one != reference]
        if is_disputed(checkout): shop["stopped"].append(reference)
        elif reference not in shop["shipments"] and is_covered(checkout): shop["shipments"].append(reference)
    return checkout
# guide: webhook
def genuine(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300: return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    expected = base64.b64encode(hmac.new(WEBHOOK_KEY, signed, hashlib.sha256).digest())
    given = [one[3:].encode() for one in headers.get("webhook-signature", "").split(" ") if one.startswith("v1,")]
    return any([hmac.compare_digest(expected, one) for one in given])

def receive(headers, body):
    """Returns the status of the answer. After an error it is 503, and Ferry sends the message again."""
    if not genuine(headers, body): return 401
    with saved() as shop: is_known = headers["webhook-id"] in shop["messages"]
    if not is_known: refresh(json.loads(body)["data"]["checkout"], headers["webhook-id"])
    return 204
# guide: end

def button(action, label, **fields):
    inputs = [f'<input type="hidden" name="{name}" value="{html.escape(text)}">' for name, text in fields.items()]
    hidden = "".join(inputs)
    return f'<form method="post" action="/{action}">{hidden}<button>{label}</button></form>'

ENDS = {"paid": "Thank you: your order is paid.", "declined": "The payment was declined.", "expired": "Nobody paid.",
        "cancelled": "The order is cancelled.", "held": "We are checking your payment. Please do not pay again."}
def view(checkout):
    phase, review = checkout["phase"], checkout.get("review")
    if phase in ENDS: return ENDS[phase] + ("" if phase == "held" else button("buy", "Buy tea"))
    if review and phase in ("open", "reviewing") and not checkout["isLocked"]:
        shown = {"revision": str(review["revision"]), **review["total"]}
        return f"Total: {html.escape(shown['currency'] + ' ' + shown['amount'])}" + \
            button("confirm", "Buy now", **shown) + button("cancel", "Cancel")
    if phase in ("open", "selecting", "reviewing", "paying") and not checkout["awaitsProvider"]:
        return "Please continue." + button("begin", "Continue") + button("cancel", "Cancel")
    return '<meta http-equiv="refresh" content="2">We are asking the payment provider.'

class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self): self.attempt(self.get)
    def do_POST(self): self.attempt(self.post)
    def log_message(self, *_): pass  # An address may hold a return code, which belongs into no log.

    def attempt(self, work):
        try: work()
        except (OSError, ValueError, KeyError, http.client.HTTPException):
            self.send(503, "We do not know yet what became of your order. Please load the page again.")

    def session(self):
        cookie = re.search(r"\bshop=([0-9a-f]{32})\b", self.headers.get("Cookie", ""))
        return cookie[1] if cookie else secrets.token_hex(16)

    def get(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/thanks": return self.send(200, "Your order is complete, and there is nothing to pay.")
        if url.path != "/checkout": return self.send(200, button("buy", "Buy tea"))
        with saved() as shop: checkout = shop["orders"].get(self.session(), {}).get("checkout")
        if not checkout: return self.send(303, location="/")
        # guide: claim
        code = urllib.parse.parse_qs(url.query).get("ferry_code")
        if code:  # For the checkout of this browser's own session. The code of another one changes nothing.
            ferry("POST", f"/v1/checkouts/{checkout}/claim", {"code": code[0]})
            return self.send(303, location="/checkout")
        # guide: end
        self.send(200, view(refresh(checkout)))

    def post(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1 << 20))
        if self.path == "/ferry/webhooks": return self.send(receive(self.headers, body))
        session = self.session()
        if self.path == "/buy": return self.send(303, location=buy(session), session=session)
        if self.path not in ("/confirm", "/begin", "/cancel"): return self.send(404)
        with saved() as shop: checkout = shop["orders"][session]["checkout"]
        # guide: confirm
        agreed, form = None, dict(urllib.parse.parse_qsl(body.decode()))
        if self.path == "/confirm":  # What the buyer has seen. If it has changed, Ferry refuses.
            total = {"amount": form["amount"], "currency": form["currency"]}
            agreed = {"revision": int(form["revision"]), "total": total}
        _, answer = ferry("POST", f"/v1/checkouts/{checkout}{self.path}", agreed)
        if answer.get("type") == NOTHING_TO_PAY:  # The address has made the order free. A cancelled checkout shows it no longer.
            _, known = ferry("GET", f"/v1/checkouts/{checkout}")
            ferry("POST", f"/v1/checkouts/{checkout}/cancel")
            return self.send(303, location=finish(session, known.get("review", {}).get("shippingAddress")))
        self.send(303, location=answer.get("next", {}).get("url", "/checkout"))
        # guide: end

    def send(self, status, text="", location=None, session=None):
        page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea</title><h1>Tea</h1>{text}'.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(0 if status == 204 else len(page)))
        self.send_header("Cache-Control", "no-store")
        if location: self.send_header("Location", location)
        if session: self.send_header("Set-Cookie", f"shop={session}; HttpOnly; SameSite=Lax; Path=/")  # https: Secure
        self.end_headers()
        if status != 204: self.wfile.write(page)

http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Shop).serve_forever()
