from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Any

from . import types
from .errors import ApiError, ConnectionFailedError

if TYPE_CHECKING:
    from .connection import Connection

# The service sends something every 15 seconds, at least a comment.
SILENCE = 45.0


class EventStream:
    """Events as they happen, for a loop. Reconnects after a lost connection; no event is missed or repeated."""

    def __init__(
        self, connection: Connection, path: str, query: types.StreamEventsQuery | None, options: Mapping[str, Any]
    ) -> None:
        self._connection = connection
        self._path = path
        self._options = {**options, "timeout": options.get("timeout", SILENCE)}
        # The position after the last event. Pass it to a later stream or to events.list to continue from there.
        self.cursor: str | None = (query or {}).get("cursor")

    def __iter__(self) -> Iterator[types.Event]:
        has_begun = False
        while True:
            try:
                query = {"cursor": self.cursor}
                with self._connection.response("GET", self._path, self._options, query=query) as response:
                    has_begun = True
                    yield from self._read(response)
            except (ConnectionFailedError, ApiError) as error:
                is_final = isinstance(error, ApiError) and error.status < 500 and error.status != 429
                if not has_begun or is_final:
                    raise
            except (OSError, HTTPException):
                pass
            # Spreads the reconnects, so a restarted service does not get all clients at once.
            time.sleep(random.random())

    def _read(self, response: HTTPResponse) -> Iterator[types.Event]:
        identity: str | None = None
        data: list[str] = []
        for octets in response:
            line = octets.decode().rstrip("\r\n")
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "id":
                identity = value
            elif field == "data":
                data.append(value)
            elif line == "":
                self.cursor = identity or self.cursor
                if data:
                    yield json.loads("\n".join(data))
                identity, data = None, []
