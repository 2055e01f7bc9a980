"""Brings the catalogues of the pages up to date: every text of the program, new ones empty, gone ones removed.

scripts/catalogue          writes src/muster/web/catalogues/*.po and says what is still to be translated; and
                           src/muster/app/codes.toml, the codes of refusals and findings
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

sys.path.insert(0, str(Path(__file__).resolve().parent))

import codes  # it stands beside this file

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"
CATALOGUES = SOURCE / "web" / "catalogues"
SPOKEN = {
    "tr",
    "mark",
    "Message",
    "Refusal",
    "BadInput",
    "Conflict",
    "Busy",
    "DamagedJournal",
    "NeedsProof",
    "Award",
    "UnknownName",
}
"""Calls whose first argument is a text."""

FINDINGS = codes.FINDINGS
"""Calls whose first argument is a text, and whose keyword `mend` is one as well."""

Text = str | tuple[str, str]
"""A text, or its two forms for one and for many."""


def texts() -> dict[Text, set[str]]:
    """Every text, with the files it stands in."""
    found: dict[Text, set[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        # The command line answers in English.
        if "cli" not in file.relative_to(SOURCE).parts:
            _add(found, file, _in_python(ast.parse(file.read_text("utf-8"))))
    for file in sorted((SOURCE / "web" / "templates").rglob("*.html")):
        _add(found, file, _in_template(file.read_text("utf-8")))
    _add(found, SOURCE / "systems", _declared())
    # A plural's first form is looked up by itself: one key cannot be both.
    ones = {text[0] for text in found if isinstance(text, tuple)}
    return {text: where for text, where in found.items() if isinstance(text, tuple) or text not in ones}


def _add(found: dict[Text, set[str]], file: Path, some: Iterator[Text]) -> None:
    for text in some:
        if text and any(part.strip() for part in ([text] if isinstance(text, str) else text)):
            found.setdefault(text, set()).add(str(file.relative_to(ROOT)))


def _in_python(tree: ast.AST) -> Iterator[Text]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if name in FINDINGS:
            yield from _of_finding(node, tree)
        elif name == "Message" and len(words) == 2:
            yield words[0], words[1]
        elif name in SPOKEN and node.args:
            yield from _written(node.args[0])
        elif name == "plural" and len(words) >= 2:
            yield words[0], words[1]


def _written(given: ast.expr) -> Iterator[Text]:
    """A text written out, or each of two between which a condition chooses."""
    if isinstance(given, ast.IfExp):
        yield from (*_written(given.body), *_written(given.orelse))
    elif isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value


def _of_finding(call: ast.Call, tree: ast.AST) -> Iterator[Text]:
    """The sentence and the mend, written out in the call or kept in a name."""
    for given in [*call.args[:1], *(k.value for k in call.keywords if k.arg == "mend")]:
        if isinstance(given, ast.Name):
            yield from _kept(tree, given.id)
        elif isinstance(given, ast.Constant) and isinstance(given.value, str):
            yield given.value


def _kept(tree: ast.AST, name: str) -> Iterator[Text]:
    """The texts that a name stands for: assigned, or one after the other in a loop over rows."""
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            values = [node.value]
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple) and isinstance(node.iter, ast.Tuple):
            places = [n for n, t in enumerate(node.target.elts) if isinstance(t, ast.Name) and t.id == name]
            rows = [row.elts for row in node.iter.elts if isinstance(row, ast.Tuple)]
            values = [row[place] for row in rows for place in places if place < len(row)]
        yield from (v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str))


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
    """What the games declare, and the words that stand for states."""
    from muster.core.forms.options import Settings
    from muster.core.kit.language import tr
    from muster.core.kit.model import Ending, Outcome, Role, StageKind
    from muster.core.reading.words import SENTENCES
    from muster.core.record.event import MatchState, RoundState, Status
    from muster.core.rules.players import player_fields
    from muster.core.standings.lines import LineKind
    from muster.systems import registry
    from muster.web.permissions import Visitor

    yield from SENTENCES.values()
    for enum in (MatchState, RoundState, Status, Outcome, Role, StageKind, LineKind, Visitor):
        yield from (member.value for member in enum)
    yield from (ending.value.replace("_", " ") for ending in Ending)
    for key in registry.names():
        system = registry.find(key)
        yield from system.clauses.values()
        yield from system.sentences.values()
        yield from (system.points_name, system.points_name.removesuffix("s"), system.circle_field)
        for option in Settings(system.options).options():
            yield from (option.title, option.area.value, option.meaning, *option.names.values())
        for field in (*system.result_fields, *player_fields(system)):
            yield from (field.label, field.meaning)
            if field.choices[:2] != ("a", "b"):
                yield from (choice.replace("_", " ") for choice in field.choices)
            else:
                yield from (choice.replace("_", " ") for choice in field.choices[2:])
        for tiebreak in system.tiebreaks(Settings(system.options)):
            yield from (tr(tiebreak.name).template, tiebreak.meaning)
        if system.lists is not None:
            settings = Settings(system.options)
            yield system.lists.noun
            yield from (tr(slot.name).template for slot in system.lists.slots(settings))
            yield from (title for _, title in system.lists.columns)
            for field in (*system.lists.fields, *system.lists.sealed):
                yield from (field.label, field.meaning)
        yield from (scenario.category for scenario in system.scenarios)


def updated(code: str) -> Catalog:
    """The catalogue of a language with exactly the texts of the program; what was translated stays."""
    file = CATALOGUES / f"{code}.po"
    old = Catalog(locale=code)
    if file.exists():
        with file.open("rb") as opened:
            old = read_po(opened, locale=code)
    new = Catalog(locale=code, project="Muster", charset="utf-8", fuzzy=False)
    for text, files in sorted(texts().items(), key=lambda item: (sorted(item[1])[0], str(item[0]))):
        key = text if isinstance(text, str) else text[0]
        kept = old.get(key)
        same = kept is not None and isinstance(kept.id, str) == isinstance(text, str)
        empty: str | tuple[str, ...] = "" if isinstance(text, str) else ("",) * new.num_plurals
        new.add(text, kept.string if kept is not None and same else empty, locations=[(f, None) for f in sorted(files)])
    return new


def missing(catalogue: Catalog) -> list[str]:
    found = []
    for message in catalogue:
        forms = [message.string] if isinstance(message.string, str) else list(message.string)
        if message.id and not all(forms):
            found.append(message.id if isinstance(message.id, str) else message.id[0])
    return found


def main() -> int:
    for file in sorted(CATALOGUES.glob("*.po")):
        catalogue = updated(file.stem)
        with file.open("wb") as out:
            write_po(out, catalogue, width=0, omit_header=True, include_lineno=False)
        left = missing(catalogue)
        print(f"{file.relative_to(ROOT)}: {len(catalogue)} texts, {len(left)} to translate")
        for text in left[:20]:
            print(f"    {text}")
    print(f"{codes.FILE.relative_to(ROOT)}: {codes.write()} sentences with a code")
    return 0


if __name__ == "__main__":
    sys.exit(main())
