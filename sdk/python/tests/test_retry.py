from __future__ import annotations

import unittest
from email.message import Message
from email.utils import formatdate
from time import time
from urllib.error import URLError

from posthorn import ApiError, ConnectionFailedError, PosthornError, TimedOutError
from posthorn.retry import Repeat, pause_before_retry


def api_error(status: int, **headers: str) -> ApiError:
    message = Message()
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return ApiError(status, message, {"code": "x", "message": "x"})


def caused(cause: Exception) -> ConnectionFailedError:
    error = ConnectionFailedError("x")
    error.__cause__ = cause
    return error


def pause(
    error: PosthornError, repeat: Repeat = "safe", retries: int = 0, left: float = 120.0, chance: float = 0.0
) -> float | None:
    return pause_before_retry(error, repeat, retries=retries, max_retries=9, left=left, chance=chance)


class Retries(unittest.TestCase):
    def test_a_failed_call_is_retried_only_where_that_is_safe(self) -> None:
        for error, safe, once in (
            (caused(ConnectionResetError()), True, False),
            (TimedOutError("x"), True, False),
            (caused(URLError(ConnectionRefusedError())), True, True),
            (api_error(408), True, True),
            (api_error(409), True, True),
            (api_error(409, x_should_retry="false"), False, False),
            (api_error(429), True, True),
            (api_error(429, x_should_retry="false"), False, False),
            (api_error(500), True, False),
            (api_error(503, retry_after="2"), True, False),
            (api_error(400), False, False),
            (api_error(404), False, False),
        ):
            with self.subTest(error):
                self.assertEqual(pause(error) is not None, safe)
                self.assertEqual(pause(error, "keyed") is not None, safe)
                self.assertEqual(pause(error, "once") is not None, once)

    def test_an_error_says_whether_the_same_request_can_succeed_later(self) -> None:
        for status, retryable in ((400, False), (402, False), (403, False), (404, False), (408, True), (409, True)):
            self.assertEqual(api_error(status).is_retryable, retryable, status)
        for status, retryable in ((429, True), (500, True), (503, True)):
            self.assertEqual(api_error(status).is_retryable, retryable, status)
            self.assertFalse(api_error(status, x_should_retry="false").is_retryable, status)

    def test_pauses_double_up_to_eight_seconds_each_up_to_half_as_long_by_chance(self) -> None:
        lost = caused(ConnectionResetError())
        self.assertEqual([pause(lost, retries=n, chance=1) for n in range(6)], [0.5, 1, 2, 4, 8, 8])
        self.assertEqual(pause(lost), 0.25)

    def test_the_pause_follows_the_header_and_is_never_shorter(self) -> None:
        self.assertEqual(pause(api_error(503, retry_after_ms="1500")), 1.5)
        self.assertEqual(pause(api_error(503, retry_after="10"), chance=1), 11)
        self.assertAlmostEqual(pause(api_error(503, retry_after=formatdate(time() + 20, usegmt=True))) or 0, 20, delta=2)
        self.assertEqual(pause(api_error(503, retry_after="Thu, 01 Jan 2015 00:00:04 GMT")), 0)
        self.assertEqual(pause(api_error(503, retry_after="soon")), 0.25)

    def test_there_is_no_retry_after_more_than_a_minute_beyond_the_deadline_or_after_the_last_retry(self) -> None:
        self.assertEqual(pause(api_error(429, retry_after="60"), left=7200), 60)
        self.assertIsNone(pause(api_error(429, retry_after="61"), left=7200))
        self.assertIsNone(pause(api_error(503, retry_after="2"), left=1.9))
        self.assertIsNone(pause(api_error(503), retries=9))
