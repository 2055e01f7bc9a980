"""The texts of a game that people read, and the catalogues in its own folder that translate them.

A game keeps its translations beside its code, as `catalogues/de.po` and so on. What Muster translates itself, such as
the house rules and their options, is not repeated there.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from muster.app.languages import CODES, FOLDER, own_catalogue
from muster.core.book.conduct import Expectation
from muster.core.book.system import System
from muster.core.forms.fields import Field
from muster.core.forms.options import Option, Settings
from muster.core.kit.language import tr
from muster.systems import registry

SPOKEN = {
    "tr",
    "mark",
    "Message",
    "Refusal",
    "BadInput",
    "Conflict",
    "Busy",
    "DamagedJournal",
    "GameMissing",
    "NeedsProof",
    "Unauthorised",
    "Forbidden",
    "NoSuchAddress",
    "Unreadable",
    "TooLarge",
    "TooSlow",
    "KeyUsed",
    "UnknownKey",
    "UnknownName",
    "Award",
}
"""Calls whose first argument is a text."""

FINDINGS = {"Finding", "error", "warning", "not_checked", "make"}
"""Calls whose first argument is a text, and so is their keyword `fix`."""

Text = str | tuple[str, str]
"""A text, or its two forms for one and for many."""

Texts = dict[Text, set[str]]
"""Texts, each with where it is used."""


def folder_of(key: str) -> Path:
    """The folder of a game's code."""
    file = import_module(registry.offer(key).home).__file__
    assert file is not None, f"the package of {key} has no folder"
    return Path(file).parent


def sources_of(key: str) -> list[Path]:
    """The modules of a game: its whole package, or the one file that it is."""
    home = import_module(registry.offer(key).home)
    folder = folder_of(key)
    return sorted(folder.rglob("*.py")) if hasattr(home, "__path__") else [folder / Path(home.__file__ or "").name]


def of_game(key: str) -> Texts:
    """Every text of a game that Muster itself does not translate."""
    folder = folder_of(key)
    found: Texts = {}
    for file in sources_of(key):
        add(found, str(file.relative_to(folder)), in_python(ast.parse(file.read_text("utf-8"))))
    add(found, key, declared(registry.find(key)))
    known = {_key(message.id) for message in own_catalogue(CODES[0])}
    return {text: where for text, where in single(found).items() if _key(text) not in known}


def add(found: Texts, where: str, some: Iterable[Text]) -> None:
    for text in some:
        if text and any(part.strip() for part in ([text] if isinstance(text, str) else text)):
            found.setdefault(text, set()).add(where)


def single(found: Texts) -> Texts:
    """A plural's first form is looked up by itself: one key cannot be both."""
    ones = {text[0] for text in found if isinstance(text, tuple)}
    return {text: where for text, where in found.items() if isinstance(text, tuple) or text not in ones}


def in_python(tree: ast.AST) -> Iterator[Text]:
    """The texts written out in a module."""
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
    """A literal text, or both branches of a condition."""
    if isinstance(given, ast.IfExp):
        yield from (*_written(given.body), *_written(given.orelse))
    elif isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value


def _of_finding(call: ast.Call, tree: ast.AST) -> Iterator[Text]:
    """The sentence and how to fix it, literal in the call or held by a name."""
    for given in [*call.args[:1], *(k.value for k in call.keywords if k.arg == "fix")]:
        if isinstance(given, ast.Name):
            yield from _kept(tree, given.id)
        elif isinstance(given, ast.Constant) and isinstance(given.value, str):
            yield given.value


def _kept(tree: ast.AST, name: str) -> Iterator[Text]:
    """The texts that a name gets: assigned, or in a loop over rows."""
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            values = [node.value]
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple) and isinstance(node.iter, ast.Tuple):
            places = [n for n, t in enumerate(node.target.elts) if isinstance(t, ast.Name) and t.id == name]
            rows = [row.elts for row in node.iter.elts if isinstance(row, ast.Tuple)]
            values = [row[place] for row in rows for place in places if place < len(row)]
        yield from (v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str))


