"""Army lists for tests: short texts in the shape of Conflict Chamber, and how they are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from muster.app.speech import tr
from muster.core.book.lists import Context, Finding, HandedIn, Level, check_list
from muster.core.forms.options import Settings, Value
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.armies.rosters import Data

ARMIES = Path(__file__).parent / "armies"
DAY = date(2019, 9, 1)

assert SYSTEM.lists is not None and SYSTEM.lists.data is not None
LISTS, DATA = SYSTEM.lists, SYSTEM.lists.data


def army(
    leader: str = "(Kaelyssa 1) Kaelyssa, Night's Whisper",
    faction: str = "Retribution",
    theme: str = "Legions of Dawn",
    bonus: int = 29,
    group: Sequence[int] = (19, 10, 10),
    others: Sequence[int] = (65,),
) -> str:
    """A list of 104 points with 29 of its leader."""
    spent = max(0, sum(group) - bonus) + sum(others)
    head = [f"{faction} Army - {spent} / 75 points", *([f"[Theme] {theme}"] if theme else [])]
    beasts = [f" - Jack {n} [{cost}]" for n, cost in enumerate(group, start=1)]
    units = [f"Unit {n} [{cost}]" for n, cost in enumerate(others, start=1)]
    return "\n".join([*head, "", f"{leader} [+{bonus}]", *beasts, *units])


def handed(text: str, slot: int = 1, **filled: Any) -> HandedIn:
    return HandedIn(slot, text, LISTS.read(text), filled)


def context(data: Data | None = None, day: date | None = DAY, **options: Value) -> Context:
    return Context(Settings(SYSTEM.options, options), date=day, data=data)


def findings(
    text: str,
    data: Data | None = None,
    day: date | None = DAY,
    filled: Mapping[str, Any] | None = None,
    **options: Value,
) -> tuple[Finding, ...]:
    """Without what is reported for every list: that costs and choice of models are not checked (X-19)."""
    found = check_list(LISTS, handed(text, **(filled or {})), context(data, day, **options))
    return tuple(f for f in found if f.clause != "X-19")


def errors(text: str, *args: Any, **options: Any) -> list[tuple[str, str]]:
    return [(f.clause, tr(f.message)) for f in findings(text, *args, **options) if f.level is Level.ERROR]


def together(*texts: str, data: Data | None = None, **options: Any) -> list[tuple[Level, str, str]]:
    given = tuple(handed(text, slot) for slot, text in enumerate(texts, start=1))
    return [(f.level, f.clause, str(f.message)) for f in LISTS.together(given, context(data, **options))]


def data(document: Any) -> Data:
    made = DATA.make(DATA.take({}, document).kept)
    assert isinstance(made, Data)
    return made
