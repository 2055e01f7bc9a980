"""A table drawn to scale as SVG: a grid in inches, the pieces hatched by kind, scenario elements, a key.

Colours are presentation attributes, black on white for paper; pages restyle the classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from muster.app.speech import tr
from muster.app.venue.terrain_hatching import filled, hatches_of, patterns
from muster.app.venue.terrain_text import inches, kinds_words
from muster.core.kit.geometry import INCH, Circle, Shape
from muster.core.record.terrain import Hatch, Layout, Standing

MARGIN = 2 * INCH
TOP = 3 * INCH
FOOT = 2400
KEY_ROW, KEY_WIDTH, MOST_KEYS = 1800, 12 * INCH, 3
"""The key to the hatchings below the table: the height of a row, the least width of a kind, and how many fit in a
row.
"""
PAPER = (180, 200)
"""Millimetres that a picture may take up on a sheet of A4 or Letter."""
CROWDED = 12
"""From this many pieces on, their numbers take up space below the picture, which is then a quarter smaller."""
LETTER = 480
"""The approximate width of a letter in a piece's name, in thousandths of an inch of the table."""
FEWEST_LETTERS = 4


def _size(layout: Layout) -> tuple[int, int]:
    """The picture's width and height, in thousandths of an inch of the table."""
    rows = -(-len(_kinds(layout)) // _keys(layout))
    return layout.width + 2 * MARGIN, layout.depth + TOP + FOOT + rows * KEY_ROW


def _keys(layout: Layout) -> int:
    return min(max(layout.width // KEY_WIDTH, 1), MOST_KEYS)


def _kinds(layout: Layout) -> list[str]:
    return sorted({kind for standing in layout.pieces for kind in standing.piece.kinds})


def scale_of(layout: Layout) -> int:
    """The table is drawn at one to this: the largest that fits a sheet."""
    width, height = _size(layout)
    asked = max(Fraction(width * 254, INCH * 10 * PAPER[0]), Fraction(height * 254, INCH * 10 * PAPER[1]))
    asked = asked * 5 / 4 if len(layout.pieces) >= CROWDED else asked
    return -(-asked.numerator // asked.denominator)


def millimetres(layout: Layout) -> tuple[Fraction, Fraction]:
    """The picture's width and height on paper."""
    width, height = _size(layout)
    scale = scale_of(layout)
    return Fraction(width * 254, INCH * 10 * scale), Fraction(height * 254, INCH * 10 * scale)


def svg(
    layout: Layout,
    elements: Sequence[Standing] = (),
    marked: Sequence[int] = (),
    *,
    known: Mapping[str, Hatch] | None = None,
    number: int = 1,
    small: bool = False,
) -> str:
    """`marked`: the numbers of pieces that break a rule. `known`: how the game draws its kinds.

    `number`: of this picture among those on one page. `small`: only the table, without the text around it.
    """
    width, height = _size(layout)
    view = f"0 0 {layout.width} {layout.depth}" if small else f"{-MARGIN} {-TOP} {width} {height}"
    wide, high = (f"{float(side):.2f}mm" for side in millimetres(layout))
    size = "" if small else f'width="{wide}" height="{high}" '
    label = tr("Table “{name}”, seen from above", name=layout.name)
    hatches, prefix = hatches_of(_kinds(layout), known or {}), f"t{number}-"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ground" viewBox="{view}" '
        f'{size}role="group" aria-label="{escape(label)}" '
        'font-family="sans-serif" fill="none" stroke="#000">',
        f"<defs>{''.join(patterns(hatches.values(), prefix))}</defs>",
        *_grid(layout),
        *(_element(element) for element in elements),
        *(_piece(n, s, n in marked, hatches, prefix) for n, s in enumerate(layout.pieces, start=1)),
        *(() if small else _around(layout, hatches, prefix)),
        "</svg>",
    ]
    return "\n".join(lines)


def _grid(layout: Layout) -> Iterator[str]:
    """A line every inch, a stronger one every six and across the middle."""
    thin: list[str] = []
    strong: list[str] = []
    for x in range(INCH, layout.width, INCH):
        (strong if x % (6 * INCH) == 0 else thin).append(f"M{x} 0V{layout.depth}")
    for y in range(INCH, layout.depth, INCH):
        (strong if y % (6 * INCH) == 0 else thin).append(f"M0 {y}H{layout.width}")
    yield f'<rect class="felt" width="{layout.width}" height="{layout.depth}" fill="#fff" stroke="none"/>'
    yield f'<path class="grid" d="{"".join(thin)}" stroke="#ccc" stroke-width="25"/>'
    yield f'<path class="grid six" d="{"".join(strong)}" stroke="#999" stroke-width="40"/>'
    middle = f"M{layout.width // 2} 0V{layout.depth}M0 {layout.depth // 2}H{layout.width}"
    yield f'<path class="middle" d="{middle}" stroke="#555" stroke-width="60" stroke-dasharray="300 300"/>'
    yield f'<rect class="edge" width="{layout.width}" height="{layout.depth}" stroke-width="150"/>'


def _outline(shape: Shape) -> str:
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x}" cy="{shape.y}" r="{shape.radius}"'
    return f'<polygon points="{" ".join(f"{x},{y}" for x, y in shape.corners)}"'


def _element(element: Standing) -> str:
    name = escape(tr(element.piece.name))
    shape = f'{_outline(element.shape)} stroke-width="90" stroke-dasharray="500 250"/>'
    return f'<g class="element">{shape}{_text(element.x, element.y, name, 900)}</g>'


def _piece(number: int, standing: Standing, marked: bool, hatches: Mapping[str, Hatch], prefix: str) -> str:
    piece = standing.piece
    title = f"{number}. {piece.name}: {kinds_words(piece.kinds)}"
    where = tr('{x}" from the left, {y}" from the top', x=inches(standing.x), y=inches(standing.y))
    room = max(min(piece.width, piece.depth) // LETTER, FEWEST_LETTERS)
    short = piece.name if len(piece.name) <= room else piece.name[: room - 1].rstrip() + "…"
    state = " broken" if marked else ""
    return (
        f'<g class="piece{state}" data-n="{number}"><title>{escape(f"{title}, {where}")}</title>'
        f"{filled(_outline(standing.shape), [hatches[kind] for kind in piece.kinds], prefix, 300 if marked else 110)}"
        f"{_text(standing.x, standing.y - 150, str(number), 1500, bold=True, over='hatching')}"
        f"{_text(standing.x, standing.y + 950, escape(short), 850, over='hatching')}</g>"
    )


def _text(x: int, y: int, text: str, size: int, *, bold: bool = False, over: str = "") -> str:
    """`over`: what it is written on, if it needs an outline to be readable."""
    weight = ' font-weight="700"' if bold else ""
    rim = 'stroke="#fff" stroke-width="350" stroke-linejoin="round" paint-order="stroke"' if over else 'stroke="none"'
    return (
        f'<text x="{x}" y="{y}" font-size="{size}"{weight} text-anchor="middle" dominant-baseline="middle" '
        f'fill="#000" {rim}>{text}</text>'
    )


def _around(layout: Layout, hatches: Mapping[str, Hatch], prefix: str) -> Iterator[str]:
    yield from _edges(layout)
    yield from _bar(layout)
    yield from _key(layout, hatches, prefix)


def _edges(layout: Layout) -> Iterator[str]:
    """Which half is which, and numbers along the edges every six inches."""
    yield _text(layout.width // 2, -2200, escape(tr("North")), 1300, bold=True)
    yield _text(layout.width // 2, layout.depth + 1300, escape(tr("South")), 1300, bold=True)
    for x in range(0, layout.width + 1, 6 * INCH):
        yield _text(x, -900, f"{x // INCH}", 1000)
    for y in range(6 * INCH, layout.depth + 1, 6 * INCH):
        yield _text(-1000, y, f"{y // INCH}", 1000)


def _bar(layout: Layout) -> Iterator[str]:
    """A bar of a foot with the scale."""
    base = layout.depth + 1300
    bar = f"M0 {base}H{12 * INCH}M0 {base - 300}V{base + 300}M{12 * INCH} {base - 300}V{base + 300}"
    yield f'<path class="bar" d="{bar}" stroke-width="120"/>'
    words = tr('12", scale 1:{scale}', scale=scale_of(layout))
    yield _label(13 * INCH, base + 350, words, "scale")


def _key(layout: Layout, hatches: Mapping[str, Hatch], prefix: str) -> Iterator[str]:
    """What each hatching is."""
    keys = _keys(layout)
    step = layout.width // keys
    for place, (kind, hatch) in enumerate(hatches.items()):
        x, y = place % keys * step, layout.depth + FOOT + place // keys * KEY_ROW
        swatch = filled(f'<rect x="{x}" y="{y}" width="2200" height="1400"', [hatch], prefix, 60)
        yield f'<g class="key">{swatch}{_label(x + 2700, y + 1050, tr(kind))}</g>'


def _label(x: int, y: int, words: str, name: str = "label") -> str:
    return f'<text class="{name}" x="{x}" y="{y}" font-size="1000" fill="#000" stroke="none">{escape(words)}</text>'
