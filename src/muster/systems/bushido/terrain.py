"""Terrain of a Bushido table: where Impassable elements may be, and the set-up in turn with its stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.game import (
    DEPLOYMENT,
    INCH,
    Form,
    Ground,
    Hatch,
    Layout,
    Reason,
    Refusal,
    TerrainFinding,
    TerrainRules,
    Weight,
    mark,
    overlap,
    within,
)
from muster.systems.bushido.table.placing import Terrain

IMPASSABLE = mark("impassable")
APART = 2 * INCH  # BSG-10
ZONE, OBJECTIVE = mark("scenario zone"), mark("objective")

NOTES = (
    Reason("note_organiser", {}, "BUS-25"),
    Reason("note_reading", {}, "BUS-26"),
    Reason("note_leave", {}, "BUS-27"),
)


def in_turn(moves: str) -> Terrain:
    """How far two players who place in turn have come: p for a piece placed, s for a stop; Refusal at the first illegal
    move.
    """
    terrain = Terrain()
    for move in moves:
        terrain = terrain.place() if move == "p" else terrain.stop()
    return terrain


def check(layout: Layout, grounds: Sequence[Ground]) -> list[TerrainFinding]:
    return [*_turns(layout), *_impassable(layout, grounds)]


def _turns(layout: Layout) -> Iterator[TerrainFinding]:
    if not layout.moves:
        return
    try:
        terrain = in_turn(layout.moves)
    except Refusal as refusal:
        yield TerrainFinding(Reason("turns_broken", {"why": refusal.message}, refusal.clause))
        return
    standing = sum(not piece.brought for piece in layout.pieces)  # What a warband brings comes after (BSG-11).
    if terrain.pieces != standing:
        data = {"placed": terrain.pieces, "n": standing}
        yield TerrainFinding(Reason("turns_count", data, "BSG-06"))
    if terrain.stopper is None:
        yield TerrainFinding(Reason("turns_open", {"turn": (terrain.turn or 0) + 1}, "BSG-07"), Weight.WARNING)


def _impassable(layout: Layout, grounds: Sequence[Ground]) -> Iterator[TerrainFinding]:
    hard = [(n, s) for n, s in enumerate(layout.pieces, start=1) if IMPASSABLE in s.piece.kinds]
    elements = [e for ground in grounds for e in ground.elements]
    for number, standing in hard:
        for element in elements:
            data = {"piece": standing.piece.name, "element": element.piece.name}
            kind = element.piece.kinds[0]
            if kind in (ZONE, DEPLOYMENT) and overlap(standing.shape, element.shape):
                yield TerrainFinding(Reason("impassable_in_zone", data, "BSG-09"), pieces=(number,))
            elif kind == OBJECTIVE and within(standing.shape, element.shape, APART):
                yield TerrainFinding(Reason("impassable_at_objective", data, "BSG-10"), pieces=(number,))
        for other, second in hard:
            if other > number and within(standing.shape, second.shape, APART):
                data = {"piece": standing.piece.name, "other": second.piece.name}
                yield TerrainFinding(Reason("impassable_close", data, "BSG-10"), pieces=(number, other))
    if hard and not elements:
        yield TerrainFinding(Reason("zones_unchecked", {}, "BSG-09"), Weight.UNCHECKED)


RULES = TerrainRules(
    named=(IMPASSABLE,),
    in_turn="BSG-06",
    elements={
        ZONE: (Form.RECTANGLE, 0, 0),
        OBJECTIVE: (Form.CIRCLE, 0, 0),
        DEPLOYMENT: (Form.RECTANGLE, 0, 0),
    },
    hatches={IMPASSABLE: Hatch.MESH},
    check=check,
    notes=NOTES,
)

CLAUSES = {
    "BUS-25": "The organiser decides the terrain of every table",
    "BUS-26": "Players are told how each piece of terrain is read",
    "BUS-27": "Players do not move terrain",
    "BSG-06": "Players place terrain in turn until at least six elements are down",
    "BSG-07": "After a stop the other player places one last element at most",
    "BSG-09": "No Impassable element in a scenario zone or a deployment zone",
    "BSG-22": "The smaller warband has a pass token for each model it has fewer",
    "BSG-10": 'Impassable elements stay more than 2" from objectives and from each other',
}

SENTENCES = {
    "turns_broken": "{why}",
    "turns_count": "{placed} elements were placed in turn, but {n} are on the table",
    "turns_open": "nobody has stopped yet; player {turn} is next",
    "impassable_in_zone": "“{piece}” is Impassable and in “{element}”",
    "impassable_at_objective": '“{piece}” is Impassable and within 2" of “{element}”',
    "impassable_close": '“{piece}” and “{other}” are Impassable and within 2" of each other',
    "zones_unchecked": "zones and objectives: not checked, as no scenario has them placed",
    "note_organiser": "The organiser sets the terrain of every table.",
    "note_reading": "Each piece says on the table’s sheet how it is read.",
    "note_leave": "Players leave terrain where it is, in a game and between rounds.",
}