def declared(system: System) -> Iterator[Text]:
    """What a game declares for people to read: rules, reasons, options, fields, tie-breaks, lists, scenarios."""
    settings = Settings(system.options)
    yield from system.clauses.values()
    yield from system.sentences.values()
    yield from (system.points_name, system.points_name.removesuffix("s"), system.circle_field)
    yield from (str(one["points_name"]).removesuffix("s") for one in system.circuits.values() if "points_name" in one)
    yield from of_options(settings.options())
    yield from of_fields((*system.result_fields, *system.player_fields))
    for tiebreak in system.tiebreaks(settings):
        yield from (tr(tiebreak.name).template, tiebreak.meaning)
    if system.lists is not None:
        yield system.lists.noun
        yield from (tr(slot.name).template for slot in system.lists.slots(settings))
        yield from (title for _, title in system.lists.columns)
        yield from of_fields((*system.lists.fields, *system.lists.sealed), choices=False)
    yield from (scenario.category for scenario in system.scenarios)
    yield from (expected.text for expected in expectations(system))
    yield from (infraction.name for infraction in system.conduct.infractions)
    yield from (subject.name for subject in system.conduct.subjects)


def expectations(system: System) -> Iterator[Expectation]:
    """What a game expects of people, with all options at their defaults and with each other choice of one."""
    chosen = [{}, *({option.key: choice} for option in system.options for choice in option.choices)]
    found = {expected for values in chosen for expected in system.conduct.expects(Settings(system.options, values))}
    yield from sorted(found, key=lambda expected: (expected.clause, expected.text))


def of_options(options: Iterable[Option]) -> Iterator[Text]:
    for option in options:
        yield from (option.title, option.area.value, option.meaning, *option.names.values())


def of_fields(fields: Iterable[Field], choices: bool = True) -> Iterator[Text]:
    for field in fields:
        yield from (field.label, field.meaning)
        if choices:
            sides = 2 if field.choices[:2] == ("a", "b") else 0
            yield from (choice.replace("_", " ") for choice in field.choices[sides:])


def updated(code: str, texts: Mapping[Text, set[str]], *old: Catalog) -> Catalog:
    """A language's catalogue with exactly these texts; existing translations from the old ones are kept."""
    new = Catalog(locale=code, project="Muster", charset="utf-8", fuzzy=False)
    for text, files in sorted(texts.items(), key=lambda item: (sorted(item[1])[0], str(item[0]))):
        empty: str | tuple[str, ...] = "" if isinstance(text, str) else ("",) * new.num_plurals
        kept = (one.get(_key(text)) for one in old)
        done = (k.string for k in kept if k and isinstance(k.id, str) == isinstance(text, str) and _is_done(k))
        new.add(text, next(done, empty), locations=[(file, 0) for file in sorted(files)])
    return new


def _key(text: object) -> str:
    return str(text[0]) if isinstance(text, list | tuple) else str(text)


def _is_done(message: Message) -> bool:
    return all([message.string] if isinstance(message.string, str) else list(message.string or ()))


def missing(catalogue: Catalog) -> list[str]:
    """The texts of a catalogue that are not translated."""
    return [_key(message.id) for message in catalogue if message.id and not _is_done(message)]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def read(file: Path, code: str) -> Catalog:
    if not file.exists():
        return Catalog(locale=code)
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def write(file: Path, catalogue: Catalog) -> None:
    file.parent.mkdir(exist_ok=True)
    with file.open("wb") as out:
        write_po(out, catalogue, width=0, omit_header=True, include_lineno=False)


def write_catalogues(key: str, old: Mapping[str, Catalog] | None = None) -> dict[Path, list[str]]:
    """Updates a game's catalogues; returns each file with what still needs translating.

    `old`: other catalogues to look for translations in, by language; the game gets a catalogue for each. Without it a
    game keeps the languages it has files for: an empty file begins one.
    """
    left = {}
    for code in CODES:
        file = folder_of(key) / FOLDER / f"{code}.po"
        if old or file.exists():
            catalogue = updated(code, of_game(key), read(file, code), *([old[code]] if old else ()))
            write(file, catalogue)
            left[file] = missing(catalogue)
    return left
