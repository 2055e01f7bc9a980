"""The force list: what it must show, what it may cost, and whether its lines add up. The same list all day."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    MOST_UNREAD,
    Context,
    Field,
    Finding,
    HandedIn,
    Heads,
    Kind,
    ListRules,
    Parsed,
    Settings,
    Slot,
    Text,
    error,
    mark,
    not_checked,
    read_lines,
    tr,
)
from muster.systems.urban_war.casualties import thresholds

FIELDS = (
    Field(key="faction", label="Faction", kind=Kind.TEXT, required=False, clause="UW-68"),
    Field(key="models", label="Number of models", required=False, low=1, high=10_000, clause="UW-68"),
    Field(key="points", label="Total points", required=False, low=0, high=100_000, clause="UW-68"),
)

HEADS = Heads(
    {
        **dict.fromkeys(("player", "name", "player name", "spieler", "joueur", "jugador"), "player"),
        **dict.fromkeys(("faction", "force", "army", "fraktion", "facción"), "faction"),
        **dict.fromkeys(
            (
                "models",
                "number of models",
                "model count",
                "no. of models",
                "modelle",
                "figures",
                "figurines",
                "miniaturas",
                "total models",
            ),
            "models",
        ),
        **dict.fromkeys(
            ("points", "total points", "total", "points total", "punkte", "puntos", "gesamt", "cost"), "points"
        ),
    },
    frozenset({"models", "points"}),
    total="points",
)

FIX = mark("Write number, troop and cost of the whole line, such as “3 x Marines 45”.")

CHECKLIST = (
    ("UW-71", mark("Opponents can tell the troop types apart at a glance.")),
    ("UW-72", mark("Models are of the current range, or discontinued or VOID models of a type that is current.")),
    ("UW-73", mark("No proxies: every troop is shown by its own type of model.")),
    (
        "UW-74",
        mark("Conversions are on the same base and easy to recognise; bring a plain model in case of doubt."),
    ),
)


def notes(settings: Settings) -> tuple[Text, ...]:
    """UW-58, UW-65, UW-67, UW-70, UW-71."""
    return (
        tr("A force of up to {limit} points, the same at every game.", limit=settings.number("points_limit")),
        tr("Bring two copies of the list: one for the organiser, one to keep for your games."),
        tr("Any clear layout will do; it shows player, faction, every unit with its cost, models and total."),
        tr("Opponents must recognise your troop types easily."),
    )


def read(text: str) -> Parsed:
    return read_lines(text, HEADS, FIX, "UW-68")


def check(given: HandedIn, context: Context) -> Iterator[Finding]:
    yield from _shown(given, context)
    points = given.value("points")
    items = given.parsed.items
    summed = sum(item.cost for item in items if item.cost is not None)
    limit = context.settings.number("points_limit")
    total = max(summed, points if isinstance(points, int) else 0)
    if total > limit:
        yield error(
            "The force costs {points} points; the limit is {limit}.",
            clause="UW-58",
            fix="Take out units worth {over} points.",
            points=total,
            limit=limit,
            over=total - limit,
        )
    if items:
        yield from _sums(given, summed)
    yield not_checked("What each unit costs is not checked: the guide has no costs.", clause="X-19")


def _shown(given: HandedIn, context: Context) -> Iterator[Finding]:
    """UW-68. The event knows the player's name; a list that names somebody else is in the wrong hands."""
    named = given.value("player")
    if isinstance(named, str) and context.player and named.casefold().strip() != context.player.casefold():
        yield error(
            "The list names “{named}” as its player; it is handed in for {player}.",
            clause="UW-68",
            fix="Hand in the right list, or correct the name.",
            named=named,
            player=context.player,
        )
    if not given.value("faction"):
        yield error("The faction is missing.", clause="UW-68", fix="Write a line such as “Faction: Viridian”.")
    if not given.parsed.items:
        yield error("There are no models or units on this list.", clause="UW-68", fix=FIX)
    if given.value("models") is None:
        yield error("The number of models is missing.", clause="UW-68", fix="Write a line such as “Models: 12”.")
    if given.value("points") is None:
        yield error("The total is missing.", clause="UW-68", fix="Write a line such as “Total: 300”.")
    unpriced = [item for item in given.parsed.items if item.cost is None]
    for item in unpriced[:MOST_UNREAD]:
        yield error("“{name}” has no cost.", clause="UW-68", line=item.line, fix=FIX, name=item.name)
    if len(unpriced) > MOST_UNREAD:
        yield error(
            "Lines without a cost in total: {number}.",
            clause="UW-68",
            line=unpriced[MOST_UNREAD].line,
            fix=FIX,
            number=len(unpriced),
        )


def _sums(given: HandedIn, summed: int) -> Iterator[Finding]:
    """UW-69: models and points must match the lines."""
    points, models = given.value("points"), given.value("models")
    counted = sum(item.count for item in given.parsed.items)
    if isinstance(models, int) and models != counted:
        yield error(
            "The list says {stated} models, its lines have {counted}.",
            clause="UW-69",
            fix="Correct the number or the lines; a unit’s line begins with how many models it has.",
            stated=models,
            counted=counted,
        )
    priced = all(item.cost is not None for item in given.parsed.items)
    if isinstance(points, int) and priced and points != summed:
        yield error(
            "The list says {stated} points, its lines come to {summed}.",
            clause="UW-69",
            fix="Correct the total or the lines; each has the cost of the whole line.",
            stated=points,
            summed=summed,
        )


def card(given: HandedIn) -> dict[str, int]:
    """What the score card takes from the list: models, and the losses at which each casualty level begins (UW-15)."""
    models = given.value("models")
    if not isinstance(models, int) or models < 1:
        return {}
    moderate, heavy, severe = thresholds(models)
    return {"models": models, "moderate": moderate, "heavy": heavy, "severe": severe}


LISTS = ListRules(
    noun="force list",
    slots=lambda settings: (Slot(1, "Force list", clause="UW-65"),),
    read=read,
    check=check,
    fields=FIELDS,
    feeds=("faction", "models", "points"),
    notes=notes,
    lock_clause="UW-67",
    missing_clause="UW-65",
    columns=(("count", "Models"), ("name", "Model or unit"), ("cost", "Points")),
    checklist=lambda settings: tuple((clause, tr(words)) for clause, words in CHECKLIST),
    card=card,
)
