"""A warband's list: sizes, rice, what its head says, and the VIM that is declared in secret before a game."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    Context,
    Field,
    Finding,
    HandedIn,
    Heads,
    Kind,
    ListRules,
    Message,
    Parsed,
    Settings,
    Slot,
    Text,
    error,
    mark,
    not_checked,
    read_lines,
    tr,
    warning,
)

SIZES = {40: mark("Small"), 70: mark("Medium"), 75: mark("Medium"), 100: mark("Standard")}
"""BUS-03: four sizes under three names (B-14); any other size is just as valid."""

HINTS = {
    40: mark("40 rice: about three starter models."),
    70: mark("70 rice: for events of starter sets."),
    75: mark("75 rice: starter sets with some choice."),
    100: mark("100 rice: the usual size."),
}
"""BUS-04."""

FIELDS = (
    Field(key="faction", label="Faction", kind=Kind.TEXT, required=False, clause="BSG-02"),
    Field(key="rice", label="Total rice", required=False, low=0, high=100_000, clause="BUS-05"),
    Field(key="models", label="Models", required=False, low=1, high=1_000, clause="BSG-02"),
)

VIM = Field(
    key="vim",
    label="VIM",
    kind=Kind.TEXT,
    clause="BSG-12",
    meaning="The very important models of this game; hidden until both players have written theirs down.",
)

HEADS = Heads(
    {
        **dict.fromkeys(("faction", "fraktion", "facción", "faction name"), "faction"),
        **dict.fromkeys(
            ("rice", "total", "total rice", "rice total", "reis", "riz", "arroz", "gesamt", "cost"), "rice"
        ),
        **dict.fromkeys(
            ("models", "model count", "modelle", "figures", "figurines", "miniaturas", "number of models"), "models"
        ),
        **dict.fromkeys(("player", "name", "spieler", "joueur", "jugador"), "player"),
        **dict.fromkeys(("warband", "warband name", "list", "title", "theme"), "warband"),
    },
    frozenset({"rice", "models"}),
    total="rice",
    size="size",
)

FIX = mark("Write a model as its name and rice, such as “Kenko 12”, with the number first if there are several.")


def size_name(rice: int) -> Message:
    """BUS-03; an organiser's own size has no name."""
    return tr(SIZES[rice]) if rice in SIZES else tr("Custom")


def notes(settings: Settings) -> tuple[Text, ...]:
    rice = settings.number("rice")
    limit = tr("{size} game: a warband of up to {rice} rice.", size=size_name(rice), rice=rice)
    return (limit, tr(HINTS[rice])) if rice in HINTS else (limit,)


def read(text: str) -> Parsed:
    return read_lines(text, HEADS, FIX, "BSG-02")


def check(given: HandedIn, context: Context) -> Iterator[Finding]:
    """BUS-05, by the stated total and by the sum of the lines, as far as both are given.

    “50 Rice” in passing names the size: the models may add up to less, and those without rice may make up the rest.
    """
    items = given.parsed.items
    stated, size = given.value("rice"), given.parsed.fields.get("size")
    unpriced = [item for item in items if item.cost is None]
    summed = sum(item.cost for item in items if item.cost is not None)
    limit = context.settings.number("rice")
    if not items:
        yield error("There are no models in this warband.", clause="BSG-02", fix=FIX)
    total = max(summed, stated if isinstance(stated, int) else 0)
    if stated is None and isinstance(size, int) and (unpriced or summed > size):
        stated = size
        total = max(total, size)
    if total > limit:
        yield error(
            "The warband costs {rice} rice; the limit is {limit}.",
            clause="BUS-05",
            fix="Take out models worth {over} rice.",
            rice=total,
            limit=limit,
            over=total - limit,
        )
    for item in unpriced[:1]:
        yield not_checked(
            "The rice total is not checked: “{name}” and perhaps others have no cost.",
            clause="BUS-05",
            line=item.line,
            fix=FIX,
            name=item.name,
        )
    if isinstance(stated, int) and items and not unpriced and stated != summed:
        yield error(
            "The list says {stated} rice, its models come to {summed}.",
            clause="BUS-05",
            fix="Correct the total or the models.",
            stated=stated,
            summed=summed,
        )
    yield from _head(given, context)
    yield not_checked(
        "Which models a faction may take is not checked: Muster does not have those rules.", clause="BSG-02"
    )


def _head(given: HandedIn, context: Context) -> Iterator[Finding]:
    models = given.value("models")
    counted = sum(item.count for item in given.parsed.items)
    if isinstance(models, int) and counted and models != counted:
        yield error(
            "The list says {stated} models, its lines have {counted}.",
            clause="BSG-02",
            fix="Correct the number or the lines.",
            stated=models,
            counted=counted,
        )
    if not given.value("faction") and not context.values.get("faction"):
        yield warning("The faction is not named.", clause="BSG-02", fix="Write a line such as “Faction: Ryu”.")


LISTS = ListRules(
    noun="warband",
    slots=lambda settings: (Slot(1, "Warband", clause="BSG-02"),),
    read=read,
    check=check,
    fields=FIELDS,
    feeds=("faction", "rice"),
    sealed=(VIM,),
    notes=notes,
    locks=False,
    missing_clause="BSG-02",
    columns=(("count", "Number"), ("name", "Model"), ("cost", "Rice")),
)
