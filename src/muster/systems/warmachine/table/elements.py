"""What a scenario lays down and what the two objectives do: names, who may control what, and the lines of help."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from muster.game import Text, mark, tr
from muster.systems.warmachine.scenarios import (
    CIRCLE,
    CONTEST,
    CONTROL,
    FLAG,
    FLAG_LEADER,
    FLAG_RULES,
    OBJECTIVE,
    RECTANGLE,
    SCENARIOS,
    ZONE_LEADER,
)
from muster.systems.warmachine.table.lines import NOBODYS, OWN

Help = tuple[Text, str]
"""A line and its clause."""


class ElementKind(StrEnum):
    CIRCLE = "circle"
    RECTANGLE = "rectangle"
    FLAG = "flag"


class ModelType(StrEnum):
    """What a model or unit is, as far as control matters."""

    LEADER = "leader"
    """A warcaster, warlock or infernal master."""
    UNIT = "unit"
    HEAVY = "heavy"
    """A warjack, warbeast, horror, monstrosity or battle engine."""
    SOLO = "solo"


CONTROLS = {
    ElementKind.CIRCLE: ((ModelType.LEADER, ModelType.UNIT), "WMH-152"),
    ElementKind.RECTANGLE: ((ModelType.LEADER, ModelType.HEAVY), "WMH-153"),
    ElementKind.FLAG: ((ModelType.LEADER, ModelType.SOLO), "WMH-156"),
}
"""Which types control an element of a kind, and by which rule."""

TYPE_NAMES = {
    ModelType.LEADER: mark("Leader"),
    ModelType.UNIT: mark("Unit"),
    ModelType.HEAVY: mark("Warjack, warbeast, horror, monstrosity or battle engine"),
    ModelType.SOLO: mark("Solo"),
}


@dataclass(frozen=True, slots=True)
class ScenarioElement:
    """A zone or a flag. `number` distinguishes those of a kind, from the left as drawn; 0 for the only one."""

    key: str
    kind: ElementKind
    number: int = 0

    @property
    def name(self) -> Text:
        if self.number:
            return tr(_NUMBERED[self.kind], number=self.number)
        return tr(_ALONE[self.kind])

    @property
    def help(self) -> tuple[Help, ...]:
        """Who controls it and who contests it."""
        own = (CONTROL[_CARD[self.kind]],)
        leader = (FLAG_LEADER, FLAG_RULES) if self.kind is ElementKind.FLAG else (ZONE_LEADER,)
        return (*own, *leader, *CONTEST, OWN, NOBODYS)


_ALONE = {
    ElementKind.CIRCLE: mark("Circle"),
    ElementKind.RECTANGLE: mark("Rectangle"),
    ElementKind.FLAG: mark("Flag"),
}
_NUMBERED = {
    ElementKind.CIRCLE: mark("Circle {number}"),
    ElementKind.RECTANGLE: mark("Rectangle {number}"),
    ElementKind.FLAG: mark("Flag {number}"),
}
_CARD = {ElementKind.CIRCLE: CIRCLE, ElementKind.RECTANGLE: RECTANGLE, ElementKind.FLAG: FLAG}


@dataclass(frozen=True, slots=True)
class ScenarioGround:
    """What is on the table in a scenario."""

    name: str
    clause: str
    elements: tuple[ScenarioElement, ...]
    objectives: bool

    def kinds(self) -> tuple[ElementKind, ...]:
        return tuple(dict.fromkeys(element.kind for element in self.elements))


def _grounds() -> dict[str, ScenarioGround]:
    """From the cards: rectangles first, then circles and flags."""
    found = {}
    for scenario in SCENARIOS:
        if scenario.card is None:
            continue
        lays = dict(scenario.card.lays)
        elements = []
        for kind in (ElementKind.RECTANGLE, ElementKind.CIRCLE, ElementKind.FLAG):
            count = lays.get(_CARD[kind], 0)
            numbers = range(1, count + 1) if count > 1 else [0] * count
            elements += [ScenarioElement(f"{kind}{number or ''}", kind, number) for number in numbers]
        found[scenario.name] = ScenarioGround(
            scenario.name, scenario.card.clause, tuple(elements), bool(lays.get(OBJECTIVE))
        )
    return found


GROUNDS = _grounds()
"""WMH-186 to WMH-191, by the scenario's name."""


@dataclass(frozen=True, slots=True)
class ObjectiveCard:
    """`once`: once per game; the others once in each of the owner's turns."""

    key: str
    name: Text
    does: Text
    clause: str
    once: bool = False


OBJECTIVES = {
    card.key: card
    for card in (
        ObjectiveCard(
            "armory",
            mark("Armory"),
            mark('Control Phase: the next attack this turn of one friendly Faction model within 4" is magical.'),
            "WMH-180",
        ),
        ObjectiveCard(
            "dugout",
            mark("Dugout"),
            mark(
                'Maintenance Phase: one friendly Faction model within 4" cannot be placed, '
                "pushed, slammed or thrown for a round."
            ),
            "WMH-183",
        ),
        ObjectiveCard(
            "fuel_cache",
            mark("Fuel Cache"),
            mark('Control Phase: one friendly Faction model within 4" has Pathfinder for a round.'),
            "WMH-181",
        ),
        ObjectiveCard(
            "observatory",
            mark("Observatory"),
            mark('Control Phase: one friendly Faction model within 4" has Eyesight for a round.'),
            "WMH-184",
        ),
        ObjectiveCard(
            "stockpile",
            mark("Stockpile"),
            mark('Maintenance Phase: one friendly Faction model within 4" removes d3 damage.'),
            "WMH-182",
        ),
        ObjectiveCard(
            "treasure_chest",
            mark("Treasure Chest"),
            mark(
                'Maintenance Phase, once a game: one friendly Faction model within 4" rerolls an '
                "attack and a damage roll this turn."
            ),
            "WMH-185",
            once=True,
        ),
    )
}
"""W-29: the six that are printed."""
