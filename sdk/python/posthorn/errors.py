"""What the client raises: each is a PosthornError."""

from __future__ import annotations

import time
from collections.abc import Mapping
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict


class PosthornError(Exception):
    """Whatever the client raises by itself."""


class ConnectionFailedError(PosthornError):
    """No answer came, or not all of it."""


class TimedOutError(ConnectionFailedError):
    """No answer came in time."""


class WebhookVerificationError(PosthornError):
    """A delivery that is not signed with the secret, or is too old."""


class Fault(TypedDict):
    """One fault of a request: where it is, and what to do about it."""

    path: str
    message: str


class ApiError(PosthornError):
    """The service said no. There is a class for each `code`; `message` is for people and says what to do."""

    def __init__(self, status: int, headers: Message, body: Mapping[str, Any] | None) -> None:
        self.status = status
        # unexpected_response for an answer that is not from Posthorn, such as the page of a proxy.
        self.code: str = body["code"] if body else "unexpected_response"
        self.message: str = body["message"] if body else _unexpected(status, headers)
        self.details: Any = body.get("details") if body else None
        # Quote it when you report a problem: it leads to the service's log.
        self.request_id = headers.get("x-request-id")
        # How many seconds the service asks to wait before the next try.
        self.retry_after = _retry_after(headers)
        # False when the service says that the same request will not pass by itself.
        self.is_retryable = headers.get("x-should-retry") != "false"
        super().__init__(f"{self.message} ({self.status} {self.code})")

    @property
    def faults(self) -> list[Fault]:
        """What is wrong with the request, for `validation_error`; empty for other codes."""
        return self.details if self.code == "validation_error" and isinstance(self.details, list) else []


def _unexpected(status: int, headers: Message) -> str:
    to = headers.get("location")
    where = f", a redirect to {to}" if to else ""
    return f"The answer ({status}{where}) is not from Posthorn. Check the url: something else may answer there."


def _retry_after(headers: Message) -> float | None:
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.isdecimal():
        return int(milliseconds) / 1000
    text = headers.get("retry-after", "")
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time()) if text else None
    except ValueError:
        return None
