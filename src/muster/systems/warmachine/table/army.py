"""A player's army at the table: what of it is lost, what that is worth, and what is present at scenario elements.

Built from the list as it was read. What a list does not say (how many models a unit has, what a model is) the players
fill in when it matters. Costs are those of the cards, whatever was paid (WMH-146, WMH-172).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from muster.game import BadInput, Item, Refusal, Text, mark, plain_name, tr
from muster.systems.warmachine.armies.points import LEADER, of_leaders, of_solos, of_unit
from muster.systems.warmachine.armies.written_json import LEADER as LEADER_SECTION
from muster.systems.warmachine.table.elements import CONTROLS, TYPE_NAMES, ElementKind, ModelType

MOST_MODELS = 99
MOST_COST = 999
MOST_GROUPS = 200
MOST_CASUALTIES = 999

_GRUNTS = re.compile(r"^leader & (\d{1,2}) grunts?$", re.I)
_SIZED = re.compile(r"\((?:min|max|\d{1,2})\)$", re.I)


@dataclass(frozen=True, slots=True)
class Troop:
    """A line of an army: a model, a unit, the models attached to one, or a solo of several models.

    `models`: the starting number. `lost`: how many are gone now. `before`: how many were gone before they came back;
    for a unit, how often all of it was. `joins`: the unit it is attached to. `place`: where it counts for scenario
    presence. `still`: an inert warjack or a wild warbeast.
    """

    name: Text
    cost: int
    type: ModelType | None = None
    models: int = 1
    lost: int = 0
    before: int = 0
    joins: int | None = None
    created: bool = False
    still: bool = False
    place: ElementKind | None = None

    @property
    def several_solos(self) -> bool:
        return self.type is ModelType.SOLO and self.models > 1


@dataclass(frozen=True, slots=True)
class PlayersArmy:
    troops: tuple[Troop, ...]

    def put(self, at: int, troop: Troop) -> PlayersArmy:
        return PlayersArmy((*self.troops[:at], troop, *self.troops[at + 1 :]))

    def unit(self, head: int) -> list[int]:
        """A unit and what is attached to it."""
        return [head, *(at for at, troop in enumerate(self.troops) if troop.joins == head)]

    def gone(self, at: int) -> bool:
        """Nothing of it is left; a unit goes together with its attachments."""
        head = self.troops[at].joins
        return all(self.troops[one].lost >= self.troops[one].models for one in self.unit(at if head is None else head))

    @property
    def leaders(self) -> int:
        """Leaders left; one with several models counts as one (WMH-165)."""
        return sum(t.type is ModelType.LEADER and t.lost < t.models for t in self.troops)

    def points_lost(self) -> int:
        """The third tie-breaker's count (WMH-167): what is destroyed or removed, each time (WMH-171)."""
        solos: dict[tuple[str, int, int], int] = {}
        total = 0
        for at, troop in enumerate(self.troops):
            if troop.joins is not None:
                continue
            if troop.type is ModelType.LEADER:
                total += of_leaders(troop.before + (troop.lost >= troop.models))
            elif troop.several_solos:
                kind = (plain_name(str(troop.name)), troop.cost, troop.models)
                solos[kind] = solos.get(kind, 0) + troop.before + troop.lost
            else:
                total += self._unit_lost(at)
        return total + sum(of_solos(cost, size, lost) for (_, cost, size), lost in solos.items())

    def _unit_lost(self, head: int) -> int:
        """WMH-168: a unit and its attachments, once every model is gone; a single model is the smallest case."""
        troops = [self.troops[at] for at in self.unit(head)]
        cost, attached = troops[0].cost, sum(t.cost for t in troops[1:])
        models, lost = sum(t.models for t in troops), sum(min(t.lost, t.models) for t in troops)
        return (cost + attached) * troops[0].before + of_unit(cost, models, lost, attached)

    def presence(self) -> int:
        """The fourth tie-breaker's count: the cost of what is left where it could control an element (WMH-173)."""
        total = 0
        for at, troop in enumerate(self.troops):
            if troop.place is None or troop.joins is not None or troop.still or self.gone(at):
                continue
            if troop.type is ModelType.LEADER:
                total += LEADER  # WMH-174: however many models it has
            else:
                total += sum(self.troops[one].cost for one in self.unit(at))  # WMH-175
        return total

    def casualty(self, at: int, by: int) -> PlayersArmy:
        """One more model is gone, or one fewer."""
        troop = self.troops[at]
        if troop.lost + by < 0:
            raise Refusal("{name}: no model of it is lost, so none can come off.", clause="WMH-168", name=troop.name)
        if troop.lost + by > troop.models:
            raise Refusal(
                "{name}: all models are lost. If it came back into play, tap “Back in play” first.",
                clause="WMH-171",
                name=troop.name,
            )
        return self.put(at, replace(troop, lost=troop.lost + by))

    def returned(self, at: int) -> PlayersArmy:
        """A destroyed model is back in play: it has counted, and counts again if it is destroyed again."""
        head = at if self.troops[at].joins is None else self.troops[at].joins
        assert head is not None
        troop = self.troops[head]
        if troop.several_solos:
            if not troop.lost:
                raise Refusal("{name}: nothing of it is lost.", clause="WMH-171", name=troop.name)
            more = min(troop.before + troop.lost, MOST_CASUALTIES)
            return self.put(head, replace(troop, before=more, lost=0))
        if not self.gone(head):
            raise Refusal(
                "{name} is not destroyed: take back single models with minus.", clause="WMH-168", name=troop.name
            )
        army = self.put(head, replace(troop, before=min(troop.before + 1, MOST_CASUALTIES), lost=0))
        for one in self.unit(head)[1:]:
            army = army.put(one, replace(army.troops[one], lost=0))
        return army

    def create(self, name: str, cost: int, models: int) -> PlayersArmy:
        """A model or unit created in the game counts at its card's cost (WMH-147, WMH-172)."""
        if len(self.troops) >= MOST_GROUPS:
            raise Refusal("This army has {most} entries, which is the limit.", most=MOST_GROUPS)
        called = name or tr("Created in play {number}", number=1 + sum(t.created for t in self.troops))
        return PlayersArmy((*self.troops, Troop(called, cost, models=models, created=True)))

    def put_at(self, at: int, place: ElementKind | None) -> PlayersArmy:
        """Where a model or unit could control an element, contested or not (WMH-173)."""
        troop = self.troops[at]
        if place is None:
            return self.put(at, replace(troop, place=None))
        if troop.joins is not None:
            raise Refusal("{name} counts with the unit it is attached to.", clause="WMH-175", name=troop.name)
        if self.gone(at):
            raise Refusal("{name} is destroyed, so it counts nowhere.", clause="WMH-173", name=troop.name)
        if troop.still:
            raise Refusal(
                "{name} is inert or wild, so it does not count for presence.", clause="WMH-173", name=troop.name
            )
        if troop.type is None:
            raise Refusal("First enter what {name} is: unit, solo, warjack …", clause="WMH-173", name=troop.name)
        types, clause = CONTROLS[place]
        if troop.type not in types:
            raise Refusal(tr(_CANNOT[place], name=troop.name, type=tr(TYPE_NAMES[troop.type])), clause=clause)
        return self.put(at, replace(troop, place=place))

    def change(self, at: int, type_: ModelType | None, cost: int, models: int, attached: bool) -> PlayersArmy:
        """What the list does not say, or gets wrong."""
        troop = self.troops[at]
        if troop.type is ModelType.LEADER and type_ is not ModelType.LEADER:
            raise Refusal("{name} is the leader of the list.", clause="WMH-030", name=troop.name)
        joins = self._above(at) if attached else None
        if attached and joins is None:
            raise BadInput("{name} cannot be attached: no unit is above it on the list.", name=troop.name)
        if attached and len(self.unit(at)) > 1:
            raise BadInput("{name} cannot be attached: it has attachments of its own.", name=troop.name)
        place = troop.place if type_ is troop.type else None
        changed = replace(
            troop, type=type_, cost=cost, models=models, lost=min(troop.lost, models), joins=joins, place=place
        )
        return self.put(at, changed)

    def _above(self, at: int) -> int | None:
        """The unit that an attachment at this place belongs to."""
        above = (one for one in range(at - 1, -1, -1) if self.troops[one].joins is None)
        return next((one for one in above if self.troops[one].type is not ModelType.LEADER), None)


