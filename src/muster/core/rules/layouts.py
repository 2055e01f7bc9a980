"""What may happen to terrain: stock, layouts drawn or made by hand, which table has which. As facts or a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import Message, listed, tr
from muster.core.kit.lots import Urn
from muster.core.reading.balance import Balance, measure
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event
from muster.core.record.facts.play import Fact
from muster.core.record.facts.venue import (
    GroundLaid,
    LayoutRemoved,
    LayoutSaved,
    TerrainAssigned,
    TerrainReviewed,
    TerrainStocked,
)
from muster.core.record.terrain import (
    Form,
    Ground,
    Layout,
    LayoutFinding,
    Piece,
    Stocked,
    TerrainRules,
    Weight,
    general,
)

FIRST_LEGAL, BEST_OF_SEVERAL = 1, 2
"""The rules for drawing a layout: take the first legal table, or the best of several."""
LEAST_DRAWS, MOST_DRAWS = 6, 16
"""At least this many tables are drawn, and at most this many while one half falls short on each of them."""

MOST_PIECES = 40
MOST_STOCK = 500


def rules_of(system: System) -> TerrainRules:
    if system.terrain is None:
        raise Refusal("{name} is played without terrain.", name=system.name)
    return system.terrain


def _joined(kinds: Sequence[str]) -> Message:
    """“forest + wall”: a piece of several kinds."""
    first, *others = map(tr, kinds)
    return tr("{kind} + {others}", kind=first, others=_joined(kinds[1:])) if others else first


def stock(event: Event, system: System, piece: Piece, count: int) -> TerrainStocked:
    """How many of a piece there are from now on; a piece of the same name is replaced."""
    event.must_run()
    rules = rules_of(system)
    for kind in piece.kinds:
        if rules.kinds and kind not in rules.kinds:
            raise UnknownName("kind of terrain", kind, map(tr, rules.kinds))
    if len(set(piece.kinds)) != len(piece.kinds) or (len(piece.kinds) > 1 and rules.joins.isdisjoint(piece.kinds)):
        raise BadInput(
            "“{kinds}” is not a kind of terrain. A combination has one of {joins} in it, once.",
            clause=rules.join_clause,
            kinds=_joined(piece.kinds),
            joins=listed(map(tr, sorted(rules.joins))) if rules.joins else tr("nothing"),
        )
    if not 0 <= count <= MOST_STOCK:
        raise BadInput(
            "“{count}” of “{piece}”: there can be 1 to {most}.", count=count, piece=piece.name, most=MOST_STOCK
        )
    if not count and piece.name not in event.venue.stock:
        raise UnknownName("piece of terrain", piece.name, event.venue.stock)
    return TerrainStocked(piece, count)


def layout_of(event: Event, name: str, round_: int | None = None) -> Layout:
    """A layout as it is now, or as it was in a round."""
    if name not in event.venue.layouts:
        raise UnknownName("layout", name, event.venue.layouts)
    return event.venue.layouts[name] if round_ is None else event.venue.layout_in(name, round_)


def check(system: System, layout: Layout, grounds: Sequence[Ground]) -> list[LayoutFinding]:
    """All rules that a layout breaks: those for any table, then the book's; each finding only once."""
    found = list(rules_of(system).check(layout, grounds))
    told = {(f.why.code, f.pieces) for f in found}
    return [*(f for f in general(layout) if (f.why.code, f.pieces) not in told), *found]


def standing_now(event: Event) -> dict[int, Layout]:
    """Each table's layout after the last change."""
    last = {table: spans[-1][1] for table, spans in event.venue.terrain.items()}
    return {table: event.venue.layouts[name] for table, name in last.items() if name in event.venue.layouts}


def used(event: Event, but: int = 0) -> Counter[str]:
    """How many of each piece are on tables, leaving out one table."""
    tables = standing_now(event)
    return Counter(s.piece.name for t, layout in tables.items() if t != but for s in layout.pieces if not s.brought)


def free_stock(event: Event, table: int) -> list[Stocked]:
    """What is available for a table: everything that is not on another."""
    taken = used(event, table)
    left = [replace(one, count=one.count - taken[name]) for name, one in sorted(event.venue.stock.items())]
    return [one for one in left if one.count > 0]


def draw(
    event: Event,
    system: System,
    urn: Urn,
    name: str,
    method: str,
    wanted: int,
    table: int,
    to_come: int = 0,
    by: int = BEST_OF_SEVERAL,
) -> LayoutSaved:
    """A layout drawn by lot, from its own stream. `table`: where it will be, 0 if not known yet.

    `to_come`: how many more tables will be drawn from the same stock, so that this one leaves enough for them. `by`:
    the version of the drawing rules, the current one or an older layout's.
    """
    rules = rules_of(system)
    if rules.draw is None:
        raise Refusal("{name} has no rules for setting up tables at random. Make the layout by hand.", name=system.name)
    if method not in rules.methods:
        raise UnknownName("way to set up a table", method, rules.methods)
    if not event.venue.stock:
        raise Refusal("The stock is empty. Enter your terrain first.")
    stream = f"terrain {method} {event.venue.layouts_drawn + 1}"
    grounds = [event.venue.grounds[scenario] for scenario in sorted(event.venue.grounds)]
    stock, drawn = free_stock(event, table), rules.draw

    def one(purpose: str) -> Layout:
        placed = drawn(stock, method, wanted, grounds, urn.stream(purpose), to_come)
        return Layout(name, rules.width, rules.depth, placed, method)

    layout = one(stream) if by == FIRST_LEGAL else _best(_several(one, stream), system, grounds)
    return LayoutSaved(layout, stream, wanted, table, to_come=to_come, method=by)


