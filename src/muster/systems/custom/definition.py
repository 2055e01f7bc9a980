"""What a composed system says, read and checked once: from the plain tables of a definition to typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from muster.game import DEFINITION, LARGEST, BadInput, Points, Section, TieBreak, tr, whole
from muster.systems.custom.catalogue import read_tiebreaks
from muster.systems.custom.lists import KEYS as LISTS
from muster.systems.custom.lists import Asked, read_section

KEYS = (
    "name",
    "points_name",
    "points",
    "margin",
    "result",
    "bye",
    "concession",
    "unpaired",
    "pairing",
    "structure",
    "tiebreak",
    "lists",
    "table",
)
POINTS = ("win", "draw", "loss", "score")
MARGIN = ("from", "to", "winner", "loser")
RESULT = ("score", "low", "high", "together", "draws", "drawn_games")
BYE = ("points", "score")
CONCESSION = ("score",)
UNPAIRED = ("points",)
PAIRING = ("first", "later", "avoid_circle", "limit_downs")
STRUCTURE = ("rounds", "cut", "table")
TABLE = ("chess_clock", "counters")
STRUCTURE_TABLE = ("up_to", "rounds", "cut")

FIRST = ("random", "order", "seeded_fold")
LATER = ("groups", "nearest", "stack", "fold", "neutral")
CIRCLE = ("never", "first", "always")
MOST_ROUNDS, MOST_CUT = 50, 1024
MOST_MINUTES, MOST_COUNTERS = 600, 6


@dataclass(frozen=True, slots=True)
class DifferencePay:
    """What a score difference from `low` to `high` (None: or more) pays the winner and the loser."""

    low: int
    high: int | None
    winner: Points
    loser: Points

    def __contains__(self, difference: int) -> bool:
        return self.low <= difference and (self.high is None or difference <= self.high)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a match pays: one row per range of differences; win, draw and loss are the two rows 0 and 1 or more."""

    rows: tuple[DifferencePay, ...]
    by_margin: bool

    def row(self, difference: int) -> DifferencePay:
        return next(row for row in self.rows if difference in row)

    def pays(self, own: int, other: int) -> Points:
        row = self.row(abs(own - other))
        return row.winner if own > other else row.loser

    @property
    def most(self) -> Points:
        """The most a match can pay."""
        return max(row.winner for row in self.rows)

    @property
    def least(self) -> Points:
        """The least a match can pay: the value of a loss."""
        return min(row.loser for row in self.rows)


