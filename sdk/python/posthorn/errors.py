"""The errors of the client. Each is a PosthornError."""

from __future__ import annotations

import time
from collections.abc import Mapping
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict


class PosthornError(Exception):
    """The base class of all errors of the client."""


class ConnectionFailedError(PosthornError):
    """No answer arrived, or only a part of it."""


class TimedOutError(ConnectionFailedError):
    """No answer arrived in time."""


class WebhookVerificationError(PosthornError):
    """The delivery is not signed with the secret, or is too old."""


class Fault(TypedDict):
    """One fault in a request: where it is and how to fix it."""

    path: str
    message: str


class ApiError(PosthornError):
    """The service refused the request. Each `code` has its own class; `message` is for people and says how to fix it."""

    def __init__(self, status: int, headers: Message, body: Mapping[str, Any] | None) -> None:
        self.status = status
        # unexpected_response for an answer that is not from Posthorn, such as a page of a proxy.
        self.code: str = body["code"] if body else "unexpected_response"
        self.details: Any = body.get("details") if body else None
        self.message: str = _with_faults(body["message"], self.faults) if body else _unexpected(status, headers)
        # The id of the request in the service's log. Quote it when you report a problem.
        self.request_id = headers.get("x-request-id")
        # How many seconds the service asks to wait before the next attempt.
        self.retry_after = _retry_after(headers)
        # Whether the same request can succeed later: after a 408, 409, 429 or 5xx, unless the service says otherwise.
        is_temporary = status in (408, 409, 429) or status >= 500
        self.is_retryable = is_temporary and headers.get("x-should-retry") != "false"
        super().__init__(f"{self.message} ({self.status} {self.code})")

    @property
    def faults(self) -> list[Fault]:
        """The faults in the request for `validation_error`; empty for other codes."""
        return self.details if self.code == "validation_error" and isinstance(self.details, list) else []


FAULTS_IN_MESSAGE = 5


def _with_faults(message: str, faults: list[Fault]) -> str:
    """With the first faults, because a traceback and many logs have only the message."""
    if not faults:
        return message
    shown = [f"{fault['path']} {fault['message']}" for fault in faults[:FAULTS_IN_MESSAGE]]
    more = f"; and {len(faults) - len(shown)} more" if len(faults) > len(shown) else ""
    return f"{message} {'; '.join(shown)}{more}"


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
