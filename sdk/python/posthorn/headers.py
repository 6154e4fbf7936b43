"""The headers of a request."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from .errors import PosthornError


def merge_headers(*given: Mapping[str, str | None] | None) -> dict[str, str]:
    """Names in lower case, so that none is sent twice. Later values win; None counts as not given."""
    all_headers = [header for headers in given for header in (headers or {}).items()]
    return {name.lower(): _sendable(name, value) for name, value in all_headers if value is not None}


def _sendable(name: str, value: str) -> str:
    # str: programs without types also pass numbers.
    strange = re.search(r"[^\t\x20-\x7e\x80-\xff]", str(value))
    if strange is None:
        return value
    found = json.dumps(strange[0], ensure_ascii=False)
    raise PosthornError(f"{name} contains {found}, which HTTP cannot send in a header. Remove it.")
