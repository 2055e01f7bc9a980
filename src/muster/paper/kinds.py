"""Every kind of sheet by its name, and the paper kit: all that is needed to go on by hand from now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.app.desk import Opened
from muster.core.errors import Refusal, UnknownName
from muster.core.language import mark
from muster.paper import players, rounds
from muster.paper.press import Sheet
from muster.paper.standings import bracket, standings
from muster.paper.way_back import WayBack


@dataclass(frozen=True, slots=True)
class Kind:
    """`of_round`: it is about a round, the current one unless another is named."""

    title: str
    make: Callable[..., Sheet]
    of_round: bool = False


KINDS = {
    "pairings": Kind(mark("Pairings by table"), rounds.pairings_by_table, of_round=True),
    "names": Kind(mark("Pairings by name"), rounds.pairings_by_name, of_round=True),
    "slips": Kind(mark("Result slips"), rounds.slips, of_round=True),
    "keying": Kind(mark("Results to key in"), rounds.keying, of_round=True),
    "signs": Kind(mark("Table signs"), rounds.signs, of_round=True),
    "standings": Kind(mark("Standings"), standings, of_round=True),
    "bracket": Kind(mark("Bracket"), bracket),
    "records": Kind(mark("Record sheets"), players.records),
    "badges": Kind(mark("Badges"), players.badges),
    "certificates": Kind(mark("Certificates"), players.certificates),
    "list": Kind(mark("Blank list"), players.blank_list),
    "checks": Kind(mark("Check-lists"), players.check_lists),
}
KIT = "kit"
IN_KIT = ("pairings", "names", "standings", "bracket", "slips", "records", "keying")


def sheets(opened: Opened, kind: str, back: WayBack, number: int | None = None) -> list[Sheet]:
    """The sheets of a kind; of the kit, those that there is something to print for."""
    if kind != KIT:
        if kind not in KINDS:
            raise UnknownName("sheet", kind, [*KINDS, KIT])
        return [_make(opened, kind, back, number)]
    found = []
    for name in IN_KIT:
        try:
            found.append(_make(opened, name, back, number))
        except Refusal:
            continue  # A kit holds what there is: no bracket before the cut, no record sheet where results go on slips.
    if not found:
        raise Refusal("There is nothing to print yet: enrol the players first.")
    return found


def _make(opened: Opened, kind: str, back: WayBack, number: int | None) -> Sheet:
    one = KINDS[kind]
    return one.make(opened, back, number) if one.of_round else one.make(opened, back)
