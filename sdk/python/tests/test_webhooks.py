from __future__ import annotations

import base64
import json
import unittest

from posthorn import PosthornError, WebhookVerificationError, unwrap_webhook

# From the test vectors of Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "WEBHOOK-SIGNATURE": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
BODY = '{"test": 2432232314}'
OTHER = "whsec_" + base64.b64encode(b"2" * 32).decode()


def unwrap(body: str | bytes = BODY, secret: str | list[str] = SECRET, at: float = 1614265330, **headers: str) -> object:
    named = {**{name.lower(): value for name, value in HEADERS.items()}}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    return unwrap_webhook(body, named, secret, now=lambda: at)


class Webhooks(unittest.TestCase):
    def test_a_valid_delivery_is_accepted(self) -> None:
        event = json.loads(BODY)
        self.assertEqual(unwrap_webhook(BODY, HEADERS, SECRET, now=lambda: 1614265330), event)
        self.assertEqual(unwrap(BODY.encode()), event)
        self.assertEqual(unwrap(secret=[OTHER, SECRET]), event)
        self.assertEqual(unwrap(secret=SECRET + "\n"), event)  # from a file
        both = f"v1,{'A' * 43}= {HEADERS['WEBHOOK-SIGNATURE']}"
        self.assertEqual(unwrap(webhook_signature=both), event)

    def test_an_invalid_delivery_is_refused(self) -> None:
        for wrong in (
            {"secret": OTHER},
            {"body": BODY + " "},
            {"webhook_id": "msg_other"},
            {"webhook_signature": HEADERS["WEBHOOK-SIGNATURE"].replace("v1", "v2")},
            {"webhook_signature": ""},
            {"webhook_signature": "v1,é"},
            {"webhook_timestamp": "NaN"},
            {"at": 1614265330 + 301},
            {"at": 1614265330 - 301},
        ):
            with self.subTest(wrong), self.assertRaises(WebhookVerificationError):
                unwrap(**wrong)  # pyright: ignore[reportArgumentType]

    def test_an_invalid_secret_is_reported_as_such(self) -> None:
        for wrong in ("", "tx_live_x", "whsec_", "whsec_%%%", None):
            with self.subTest(wrong), self.assertRaisesRegex(PosthornError, "looks like whsec_"):
                unwrap(secret=wrong)  # pyright: ignore[reportArgumentType]

    def test_a_body_that_was_parsed_before_is_reported_as_such(self) -> None:
        for wrong in (json.loads(BODY), None):
            with self.subTest(wrong), self.assertRaisesRegex(PosthornError, "raw body"):
                unwrap(body=wrong)