_CANNOT = {
    ElementKind.CIRCLE: mark("{name} ({type}) cannot control a circle: leaders and warrior units can."),
    ElementKind.RECTANGLE: mark(
        "{name} ({type}) cannot control a rectangle: leaders, warjacks, warbeasts, horrors, monstrosities and battle "
        "engines can."
    ),
    ElementKind.FLAG: mark("{name} ({type}) cannot control a flag: leaders and solos can."),
}


def fielded(items: tuple[Item, ...]) -> PlayersArmy:
    """A list's army. A list that names no leader has one anyway (WMH-030)."""
    troops: list[Troop] = []
    heads: dict[int | None, int] = {}
    for item in items:
        under = heads.get(item.under)
        unit = under is not None and troops[under].type is ModelType.UNIT
        for one in _troops(item):
            if len(troops) >= MOST_GROUPS:
                break
            if item.under is None:
                heads[item.line] = len(troops)
            troops.append(replace(one, joins=under if unit else None))
    if not any(troop.type is ModelType.LEADER for troop in troops):
        troops.insert(0, Troop(tr("Leader"), LEADER, ModelType.LEADER))
        troops = [troops[0], *(_shifted(troop) for troop in troops[1:])]
    return PlayersArmy(tuple(troops))


def _shifted(troop: Troop) -> Troop:
    return troop if troop.joins is None else replace(troop, joins=troop.joins + 1)


def _troops(item: Item) -> list[Troop]:
    if item.section == LEADER_SECTION:
        return [Troop(item.name, LEADER, ModelType.LEADER)]
    cost, copies = item.cost or 0, max(item.count, 1)
    if item.note.isdigit() and len(item.note) <= 3:  # The card's cost beside a discount: “[0(4)]” (WMH-146).
        cost = max(cost, int(item.note))
    grunts = _GRUNTS.match(item.note)
    if grunts:
        return [Troop(item.name, cost // copies, ModelType.UNIT, 1 + int(grunts[1]))] * copies
    sized = ModelType.UNIT if _SIZED.search(item.name) else None
    return [Troop(item.name, cost // copies, sized)] * copies