def _several(one: Callable[[str], Layout], stream: str) -> Iterator[Layout]:
    """Tables from the same stock, each from its own stream; if the first is refused, so is the draw."""
    yield one(stream)
    for number in range(2, MOST_DRAWS + 1):
        try:
            yield one(f"{stream} table {number}")
        except Refusal:
            return


def _best(tables: Iterator[Layout], system: System, grounds: Sequence[Ground]) -> Layout:
    """The best by balance and openness (WMH-111), each also tried with a quarter turn; the first of those that are
    equal.
    """
    rules = rules_of(system)
    best: tuple[Balance, Layout] | None = None
    for number, drawn in enumerate(tables, start=1):
        for layout in (drawn, *_a_quarter_on(drawn, system, grounds)):
            balance = measure(layout, rules)
            if best is None or balance.rank < best[0].rank:
                best = balance, layout
        if number >= LEAST_DRAWS and best is not None and not best[0].short:
            break
    assert best is not None, "a draw gives a table or refuses"
    return best[1]


def _a_quarter_on(layout: Layout, system: System, grounds: Sequence[Ground]) -> Iterator[Layout]:
    """The same table with its other two edges facing the players, if it then still follows every rule."""
    if layout.width != layout.depth:
        return
    pieces = tuple(
        replace(s, x=layout.width - s.y, y=s.x, turn=0 if s.piece.form is Form.CIRCLE else (s.turn + 90) % 360)
        for s in layout.pieces
    )
    turned = replace(layout, pieces=pieces)
    if all(found.weight is Weight.UNCHECKED for found in check(system, turned, grounds)):
        yield turned


def save(event: Event, system: System, layout: Layout, reason: str = "") -> LayoutSaved:
    """A layout made or changed by hand. If it breaks a rule, a reason is needed and recorded."""
    event.must_run()
    rules = rules_of(system)
    if not 1 <= len(layout.pieces) <= MOST_PIECES:
        raise BadInput(
            "“{name}” has {n} pieces. A layout has 1 to {most}.",
            name=layout.name,
            n=len(layout.pieces),
            most=MOST_PIECES,
        )
    if layout.method and layout.method not in rules.methods:
        raise UnknownName("way to set up a table", layout.method, rules.methods)
    broken = [f for f in check(system, layout, list(event.venue.grounds.values())) if f.weight is Weight.BROKEN]
    if broken and not reason.strip():
        raise Refusal(
            "“{name}” breaks {clauses}. Fix it, or give a reason to keep it.",
            clause=broken[0].why.clause,
            name=layout.name,
            clauses=listed(dict.fromkeys(f.why.clause or tr("what a table can hold") for f in broken)),
        )
    return LayoutSaved(layout, reason=reason.strip())


def remove(event: Event, name: str) -> LayoutRemoved:
    event.must_run()
    layout_of(event, name)
    tables = sorted(table for table, spans in event.venue.terrain.items() if any(n == name for _, n in spans))
    if tables:
        raise Refusal(
            "“{name}” is or was on table {tables}, so it stays in the record.",
            name=name,
            tables=", ".join(map(str, tables)),
        )
    return LayoutRemoved(name)


def assign(event: Event, table: int, name: str, round_: int = 0) -> TerrainAssigned:
    """Gives a table a layout: immediately if it has none, otherwise from the next round or the round given."""
    event.must_run()
    if table < 1:
        raise BadInput("“{table}” is not a table. Tables are numbered from 1.", table=table)
    if name:
        layout_of(event, name)
    begun = len(event.shown)
    first = round_ or (begun + 1 if event.venue.terrain.get(table) else event.rounds_over() + 1)
    if first <= begun and event.venue.layout_at(table, first):
        raise Refusal(
            "Round {round} has begun, and table {table} has terrain for it. Change terrain between rounds.",
            round=numbered(event, first),
            table=table,
        )
    return TerrainAssigned(table, name, first)


def lay_grounds(event: Event, grounds: Sequence[Ground]) -> list[Fact]:
    """What scenarios put on the table and where, from the organiser's own diagrams (W-31)."""
    event.must_run()
    for ground in grounds:
        if not ground.elements and ground.scenario not in event.venue.grounds:
            raise Refusal("Nothing is placed for “{scenario}”.", scenario=ground.scenario)
    return [GroundLaid(ground) for ground in grounds]


def review(event: Event, note: str) -> TerrainReviewed:
    """The organiser has checked the terrain for the next round (WMH-129)."""
    event.must_run()
    begun = len(event.shown)
    return TerrainReviewed(begun + 1, note.strip())
