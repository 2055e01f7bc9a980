"""How kinds of terrain look in a picture: each has a hatching, an SVG pattern, over a light tone.

Lengths are thousandths of an inch of the table. The hatching carries the meaning: grey print and every eye can read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from muster.core.record.terrain import Hatch

TONES = {
    Hatch.TREES: "#dcebd3",
    Hatch.DASHES: "#e9e9e9",
    Hatch.SLOPES: "#efe6d2",
    Hatch.TUFTS: "#eeecd0",
    Hatch.STONES: "#e8e2dc",
    Hatch.WAVES: "#d6e7f4",
    Hatch.BOARDS: "#e6dccb",
    Hatch.CROSSES: "#f7e3c3",
    Hatch.BRICKS: "#eedbd2",
    Hatch.MESH: "#dddde4",
}
"""On paper; pages have a tone with the same name in each theme."""

_PATTERNS = {
    Hatch.TREES: (1300, 1300, '<circle cx="400" cy="400" r="260"/><circle cx="1050" cy="1050" r="180"/>'),
    Hatch.DASHES: (1400, 800, '<path d="M100 200H900M800 600H1400M0 600H200"/>'),
    Hatch.SLOPES: (900, 900, '<path d="M-225 225L225 -225M-225 1125L1125 -225M675 1125L1125 675"/>'),
    Hatch.TUFTS: (1300, 1000, '<path d="M200 200L400 600L600 200M850 600L1000 900L1150 600"/>'),
    Hatch.STONES: (1200, 1100, '<path d="M150 500L400 150L600 500ZM750 950L950 650L1100 950Z"/>'),
    Hatch.WAVES: (1200, 700, '<path d="M0 350Q300 50 600 350T1200 350"/>'),
    Hatch.BOARDS: (550, 550, '<path d="M275 0V550"/>'),
    Hatch.CROSSES: (1100, 1100, '<path d="M300 300L800 800M800 300L300 800" stroke-width="130"/>'),
    Hatch.BRICKS: (1200, 900, '<path d="M0 0H1200M0 450H1200M300 0V450M900 450V900"/>'),
    Hatch.MESH: (650, 650, '<path d="M0 0L650 650M650 0L0 650"/>'),
}


def hatches_of(kinds: Iterable[str], known: Mapping[str, Hatch]) -> dict[str, Hatch]:
    """A hatching for each kind: the game's own, and the next free one for other kinds."""
    wanted = sorted(set(kinds))
    free = [hatch for hatch in Hatch if hatch not in known.values()] or list(Hatch)
    others = [kind for kind in wanted if kind not in known]
    return {kind: known[kind] if kind in known else free[others.index(kind) % len(free)] for kind in wanted}


def patterns(hatches: Iterable[Hatch], prefix: str) -> Iterator[str]:
    """The patterns of a picture; `prefix` keeps several pictures on a page apart."""
    for hatch in dict.fromkeys(hatches):
        width, height, strokes = _PATTERNS[hatch]
        yield (
            f'<pattern id="{prefix}{hatch}" class="strokes" width="{width}" height="{height}" '
            f'patternUnits="userSpaceOnUse" fill="none" stroke="#555" stroke-width="70">{strokes}</pattern>'
        )


def filled(outline: str, hatches: Sequence[Hatch], prefix: str, stroke: int) -> str:
    """A shape in the tone of its first kind, with the hatching of each kind over it."""
    first = hatches[0]
    over = "".join(f'{outline} class="over" fill="url(#{prefix}{hatch})" stroke="none"/>' for hatch in hatches)
    return f'{outline} class="under {first}" fill="{TONES[first]}" stroke-width="{stroke}"/>{over}'
