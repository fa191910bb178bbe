"""Hooks of schemathesis for the sandbox of PlacetoPay. For each call, a valid `auth` becomes a fresh one, a valid expiration
is an hour ahead, and most ids and tokens become those of sessions that exist. A case that is invalid on purpose stays so.
The file SUCCEEDED gets the name of every operation that succeeds."""

import base64
import hashlib
import itertools
import json
import os
import re
import secrets
import urllib.request
from datetime import datetime, timedelta, timezone

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData

ORIGIN, LOGIN, SECRET_KEY, SUCCEEDED = (os.environ[name] for name in ("ORIGIN", "LOGIN", "SECRET_KEY", "SUCCEEDED"))
LIMITS = {"login": 32, "tranKey": 64, "nonce": 255, "seed": 35}
TOKENS = {"token": "[0-9a-f]{64}", "subtoken": "[0-9]{16}"}
KINDS = {"checkout": "checkin", "reauthorization": "checkin", "confirm": "confirmation", "cancel": "confirmation"}
numbers = itertools.count(1)


def time(minutes: int = 0) -> str:
    return (datetime.now(timezone.utc) + timedelta(minutes=minutes)).isoformat(timespec="seconds")


def auth() -> dict:
    nonce = secrets.token_bytes(16)
    seed = time()
    digest = hashlib.sha256(nonce + seed.encode() + SECRET_KEY.encode()).digest()
    encoded = [base64.b64encode(part).decode() for part in (digest, nonce)]
    return {"login": LOGIN, "tranKey": encoded[0], "nonce": encoded[1], "seed": seed}


def post(path: str, body: dict) -> dict:
    request = urllib.request.Request(ORIGIN + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def new_session(kind: str) -> tuple[str, dict]:
    reference = f"TESTER-{next(numbers)}"
    payment = {"reference": reference, "amount": {"currency": "COP", "total": 50000}}
    parts = {
        "payment": {"payment": payment},
        "checkin": {"payment": payment, "type": "checkin"},
        "confirmation": {"payment": payment, "metadata": {"requiresConfirmation": True}},
        "subscription": {"subscription": {"reference": reference, "description": "A card"}},
    }
    place = {"returnUrl": "https://shop.example/", "ipAddress": "203.0.113.7", "userAgent": "Mozilla/5.0"}
    return reference, post("/api/session", {"auth": auth(), **place, **parts[kind]})


def finished(kind: str) -> dict:
    """A session whose buyer has paid, or has saved a card."""
    reference, session = new_session(kind)
    page = post("/control/pages", {"order": reference, "nextAction": {"url": session["processUrl"]}})
    post("/control/buyer", {"page": page["page"], "act": "approve"})
    return post(f"/api/session/{session['requestId']}", {"auth": auth()})


def saved_token(name: str) -> dict:
    pairs = {pair["keyword"]: pair["value"] for pair in finished("subscription")["subscription"]["instrument"]}
    return {name: pairs[name]}


def is_well_formed(auth: object) -> bool:
    return (
        isinstance(auth, dict)
        and all(isinstance(auth.get(name), str) and 0 < len(auth[name]) <= limit for name, limit in LIMITS.items())
        and (isinstance(auth.get("additional"), dict) or auth.get("additional") in ([], None))
    )


def is_time(value: object) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def token_name(instrument: object) -> str | None:
    """The kind of token that an instrument has; nothing for one of the wrong form."""
    token = instrument.get("token") if isinstance(instrument, dict) else None
    given = [name for name in TOKENS if isinstance(token, dict) and name in token]
    sound = [name for name in given if isinstance(token[name], str) and re.fullmatch(TOKENS[name], token[name])]
    return sound[0] if len(given) == 1 and sound else None


@schemathesis.hook
def before_call(context, case, kwargs):
    # Every fourth call is about something that does not exist.
    turn = next(numbers)
    exists = turn % 4 != 0
    if isinstance(case.body, dict):
        body = dict(case.body)
        if exists and is_id(body.get("internalReference")):
            kind = KINDS.get(str(body.get("action")), "payment")
            body["internalReference"] = finished(kind)["payment"][0]["internalReference"]
        if exists and (name := token_name(body.get("instrument"))):
            body["instrument"] = {**body["instrument"], "token": {**body["instrument"]["token"], **saved_token(name)}}
        if is_well_formed(body.get("auth")):
            kept = {name: body["auth"][name] for name in ["additional"] if name in body["auth"]}
            body["auth"] = auth() | kept
        # A session is for a payment or for a subscription.
        if None not in (body.get("payment"), body.get("subscription")):
            for name in ["subscription"] if turn % 2 else ["payment", "type"]:
                body.pop(name, None)
        if is_time(body.get("expiration")):
            body["expiration"] = time(minutes=60)
        case.body = body
    if exists and is_id(case.path_parameters.get("requestId")):
        session = new_session("payment")[1] if turn % 2 else finished("payment")
        case.path_parameters["requestId"] = session["requestId"]


@schemathesis.hook
def after_call(context, case, response):
    if status(response) not in (None, "FAILED"):
        with open(SUCCEEDED, "a") as file:
            print(case.operation.definition.raw["operationId"], file=file)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # A refusal may have the status 200. Its envelope says FAILED.
    return not (isinstance(failure, AcceptedNegativeData) and status(response) == "FAILED")


def status(response) -> str | None:
    try:
        return response.json()["status"]["status"]
    except (ValueError, KeyError, TypeError):
        return None
