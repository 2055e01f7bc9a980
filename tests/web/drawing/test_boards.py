"""Parts of a board: the same one is drawn once, and never in place of another."""

from __future__ import annotations

from markupsafe import Markup

from muster.app.languages import language
from muster.app.numbers import minutes
from muster.app.speech import speaking, tr
from muster.core.book.tracker.board import BoardPart, Fold, Gauge, Headline, PlayersClock, RoundTime, Stepper
from muster.core.kit.language import Message
from muster.web.drawing.boards import cells, clock_text, drawn


class Pen:
    """Draws what it is given, and counts."""

    def __init__(self) -> None:
        self.drew: list[BoardPart] = []

    def __call__(self, part: BoardPart) -> Markup:
        self.drew.append(part)
        return Markup(f"<p>{tr('Players')} {len(self.drew)}</p>")


def test_the_same_part_is_drawn_once() -> None:
    pen = Pen()
    parts = [Headline(Message("{name} goes first", {"name": "Ann"})) for _ in range(2)]
    assert len({drawn(part, pen, ("/tap/", "cup", 0)) for part in parts}) == len(pen.drew) == 1


def test_whatever_makes_a_difference_is_drawn_by_itself() -> None:
    """Another name in a sentence, what a button sends, its side and address, and the language."""
    pen = Pen()
    parts: list[BoardPart] = [
        Headline(Message("{name} is next", {"name": "Ann"})),
        Headline(Message("{name} is next", {"name": "Bo"})),
        Stepper("Lost", 1, "lost", {"side": 0}),
        Stepper("Lost", 1, "lost", {"side": 1}),
        Fold("More", (Stepper("Lost", 1, "lost", {"side": 0}),)),
    ]
    places: list[tuple[object, ...]] = [("/tap/", "cup", 0), ("/tap/", "cup", 1), ("/tap/", "", 0), ("/t/1/", "cup", 0)]
    for code in ("en", "de"):
        with speaking(language(code)):
            for place in places:
                for part in parts:
                    drawn(part, pen, place)
    assert len(pen.drew) == 2 * len(places) * len(parts)
    with speaking(language("de")):
        assert "Spieler" in drawn(parts[0], pen, places[0])


def test_a_clock_is_never_kept() -> None:
    pen = Pen()
    for part in (PlayersClock("Ann", 60_000, 1, running=True), RoundTime(0, 1, True, 60_000, "until the end")):
        assert drawn(part, pen, ()) != drawn(part, pen, ())


def test_a_gauge_has_a_cell_for_each_and_a_line_where_a_level_ends() -> None:
    gauge = Gauge("Lost", 3, 12, bounds=((4, "Fresh"), (8, "<Shaken>"), (12, "Broken")), dashed=6)
    shown = cells(gauge)
    assert (shown.count('class="x"'), shown.count('class="m"')) == (3, 9)
    assert (shown.count('class="th"'), shown.count('class="bp"')) == (2, 1)
    assert '<text x="58.0" y="42" text-anchor="middle">Fresh</text>' in shown and "&lt;Shaken&gt;" in shown
    assert 'aria-label="3 of 12"' in shown and 'viewBox="0 0 350 46"' in shown
    assert 'viewBox="0 0 350 26"' in cells(Gauge("Lost", 0, 12))


def test_clocks_at_the_table_count_minutes_as_the_rounds_clock_does() -> None:
    assert clock_text(5_903_000) == minutes(5_903_000) == "98:23"
    assert [clock_text(one) for one in (0, -5_000, 1, 999, 1_001, 59_000, 3_600_000)] == [
        "0:00",
        "0:00",
        "0:01",
        "0:01",
        "0:02",
        "0:59",
        "60:00",
    ]
