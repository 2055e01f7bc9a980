"""The part of docs/figures.md that belongs to somebody: what is between their markers, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "figures.md"


def rewrite(name: str, lines: Sequence[str], page: Path = PAGE) -> None:
    """Puts the lines between the markers; at the end of the page if there are none yet."""
    first, last = f"<!-- {name} -->", f"<!-- /{name} -->"
    text = page.read_text("utf-8")
    if first not in text:
        text = f"{text.rstrip()}\n\n{first}\n{last}\n"
    before, _, rest = text.partition(first)
    after = rest.partition(last)[2]
    page.write_text("\n".join((f"{before}{first}", *lines, f"{last}{after}")), "utf-8")
