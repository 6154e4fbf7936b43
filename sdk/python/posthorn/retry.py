"""When a call is made once more."""

from __future__ import annotations

import socket
from typing import Literal

from .errors import ApiError, ConnectionFailedError, PosthornError

# keyed: its Idempotency-Key makes a repetition harmless. once: it would be done twice.
Repeat = Literal["safe", "keyed", "once"]

# A key whose hour is used up is told to wait for up to an hour: the caller has better things to do than to sit there.
LONGEST_PAUSE = 60.0


def pause_before_retry(
    error: PosthornError, repeat: Repeat, *, retries: int, max_retries: int, left: float, chance: float
) -> float | None:
    """Seconds, or None when the error is to be raised. `chance` is from 0 to 1."""
    if retries >= max_retries or not _may_repeat(error, repeat):
        return None
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is None:
        pause = min(0.5 * 2**retries, 8.0) * (0.5 + chance / 2)
    else:
        # Never less than asked for, and not all clients at the same moment.
        pause = asked * (1 + chance / 10)
    return None if (asked or 0) > LONGEST_PAUSE or pause >= left else pause


def _may_repeat(error: PosthornError, repeat: Repeat) -> bool:
    if isinstance(error, ConnectionFailedError):
        return repeat != "once" or _never_left(error.__cause__)
    if not isinstance(error, ApiError) or not error.is_retryable:
        return False
    # These say that nothing was done. A 5xx may stand for a commit whose answer was lost.
    if error.status in (408, 409, 429):
        return True
    return error.status >= 500 and repeat != "once"


def _never_left(error: BaseException | None) -> bool:
    """Whether there was no connection, so that nothing can have been sent."""
    reason = getattr(error, "reason", error)
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror))
