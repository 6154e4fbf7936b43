"""Verifies webhooks by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping, Sequence

from . import types
from .errors import PosthornError, WebhookVerificationError


def unwrap_webhook(
    body: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300.0,
    now: Callable[[], float] = time.time,
) -> types.Event:
    """Verifies that a delivery is from your Posthorn and returns its event.

    `body` is the raw body of the request, before anything parsed it. During a rotation pass both secrets.
    """
    named = {name.lower(): value for name, value in headers.items()}
    identity, stamp, signatures = (named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not identity or not stamp or not signatures:
        raise WebhookVerificationError("The headers of a webhook are missing.")
    if not (stamp.isascii() and stamp.isdecimal() and abs(now() - int(stamp[:15])) <= tolerance):
        raise WebhookVerificationError("The delivery is too old, or the clock of this machine is wrong.")
    octets = _octets(body)
    signed = f"{identity}.{stamp}.".encode() + octets
    for one in [secret] if isinstance(secret, str) else secret or [""]:
        expected = b"v1," + base64.b64encode(hmac.digest(_key(one), signed, hashlib.sha256))
        if any([hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")]):
            return json.loads(octets)
    raise WebhookVerificationError("The signature does not match. Check the secret, and that the body is as it came.")


def _octets(body: str | bytes) -> bytes:
    """Checked, because programs without types often pass what a framework has parsed."""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise PosthornError("Pass the raw body of the request, bytes or a string, before anything parses it.")


def _key(secret: str) -> bytes:
    secret = secret.strip()  # one from a file may end with a line break
    try:
        if secret.startswith("whsec_") and len(secret) > len("whsec_"):
            return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        pass
    raise PosthornError("The secret of a webhook looks like whsec_…: it was shown when the webhook was created.")
