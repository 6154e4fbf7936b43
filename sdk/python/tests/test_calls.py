from __future__ import annotations

import json
import math
import os
import socket
import time
import unittest
from unittest import mock

import posthorn
from posthorn import ApiError, ConnectionFailedError, Posthorn, PosthornError, TimedOutError

from .far_side import Act, FarSide, answer, refusal

EMAIL: posthorn.types.EmailSend = {"from": "hello@acme.test", "to": "ada@example.com", "subject": "Hello", "text": "Hello."}
BUSY = refusal(503, "service_unavailable")


class Calls(unittest.TestCase):
    def test_a_call_carries_the_key_the_body_and_one_idempotency_key_for_all_its_attempts(self) -> None:
        with FarSide(Act(how="reset"), BUSY, answer({"id": "1"})) as far:
            self.assertEqual(far.client().emails.send(EMAIL), {"id": "1"})
        self.assertEqual([f"{one.method} {one.path}" for one in far.asked], ["POST /v1/emails"] * 3)
        self.assertEqual([json.loads(one.body) for one in far.asked], [EMAIL] * 3)
        self.assertEqual(len({one.headers["idempotency-key"] for one in far.asked}), 1)
        self.assertEqual(far.asked[0].headers["authorization"], "Bearer tx_test_x")
        self.assertRegex(far.asked[0].headers["user-agent"], r"^posthorn-sdk/\d")

    def test_two_calls_have_different_idempotency_keys_unless_one_is_given(self) -> None:
        with FarSide(answer({})) as far:
            far.client().emails.send(EMAIL)
            far.client().emails.send(EMAIL)
            far.client().emails.send(EMAIL, idempotency_key="order-1")
        keys = [one.headers["idempotency-key"] for one in far.asked]
        self.assertEqual(len(set(keys)), 3)
        self.assertEqual(keys[2], "order-1")

    def test_the_idempotency_key_is_the_option_or_the_header_of_the_call_or_of_the_client(self) -> None:
        with FarSide(answer({})) as far:
            client = far.client(headers={"idempotency-Key": "c"})
            client.emails.send(EMAIL, idempotency_key="a", headers={"Idempotency-Key": "b"})
            client.emails.send(EMAIL, headers={"Idempotency-Key": "b"})
            client.emails.send(EMAIL, headers={"IDEMPOTENCY-KEY": "b"})
            client.emails.send(EMAIL)
        self.assertEqual([one.headers["idempotency-key"] for one in far.asked], ["a", "b", "b", "c"])

    def test_the_url_may_end_with_a_slash_or_with_v1(self) -> None:
        with FarSide(answer({})) as far:
            for end in ("/", "/v1", "/v1/", "//v1//\n"):
                Posthorn("tx_test_x", far.url + end).credits.get()
        self.assertEqual([one.path for one in far.asked], ["/v1/credits"] * 4)

    def test_a_header_that_http_cannot_carry_is_refused_before_anything_is_sent(self) -> None:
        with FarSide(answer({})) as far:
            for wrong in ("order 🎉", "a\nb"):
                with self.assertRaisesRegex(PosthornError, "^idempotency-key contains"):
                    far.client().emails.send(EMAIL, idempotency_key=wrong)
        self.assertEqual(far.asked, [])

    def test_a_call_that_could_take_effect_twice_is_not_retried_when_its_outcome_is_unknown(self) -> None:
        with FarSide(BUSY) as far, self.assertRaises(posthorn.ServiceUnavailableError):
            far.client().webhooks.rotate_secret("1")
        self.assertEqual(len(far.asked), 1)
        self.assertNotIn("idempotency-key", far.asked[0].headers)

    def test_a_call_fails_after_its_retries_with_the_last_error(self) -> None:
        with FarSide(BUSY, refusal(429, "rate_limit_exceeded")) as far:
            with self.assertRaises(posthorn.RateLimitExceededError):
                far.client(max_retries=2).credits.get()
            self.assertEqual(len(far.asked), 3)
            with self.assertRaises(ApiError):
                far.client().credits.get(max_retries=0)
            self.assertEqual(len(far.asked), 4)

    def test_an_error_has_the_code_the_message_and_the_details_of_the_service(self) -> None:
        details = [{"path": "to", "message": "is missing"}]
        body = {"code": "validation_error", "message": "Not valid.", "statusCode": 400, "details": details}
        with FarSide(answer(body, 400)) as far, self.assertRaises(posthorn.ValidationError) as raised:
            far.client().emails.send(EMAIL)
        error = raised.exception
        self.assertEqual((error.code, error.status), ("validation_error", 400))
        self.assertEqual(str(error), "Not valid. to is missing (400 validation_error)")
        self.assertEqual((error.request_id, error.details, error.faults), ("request-1", details, details))

    def test_the_message_of_an_error_has_its_first_five_faults(self) -> None:
        details = [{"path": f"to.{nth}", "message": "is wrong"} for nth in range(7)]
        body = {"code": "validation_error", "message": "Not valid.", "statusCode": 400, "details": details}
        with FarSide(answer(body, 400)) as far, self.assertRaises(posthorn.ValidationError) as raised:
            far.client().emails.send(EMAIL)
        self.assertTrue(raised.exception.message.endswith("to.3 is wrong; to.4 is wrong; and 2 more"))

    def test_an_answer_that_is_not_from_posthorn_is_reported_as_such(self) -> None:
        for act, message in (
            (Act(404, "<h1>nginx</h1>"), r"404\) is not from Posthorn"),
            (Act(200, "<h1>Sign in to the Wi-Fi</h1>"), r"200\) is not from Posthorn"),
            (Act(301, "", {"location": "https://example.com/"}), r"a redirect to https://example.com/"),
        ):
            with self.subTest(act), FarSide(act) as far, self.assertRaisesRegex(ApiError, message) as raised:
                far.client().emails.send(EMAIL)
            self.assertEqual(raised.exception.code, "unexpected_response")
            self.assertEqual(len(far.asked), 1)

    def test_a_silent_or_slow_answer_ends_at_the_timeout_and_all_attempts_at_the_deadline(self) -> None:
        for how in ("hang", "drip"):
            with self.subTest(how), FarSide(Act(how=how)) as far:
                with self.assertRaises(TimedOutError):
                    far.client().credits.get(timeout=0.05, max_retries=0)
                begun = time.monotonic()
                with self.assertRaises(TimedOutError):
                    far.client(deadline=0.2).credits.get(timeout=0.05)
                self.assertLess(time.monotonic() - begun, 1)

    def test_a_timeout_longer_than_a_socket_can_wait_does_not_fail_the_call(self) -> None:
        with FarSide(answer({"balance": 1})) as far:
            for seconds in (math.inf, 30 * 24 * 3600.0, 2.0**31):
                with self.subTest(seconds):
                    answered = far.client(timeout=seconds, deadline=seconds, max_retries=0).credits.get()
                    self.assertEqual(answered, {"balance": 1})

    def test_an_answer_that_breaks_off_is_a_failed_connection(self) -> None:
        with FarSide(Act(body="{}", how="cut")) as far, self.assertRaises(ConnectionFailedError):
            far.client().credits.get(max_retries=0)

    def test_the_error_says_why_a_connection_failed(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with self.assertRaisesRegex(ConnectionFailedError, r"GET http:.*refused"):
            Posthorn("tx_test_x", url, max_retries=0).credits.get()

    def test_an_id_that_would_address_another_operation_is_refused_and_others_are_encoded(self) -> None:
        with FarSide(answer({})) as far:
            for wrong in ("", ".", ".."):
                with self.assertRaisesRegex(PosthornError, "id must be the id"):
                    far.client().contacts.delete(wrong)
            far.client().contacts.delete("a/b?c")
        self.assertEqual([one.path for one in far.asked], ["/v1/contacts/a%2Fb%3Fc"])

    def test_a_file_can_be_read_whole_or_in_parts(self) -> None:
        with FarSide(Act(body="From: a")) as far, far.client().emails.get_raw("1") as raw:
            self.assertEqual((raw.read(4), raw.read()), (b"From", b": a"))


class Lists(unittest.TestCase):
    PAGES = (
        answer({"data": [{"id": "1"}, {"id": "2"}], "has_more": True, "next_cursor": "a&b"}),
        # The list of events has a cursor on its last page as well.
        answer({"data": [{"id": "3"}], "has_more": False, "next_cursor": "d"}),
    )

    def test_a_loop_iterates_over_all_pages_with_the_filters_of_the_first(self) -> None:
        with FarSide(*self.PAGES) as far:
            page = far.client().contacts.list({"limit": 2, "email_subscribed": True})
            self.assertEqual((len(page.data), page.has_more, page.next_cursor, len(far.asked)), (2, True, "a&b", 1))
            self.assertEqual([one["id"] for one in page], ["1", "2", "3"])
        paths = ["/v1/contacts?limit=2&email_subscribed=true", "/v1/contacts?limit=2&email_subscribed=true&cursor=a%26b"]
        self.assertEqual([one.path for one in far.asked], paths)

    def test_a_stream_continues_behind_the_last_event_after_a_lost_connection(self) -> None:
        acts = (
            Act(body='id: a\n\nid: b\nevent: x\ndata: {"id":"1"}\n\n:\n\n', how="cut"),
            Act(body='data: {"id":\r\ndata: "2"}\r\nid: c\r\n\r\n'),
        )
        with FarSide(*acts) as far:
            events = far.client().events.stream()
            ids = []
            for event in events:
                ids.append(event["id"])
                if len(ids) == 2:
                    break
        self.assertEqual((ids, events.cursor), (["1", "2"], "c"))
        self.assertEqual([one.path for one in far.asked], ["/v1/events/stream", "/v1/events/stream?cursor=b"])

    def test_a_refused_stream_raises_the_error(self) -> None:
        with FarSide(refusal(403, "forbidden")) as far, self.assertRaises(posthorn.ForbiddenError):
            next(iter(far.client().events.stream({"cursor": "z"})))


class Settings(unittest.TestCase):
    def test_the_key_and_the_url_come_from_the_environment(self) -> None:
        with FarSide(answer({})) as far:
            named = {"POSTHORN_API_KEY": "tx_live_environment", "POSTHORN_URL": f"{far.url}/behind/a/proxy/"}
            with mock.patch.dict(os.environ, named):
                Posthorn().credits.get()
        self.assertEqual(far.asked[0].path, "/behind/a/proxy/v1/credits")
        self.assertEqual(far.asked[0].headers["authorization"], "Bearer tx_live_environment")

    def test_a_missing_or_invalid_option_raises_at_once_and_says_what_to_do(self) -> None:
        with mock.patch.dict(os.environ, {"POSTHORN_API_KEY": "", "POSTHORN_URL": ""}):
            with self.assertRaisesRegex(PosthornError, "set POSTHORN_API_KEY, or pass api_key"):
                Posthorn(url="http://localhost")
            with self.assertRaisesRegex(PosthornError, "set POSTHORN_URL, or pass url"):
                Posthorn("tx_test_x")
        with self.assertRaisesRegex(PosthornError, "must be one such as"):
            Posthorn("tx_test_x", "posthorn.example.com")

    def test_an_api_key_with_other_characters_is_refused_with_what_to_do(self) -> None:
        for key in ("tx_live_…", "tx_test_🎉", "tx_test_a b"):
            with self.assertRaisesRegex(PosthornError, "^The API key contains .* Copy the whole key to POSTHORN_API_KEY or api_key"):
                Posthorn(key, "http://localhost")

    def test_a_line_break_at_the_end_of_an_api_key_is_ignored(self) -> None:
        with FarSide(answer({})) as far:
            Posthorn("tx_test_file\n", far.url).credits.get()
        self.assertEqual(far.asked[0].headers["authorization"], "Bearer tx_test_file")