@dataclass(frozen=True, slots=True)
class AsScored:
    """A match that pays each side its own score, times `each`."""

    each: Points
    low: int
    high: int
    by_margin: bool = False

    def pays(self, own: int, other: int) -> Points:
        return whole(own * self.each)

    @property
    def most(self) -> Points:
        return self.pays(self.high, self.low)

    @property
    def least(self) -> Points:
        return self.pays(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Scores:
    """The score that each side reports. `together`: the most that both add up to."""

    label: str
    low: int
    high: int | None
    together: int | None
    draws: bool
    drawn_games: bool


@dataclass(frozen=True, slots=True)
class Size:
    """The structure for up to this many players (None: any number). `rounds` None: by the number of players."""

    up_to: int | None
    rounds: int | None
    cut: int


@dataclass(frozen=True, slots=True)
class Definition:
    name: str
    points_name: str
    worth: Worth | AsScored
    scores: Scores
    bye_points: Points
    bye_score: tuple[int, int]
    concession: tuple[int, int]
    unpaired: Points
    first: str
    later: str
    avoid_circle: str
    limit_downs: bool
    sizes: tuple[Size, ...]
    tiebreaks: tuple[TieBreak, ...]
    lists: Asked | None = None
    chess_clock: int = 0
    """Minutes each player has at the table; 0: only the round's time counts."""
    counters: tuple[str, ...] = ()
    """What players count at the table besides the result."""


def read(raw: Mapping[str, Any]) -> Definition:
    """The definition in these plain tables, or the first mistake in them."""
    top = Section(raw, DEFINITION, KEYS)
    name = top.text("name")
    scores = _scores(top.section("result", RESULT))
    worth = _worth(top, scores)
    bye = top.section("bye", BYE)
    full = None if scores.high is None else (scores.high, scores.low)
    bye_score = bye.score("score", scores.low, scores.high, full)
    pairing, table = top.section("pairing", PAIRING), top.section("table", TABLE)
    first, later = pairing.choice("first", FIRST), pairing.choice("later", LATER)
    return Definition(
        name=name,
        points_name=top.text("points_name", "points"),
        worth=worth,
        scores=scores,
        bye_points=bye.points("points", worth.most),
        bye_score=bye_score,
        concession=_concession(top.section("concession", CONCESSION), scores, worth, full or bye_score),
        unpaired=top.section("unpaired", UNPAIRED).points("points", 0),
        first=first,
        later=later,
        avoid_circle=_circle(pairing, first, later),
        limit_downs=_limit_downs(pairing, later),
        sizes=_sizes(top.section("structure", STRUCTURE)),
        tiebreaks=read_tiebreaks(top, worth.most),
        lists=read_section(top.section("lists", LISTS)) if "lists" in top else None,
        chess_clock=table.whole("chess_clock", 0, MOST_MINUTES, 0),
        counters=table.texts("counters", MOST_COUNTERS),
    )


def _scores(result: Section) -> Scores:
    low = result.whole("low", 0, LARGEST, 0)
    high = result.whole("high", low + 1, LARGEST) if "high" in result else None
    least = low + (low + 1 if high is None else high)
    return Scores(
        label=result.text("score", "score"),
        low=low,
        high=high,
        together=result.whole("together", least, 2 * LARGEST) if "together" in result else None,
        draws=result.flag("draws", True),
        drawn_games=result.flag("drawn_games", False),
    )


def _worth(top: Section, scores: Scores) -> Worth | AsScored:
    if ("points" in top) == ("margin" in top):
        raise BadInput(
            "The definition has both [points] and [[margin]]: it should have one of them, which says what a match pays."
            if "points" in top
            else "The definition has neither [points] nor [[margin]]: it should have one of them, which says what a "
            "match pays."
        )
    if "margin" in top:
        return _margin(top.rows("margin", MARGIN), scores)
    points = top.section("points", POINTS)
    if "score" in points:
        return _as_scored(points, scores)
    win, loss = points.points("win"), points.points("loss", 0)
    if win <= loss:
        raise points.wrong("win", tr("more than the {loss} of a loss", loss=loss))
    if "draw" in points and not scores.draws:
        raise BadInput("[points] draw has no use: [result] draws is false, so leave one of them out.")
    won = DifferencePay(1, None, win, loss)
    if not scores.draws:
        return Worth((won,), by_margin=False)
    draw = points.points("draw")
    if not loss <= draw <= win:
        raise points.wrong("draw", tr("from the {loss} of a loss to the {win} of a win", loss=loss, win=win))
    return Worth((DifferencePay(0, 0, draw, draw), won), by_margin=False)


def _as_scored(points: Section, scores: Scores) -> AsScored:
    for key in ("win", "draw", "loss"):
        if key in points:
            raise BadInput("[points] score and {key} exclude each other: leave one of them out.", key=key)
    if scores.high is None:
        raise BadInput("[points] score needs a [result] high, the most that a side can score.")
    each = points.points("score")
    if not each:
        raise points.wrong("score", tr("more than 0, what every point of the score pays"))
    return AsScored(each, scores.low, scores.high)


def _margin(sections: list[Section], scores: Scores) -> Worth:
    rows: list[DifferencePay] = []
    starts = 0 if scores.draws else 1
    for number, section in enumerate(sections, 1):
        low = section.whole("from", 0, LARGEST)
        last = number == len(sections)
        high = None if last and "to" not in section else section.whole("to", low, LARGEST)
        row = DifferencePay(low, high, section.points("winner"), section.points("loser"))
        if rows and rows[-1].high is not None and low != rows[-1].high + 1:
            raise BadInput(
                "{where} from: “{low}” makes the rows overlap; it should be {high}, one more than the “to” "
                "of the row before."
                if low <= rows[-1].high
                else "{where} from: “{low}” makes the rows leave a gap; it should be {high}, one more than the “to” "
                "of the row before.",
                where=section.where,
                low=low,
                high=rows[-1].high + 1,
            )
        if not rows and low > starts:
            raise section.wrong("from", tr("{starts}, the smallest difference there can be", starts=starts))
        if row.winner < row.loser:
            raise section.wrong("winner", tr("{points} or more, the loser’s points", points=row.loser))
        if scores.draws and 0 in row and row.winner != row.loser:
            raise section.wrong(
                "winner", tr("{points} like the loser’s, as a difference of 0 has no winner", points=row.loser)
            )
        rows.append(row)
    widest = None if scores.high is None else scores.high - scores.low
    ends = rows[-1].high
    if ends is not None and (widest is None or ends < widest):
        if widest is None:
            raise sections[-1].wrong("to", tr("left out, so that the row covers every larger difference"))
        raise sections[-1].wrong("to", tr("{widest} or more, or left out", widest=widest))
    if all(row.winner == row.loser for row in rows):
        raise BadInput("[[margin]] pays winner and loser the same in every row: in one row the winner should get more.")
    return Worth(tuple(rows), by_margin=True)


def _concession(section: Section, scores: Scores, worth: Worth | AsScored, usual: tuple[int, int]) -> tuple[int, int]:
    """Whoever conceded must have lost. A bye that is not a win (half a point) is not a score for a concession
    either.
    """
    own, other = section.score("score", scores.low, scores.high, usual if usual[0] > usual[1] else None)
    if own <= other or worth.pays(own, other) == worth.pays(other, own):
        raise BadInput(
            "[concession] score: “{own}-{other}” should be a win for the first, who is the one that did not concede.",
            own=own,
            other=other,
        )
    return own, other


def _circle(pairing: Section, first: str, later: str) -> str:
    wish = pairing.choice("avoid_circle", CIRCLE)
    if wish != "never" and first == "seeded_fold":
        raise pairing.wrong("avoid_circle", tr("“never” with first = “seeded_fold”, where the seeds alone decide"))
    if wish == "always" and later == "fold":
        right = tr("“never” or “first” with later = “fold”, where the places alone decide")
        raise pairing.wrong("avoid_circle", right)
    if wish == "always" and later == "neutral":
        right = tr("“never” or “first” with later = “neutral”, where the points alone decide")
        raise pairing.wrong("avoid_circle", right)
    return wish


def _limit_downs(pairing: Section, later: str) -> bool:
    limit = pairing.flag("limit_downs", False)
    if limit and later != "groups":
        right = tr("false with later = “{later}”; only “groups” can use it", later=later)
        raise pairing.wrong("limit_downs", right)
    return limit


def _sizes(structure: Section) -> tuple[Size, ...]:
    rows = structure.rows("table", STRUCTURE_TABLE, "structure.table")
    if not rows:
        return (Size(None, _rounds(structure), _cut(structure)),)
    for key in ("rounds", "cut"):
        if key in structure:
            raise BadInput(
                "[structure] {key} and [[structure.table]] exclude each other: leave one of them out.", key=key
            )
    sizes: list[Size] = []
    for number, row in enumerate(rows, 1):
        least = 2 if not sizes else (sizes[-1].up_to or 0) + 1
        last = number == len(rows)
        up_to = None if last and "up_to" not in row else row.whole("up_to", least, LARGEST)
        sizes.append(Size(up_to, row.whole("rounds", 1, MOST_ROUNDS), _cut(row)))
    return tuple(sizes)


def _rounds(section: Section) -> int | None:
    return section.whole("rounds", 1, MOST_ROUNDS) if "rounds" in section else None


def _cut(section: Section) -> int:
    cut = section.whole("cut", 0, MOST_CUT, 0)
    if cut == 1:
        raise section.wrong("cut", tr("0 for none, or 2 and more"))
    return cut
