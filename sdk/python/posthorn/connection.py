"""Makes a call: adds the key, applies timeouts, and retries where that is safe."""

from __future__ import annotations

import json
import math
import random
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, TypedDict, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from .errors import ApiError, ConnectionFailedError, PosthornError, TimedOutError
from .headers import merge_headers
from .pages import Page
from .refusals import BY_CODE
from .retry import Repeat, pause_before_retry

T = TypeVar("T")

# The longest timeout of a socket in seconds, 24 days: its milliseconds must fit in 32 bits.
LONGEST_TIMEOUT = 2147483.0


class CallOptions(TypedDict, total=False):
    # The timeout of one attempt in seconds, until its answer is read. Default: 30.
    timeout: float
    # The timeout of the whole call in seconds, with its retries. Default: 120.
    deadline: float
    # How often a failed call is retried. Default: 3.
    max_retries: int
    # Additional headers.
    headers: Mapping[str, str]


class KeyedCallOptions(CallOptions, total=False):
    # Shared by all attempts of a call. Default: the header of this name, or a random key. With your own, such as the id of an order, you can also repeat the call later.
    idempotency_key: str


@dataclass(frozen=True)
class Settings:
    url: str
    api_key: str
    user_agent: str
    options: CallOptions


class _NoRedirects(HTTPRedirectHandler):
    """Following a redirect would turn a POST into a GET."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


class Connection:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opener: OpenerDirector = build_opener(_NoRedirects)

    def json(
        self,
        method: str,
        path: str,
        options: Mapping[str, Any],
        *,
        repeat: Repeat = "safe",
        body: object = None,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        def read(response: HTTPResponse, end: float) -> Any:
            with response:
                octets = _read_until(response, end)
            try:
                return json.loads(octets)
            except ValueError:
                raise ApiError(response.status, response.headers, None) from None

        return self._call(self._request(method, path, options, repeat, body, query), options, repeat, read)

    def response(
        self, method: str, path: str, options: Mapping[str, Any], *, query: Mapping[str, Any] | None = None
    ) -> HTTPResponse:
        """For a body that is read later. Close it, or use it in a `with`."""
        request = self._request(method, path, options, "safe", None, query)
        return self._call(request, options, "safe", lambda response, _: response)

    def page(
        self, method: str, path: str, options: Mapping[str, Any], *, query: Mapping[str, Any] | None = None
    ) -> Page[Any]:
        def read(cursor: str) -> Mapping[str, Any]:
            return self.json(method, path, options, query={**(query or {}), "cursor": cursor})

        return Page(self.json(method, path, options, query=query), read)

    def _call(
        self, request: Request, given: Mapping[str, Any], repeat: Repeat, read: Callable[[HTTPResponse, float], T]
    ) -> T:
        options = {"timeout": 30.0, "deadline": 120.0, "max_retries": 3, **self._settings.options, **given}
        deadline = time.monotonic() + options["deadline"]
        retries = 0
        while True:
            try:
                return self._try(request, min(options["timeout"], deadline - time.monotonic()), read)
            except PosthornError as error:
                pause = pause_before_retry(
                    error,
                    repeat,
                    retries=retries,
                    max_retries=options["max_retries"],
                    left=deadline - time.monotonic(),
                    chance=random.random(),
                )
                if pause is None:
                    raise
            time.sleep(pause)
            retries += 1

    def _try(self, request: Request, timeout: float, read: Callable[[HTTPResponse, float], T]) -> T:
        end = time.monotonic() + timeout
        about = f"{request.get_method()} {request.full_url}"
        try:
            try:
                return read(self._opener.open(request, timeout=_of_socket(timeout)), end)
            except HTTPError as answer:
                with answer:
                    raise _refusal(answer, _read_until(answer, end)) from None
        except TimeoutError as cause:
            raise TimedOutError(f"{about}: no answer in time.") from cause
        except URLError as cause:
            if isinstance(cause.reason, TimeoutError):
                raise TimedOutError(f"{about}: no answer in time.") from cause
            raise ConnectionFailedError(f"{about}: {cause.reason}") from cause
        except (OSError, HTTPException) as cause:
            raise ConnectionFailedError(f"{about}: {cause or type(cause).__name__}") from cause

    def _request(
        self,
        method: str,
        path: str,
        options: Mapping[str, Any],
        repeat: Repeat,
        body: object,
        query: Mapping[str, Any] | None,
    ) -> Request:
        headers = merge_headers(
            {"user-agent": self._settings.user_agent},
            self._settings.options.get("headers"),
            options.get("headers"),
            {"idempotency-key": options.get("idempotency_key")},
        )
        headers["authorization"] = f"Bearer {self._settings.api_key}"
        if body is not None:
            headers["content-type"] = "application/json"
        if repeat == "keyed":
            headers.setdefault("idempotency-key", str(uuid.uuid4()))
        data = None if body is None else json.dumps(body).encode()
        return Request(self._settings.url + path + _query(query), data, headers, method=method)


def segment(name: str, value: str) -> str:
    """An id in a path. An empty id, `.` or `..` is refused: it would address another operation, such as DELETE /v1/contacts/."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise PosthornError(f"{name} must be the id of an object, not {value!r}.")
    return quote(value, safe="")


def _query(query: Mapping[str, Any] | None) -> str:
    given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of_socket(timeout: float) -> float | None:
    return None if timeout == math.inf else min(timeout, LONGEST_TIMEOUT)


def _read_until(response: Any, end: float) -> bytes:
    """Limits the whole answer: the socket's timeout applies to each read, so many small reads could take forever."""
    pieces: list[bytes] = []
    while piece := response.read1(65536):
        pieces.append(piece)
        if time.monotonic() > end:
            raise TimeoutError
    octets = b"".join(pieces)
    # The rest of the content-length. read1 does not report that it is missing.
    if response.length:
        raise IncompleteRead(octets, response.length)
    return octets


def _refusal(answer: HTTPError, octets: bytes) -> ApiError:
    try:
        body = json.loads(octets)
        code, _ = str(body["code"]), str(body["message"])
    except (ValueError, KeyError, TypeError):
        return ApiError(answer.code, answer.headers, None)
    return BY_CODE.get(code, ApiError)(answer.code, answer.headers, body)
