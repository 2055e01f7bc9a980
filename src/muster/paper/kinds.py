"""Every kind of sheet by its name, and the paper kit: all that is needed to go on by hand from now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import Message, mark
from muster.core.kit.progress import Progress, unwatched
from muster.paper import certificates, lists, players, rounds, scenarios, slips, standings, terrain
from muster.paper.press import Printed, Sheet, set_pages
from muster.paper.way_back import WayBack


@dataclass(frozen=True, slots=True)
class SheetKind:
    """`about`: “round” (the current one by default), “player” (all by default) or the event.

    `codes`: whether it has QR codes; `places`: whether it can be for the first places only.
    """

    title: str
    make: Callable[..., Sheet]
    about: str = ""
    codes: bool = True
    places: bool = False


KINDS = {
    "pairings": SheetKind(mark("Pairings by table"), rounds.pairings_by_table, "round"),
    "names": SheetKind(mark("Pairings by name"), rounds.pairings_by_name, "round"),
    "slips": SheetKind(mark("Result slips"), slips.slips, "round"),
    "keying": SheetKind(mark("Results to enter"), rounds.keying, "round"),
    "byhand": SheetKind(mark("Next round by hand"), rounds.by_hand),
    "standings": SheetKind(mark("Standings"), standings.standings, "round"),
    "bracket": SheetKind(mark("Bracket"), standings.bracket),
    "records": SheetKind(mark("Record sheets"), players.records, "player"),
    "badges": SheetKind(mark("Badges"), players.badges, "player"),
    "certificates": SheetKind(mark("Certificates"), certificates.certificates, "player", codes=False, places=True),
    "list": SheetKind(mark("Blank list"), lists.blank_list),
    "lists": SheetKind(mark("Lists handed in"), lists.handed_in, "player"),
    "signs": SheetKind(mark("Table signs"), rounds.signs),
    "terrain": SheetKind(mark("Table terrain"), terrain.terrain, "round"),
    "scenarios": SheetKind(mark("Round scenario"), scenarios.scenarios, "round"),
    "checks": SheetKind(mark("Check-lists"), lists.check_lists, codes=False),
}
KIT = "kit"
IN_KIT = ("pairings", "names", "standings", "bracket", "slips", "records", "keying", "byhand")
TO_FILL_IN = ("slips", "keying")
"""Left out of a kit if every result of the round is in."""


def sheets(
    opened: Opened,
    kind: str,
    back: WayBack,
    number: int | None = None,
    player: str = "",
    places: int = 0,
    progress: Progress = unwatched,
) -> list[Sheet]:
    """The sheets of a kind; for the kit, those with something to print. `places`: for places 1 to n."""
    if places and (kind not in KINDS or not KINDS[kind].places):
        raise Refusal("Only certificates can be printed for the first places. Leave the places out.")
    if kind == KIT:
        return _kit(opened, back, number, progress)
    if kind not in KINDS:
        raise UnknownName("sheet", kind, [*KINDS, KIT])
    one = KINDS[kind]
    if number is not None and one.about != "round":
        raise Refusal("“{title}” does not belong to a round. Leave the round out.", title=Message(one.title))
    if player and one.about != "player":
        raise Refusal("“{title}” does not belong to one player. Leave the player out.", title=Message(one.title))
    if one.about == "round":
        return [one.make(opened, back, number)]
    if one.places:
        return [one.make(opened, back, opened.event.find(player) if player else None, places)]
    if one.about == "player":
        return [one.make(opened, back, opened.event.find(player) if player else None, progress)]
    return [one.make(opened, back)]


def _kit(opened: Opened, back: WayBack, number: int | None, progress: Progress) -> list[Sheet]:
    event = opened.event
    if number is not None:
        event.round(number)  # A round that does not exist is refused, not left out below.
    rounds.must_go_on(opened)
    over = bool(event.rounds) and event.rounds[(number or len(event.rounds)) - 1].complete
    found = []
    for step, name in enumerate(IN_KIT):
        progress(step, len(IN_KIT) * 2)
        if over and name in TO_FILL_IN:
            continue
        try:
            found += sheets(opened, name, back, number if KINDS[name].about == "round" else None)
        except Refusal:
            continue  # A kit has what there is: no bracket before the cut, no record sheet if results go on slips.
    if not found:
        raise Refusal("There is nothing to print yet. Enrol the players first.")
    return found


def printed(
    opened: Opened,
    kind: str,
    back: WayBack,
    *,
    paper: str,
    when: str,
    language: str = "en",
    number: int | None = None,
    player: str = "",
    places: int = 0,
    progress: Progress = unwatched,
) -> Printed:
    """A kind of sheet as a PDF. `when` is printed at the foot of each page, with the journal entry it is based on."""
    foot = tr("Printed {when}, up to entry {entry}", when=when, entry=opened.last)
    found = sheets(opened, kind, back, number, player, places, progress)
    numbers = {player.name: f"#{player.id}" for player in opened.event.players.values()}
    return set_pages(
        found, paper, event=opened.event.name, printed=foot, language=language, names=numbers, progress=progress
    )
