"""What a form about lists carries: a pasted text or a file, the fields of a list, which of the lists it is."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.app.lists.intake import File, list_text
from muster.app.people import views as people
from muster.app.results.forms import FormLine
from muster.core.kit.errors import BadInput
from muster.core.rules.lists import life as list_life
from muster.web.guard import Ask

LARGEST = 2_000_000
"""Bytes of a file with many lists."""
LARGEST_ONE = 400_000
"""Bytes of a file with one."""


def files(ask: Ask, most: int = LARGEST) -> list[File]:
    """The files that were chosen."""
    found = []
    for file in ask.request.FILES.getlist("file"):
        one: Any = file
        if one.size > most:
            raise BadInput("“{name}” is larger than {n} KB, too large for lists.", name=one.name, n=most // 1_000)
        found.append((str(one.name), one.read()))
    return found


def text(ask: Ask) -> str:
    """The list that was sent. A file takes precedence over pasted text."""
    sent = files(ask, LARGEST_ONE)
    return list_text(*sent[0]) if sent else pasted(ask)


def pasted(ask: Ask) -> str:
    """What was typed, with its original line ends: forms send others."""
    return ask.typed("text").replace("\r\n", "\n")


def slot(ask: Ask) -> int:
    """Which of a player's lists the page or form is about; the first by default."""
    asked = ask.request.GET if ask.request.method in ("GET", "HEAD") else ask.request.POST
    word = str(asked.get("slot", "1"))
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 1


def fields(ask: Ask, opened: Opened) -> dict[str, str]:
    """What was filled in along with the text."""
    return people.typed_values(list_life.rules_of(opened.system).fields, ask.request.POST.dict())


def form(opened: Opened, values: dict[str, Any], typed: dict[str, str] | None) -> list[FormLine]:
    """A list's fields as typed, or else from the last version."""
    known = {people.FIELD + key: str(value) for key, value in values.items() if value is not None}
    return people.person_form(list_life.rules_of(opened.system).fields, known if typed is None else typed)
