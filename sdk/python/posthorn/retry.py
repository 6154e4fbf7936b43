"""Decides when a call is retried."""

from __future__ import annotations

import socket
from typing import Literal

from .errors import ApiError, ConnectionFailedError, PosthornError

# keyed: the Idempotency-Key makes a retry safe. once: a retry could take effect twice.
Repeat = Literal["safe", "keyed", "once"]

# A key over its hourly limit gets a Retry-After of up to an hour, which is too long to block the caller.
LONGEST_PAUSE = 60.0


def pause_before_retry(
    error: PosthornError, repeat: Repeat, *, retries: int, max_retries: int, left: float, chance: float
) -> float | None:
    """The pause in seconds, or None when the error must be raised. `chance` is from 0 to 1."""
    if retries >= max_retries or not _may_retry(error, repeat):
        return None
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is None:
        pause = min(0.5 * 2**retries, 8.0) * (0.5 + chance / 2)
    else:
        # Never less than requested, with jitter so clients do not retry at the same moment.
        pause = asked * (1 + chance / 10)
    return None if (asked or 0) > LONGEST_PAUSE or pause >= left else pause


def _may_retry(error: PosthornError, repeat: Repeat) -> bool:
    if isinstance(error, ConnectionFailedError):
        return repeat != "once" or _was_never_sent(error.__cause__)
    if not isinstance(error, ApiError) or not error.is_retryable:
        return False
    # With a 4xx nothing was done. A 5xx can follow a commit whose answer was lost.
    return error.status < 500 or repeat != "once"


def _was_never_sent(error: BaseException | None) -> bool:
    """Whether the connection was never made, so nothing was sent."""
    reason = getattr(error, "reason", error)
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror))
