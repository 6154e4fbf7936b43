from __future__ import annotations

import json
import os
import re
from typing import Unpack

from .connection import CallOptions, Connection, Settings
from .errors import PosthornError
from .resources import VERSION, Resources


class Posthorn(Resources):
    """The client. One per key is enough: it holds no connection, and many threads can use it at once."""

    def __init__(self, api_key: str | None = None, url: str | None = None, **options: Unpack[CallOptions]) -> None:
        """`api_key` and `url` default to POSTHORN_API_KEY and POSTHORN_URL."""
        settings = Settings(
            url=_address(_required(url, "the address of your Posthorn", "url", "POSTHORN_URL")),
            api_key=_key(_required(api_key, "an API key", "api_key", "POSTHORN_API_KEY")),
            user_agent=f"posthorn-sdk/{VERSION} python",
            options=options,
        )
        super().__init__(Connection(settings))


def _required(value: str | None, what: str, option: str, variable: str) -> str:
    found = value or os.environ.get(variable)
    if not found:
        raise PosthornError(f"The client needs {what}: set {variable}, or pass {option}.")
    return found


def _key(text: str) -> str:
    """A key from a file may end with a line break."""
    key = text.strip()
    strange = re.search(r"[^\x21-\x7e]", key)
    if strange:
        found = json.dumps(strange[0], ensure_ascii=False)
        raise PosthornError(
            f"The API key contains {found}, but keys have only ASCII characters and no spaces."
            " Copy the whole key to POSTHORN_API_KEY or api_key."
        )
    return key


def _address(given: str) -> str:
    """People also give it with a slash at the end, or with the /v1 of every path. A host may be called v1."""
    url = given.strip()
    if not re.match(r"https?://[^/?#]", url):
        raise PosthornError(f"The url must be one such as https://posthorn.example.com, not {url!r}.")
    return re.sub(r"(?<=[^/:])/+(?:v1/*)?$", "", url)
