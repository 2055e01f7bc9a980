"""Pages of the docs in which a benchmark writes a part of its own, between two marks."""

from __future__ import annotations

from collections.abc import Sequence


def between(page: str, name: str) -> str:
    """What is between the marks `<!-- name -->` and `<!-- /name -->`."""
    return _cut(page, name)[1]


def put(page: str, name: str, lines: Sequence[str]) -> str:
    """The page with these lines between the marks; the rest is unchanged."""
    before, _, after = _cut(page, name)
    return "\n".join([before, *lines, after])


def _cut(page: str, name: str) -> tuple[str, str, str]:
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = page.partition(start)
    inside, ended, after = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"the page has no marks {start} and {end}")
    return before + start, inside, end + after
