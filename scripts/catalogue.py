"""Brings the catalogues up to date: every text of the program and of its games, new ones empty, gone ones removed.

scripts/catalogue          writes src/muster/app/catalogues/*.po and those in each game's folder, and says what is still
                           to be translated; and codes.toml beside them, the codes of refusals and findings

A new language begins as an empty file src/muster/app/catalogues/fr.po.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from jinja2 import Environment, nodes

from muster.app.languages import CODES, FOLDER
from muster.game_kit import codes
from muster.game_kit.texts import (
    Text,
    Texts,
    add,
    in_python,
    missing,
    of_fields,
    of_options,
    read,
    single,
    updated,
    write,
    write_catalogues,
)
from muster.systems import registry

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"
CATALOGUES = SOURCE / "app" / FOLDER


def texts() -> Texts:
    """Every text of the program without its games, with the files that use it."""
    found: Texts = {}
    games = [SOURCE / "systems" / key for key in registry.BUILT_IN]
    for file in sorted(SOURCE.rglob("*.py")):
        # The command line and the test kit for games answer in English.
        if file.relative_to(SOURCE).parts[0] not in ("cli", "game_kit") and not any(map(file.is_relative_to, games)):
            add(found, str(file.relative_to(ROOT)), in_python(ast.parse(file.read_text("utf-8"))))
    for file in sorted((SOURCE / "web" / "templates").rglob("*.html")):
        add(found, str(file.relative_to(ROOT)), _in_template(file.read_text("utf-8")))
    add(found, "src/muster/core", _declared())
    return single(found)


def _in_template(source: str) -> Iterator[Text]:
    environment = Environment(extensions=["jinja2.ext.do"])
    for call in environment.parse(source).find_all(nodes.Call):
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        words = [a.value for a in call.args if isinstance(a, nodes.Const) and isinstance(a.value, str)]
        if name == "_" and words:
            yield words[0]
        elif name == "plural" and len(words) == 2:
            yield words[0], words[1]


def _declared() -> Iterator[Text]:
    """What every game has: the house rules, their options and fields, and the words for states."""
    from muster.app.permissions import Visitor
    from muster.core.book import house
    from muster.core.book.conduct import Topic
    from muster.core.book.lists import ListRules
    from muster.core.book.system import System
    from muster.core.kit.model import Ending, Outcome, Role, StageKind
    from muster.core.reading.words import SENTENCES
    from muster.core.record.event import MatchState, RoundState
    from muster.core.record.player import Status
    from muster.core.standings.lines import LineKind

    yield from SENTENCES.values()
    for enum in (MatchState, RoundState, Status, Outcome, Role, StageKind, LineKind, Visitor, Topic):
        yield from (member.value for member in enum)
    yield from (ending.value.replace("_", " ") for ending in Ending)
    yield from house.CLAUSES.values()
    yield from of_options((*house.house_options(), *house.list_options(required=True, clause="")))
    yield from of_fields((*house.PLAYER_FIELDS, house.CLUB))
    defaults = {field.name: field.default for field in (*fields(System), *fields(ListRules))}
    yield from (defaults["points_name"], defaults["points_name"].removesuffix("s"))
    yield from (title for _, title in defaults["columns"])


def main() -> int:
    old = {code: read(CATALOGUES / f"{code}.po", code) for code in CODES}
    left: dict[Path, list[str]] = {}
    for code in CODES:
        catalogue = updated(code, texts(), old[code])
        write(CATALOGUES / f"{code}.po", catalogue)
        left[CATALOGUES / f"{code}.po"] = missing(catalogue)
    for key in registry.BUILT_IN:
        left |= write_catalogues(key, old)
    for file, untranslated in left.items():
        print(f"{file.relative_to(ROOT)}: {len(untranslated)} to translate")
        for text in untranslated[:20]:
            print(f"    {text}")
    coded = codes.write_own() + sum(map(codes.write, registry.BUILT_IN))
    print(f"{coded} sentences with a code")
    return 0


if __name__ == "__main__":
    sys.exit(main())
