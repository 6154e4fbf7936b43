from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Page(Generic[T]):
    """A page of a list. A loop over it continues through all following pages; `data` has only the items of this page."""

    def __init__(self, page: Mapping[str, Any], read: Callable[[str], Mapping[str, Any]]) -> None:
        self.data: list[T] = page["data"]
        self.has_more: bool = page["has_more"]
        self.next_cursor: str | None = page.get("next_cursor")
        self._read = read

    def next_page(self) -> Page[T] | None:
        """None after the last page."""
        if not self.has_more or self.next_cursor is None:
            return None
        return Page(self._read(self.next_cursor), self._read)

    def pages(self) -> Iterator[Page[T]]:
        page: Page[T] | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data
