"""Every text of the pages is in every catalogue, with the same places to fill; refusals are written out."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from functools import cache
from gettext import c2py
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message
from jinja2 import Environment, nodes

from muster.app import languages
from muster.core.kit.errors import UnknownName
from muster.game_kit import texts
from muster.systems import registry

ROOT = Path(__file__).resolve().parent.parent
REFUSALS = {"Refusal", "BadInput", "Conflict", "Busy", "DamagedJournal", "GameMissing", "NeedsProof"}
FINDINGS = {"Finding", "error", "warning", "not_checked"}


def _catalogue() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue", ROOT / "scripts" / "catalogue.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["catalogue"] = module
    spec.loader.exec_module(module)
    return module


CATALOGUE = _catalogue()
PROGRAM = "the program"
PARTS = [(part, code) for part in (PROGRAM, *registry.BUILT_IN) for code in languages.CODES]
"""The program and each of its games has its own catalogues."""


@cache
def _updated(part: str, code: str) -> Catalog:
    """The catalogue as scripts/catalogue would write it."""
    if part == PROGRAM:
        return texts.updated(code, _texts(part), languages.own_catalogue(code))
    return texts.updated(code, _texts(part), _written(part, code))


@cache
def _texts(part: str) -> texts.Texts:
    found: texts.Texts = CATALOGUE.texts() if part == PROGRAM else texts.of_game(part)
    return found


@cache
def _written(part: str, code: str) -> Catalog:
    if part == PROGRAM:
        return languages.own_catalogue(code)
    return texts.read(texts.folder_of(part) / languages.FOLDER / f"{code}.po", code)


def test_a_language_is_spoken_because_its_file_is_there() -> None:
    """Each under its own name, and no game lags behind the program."""
    files = {file.stem for file in (ROOT / "src/muster/app" / languages.FOLDER).glob("*.po")}
    assert set(languages.NAMES) == {"en"} | files and "de" in files
    known = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
    assert {code: known.get(code, name) for code, name in languages.NAMES.items()} == languages.NAMES
    for key in registry.BUILT_IN:
        assert {file.stem for file in (texts.folder_of(key) / languages.FOLDER).glob("*.po")} == files, key


@pytest.mark.parametrize(("part", "code"), PARTS)
def test_a_catalogue_has_every_text_of_its_part_and_no_other(part: str, code: str) -> None:
    def ids(messages: Catalog) -> set[object]:
        return {m.id for m in messages if m.id}

    assert ids(_written(part, code)) == ids(_updated(part, code)), "run scripts/catalogue"


@pytest.mark.parametrize(("part", "code"), PARTS)
def test_every_text_is_translated(part: str, code: str) -> None:
    assert texts.missing(_updated(part, code)) == []


@pytest.mark.parametrize("code", languages.CODES)
def test_a_name_that_is_not_known_is_refused_in_the_readers_language(code: str) -> None:
    """Its sentence is in the class of the refusal, not in a call like the others."""
    said = UnknownName("player", "Anna", []).message.in_(languages.language(code))
    assert "Anna" in said and not {"No", "is", "called"} & set(said.split())


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_a_missing_translation_of_a_game_is_named(key: str) -> None:
    """From the other side: without its own catalogue, every text of a game is missing."""
    for code in languages.CODES:
        assert len(texts.missing(texts.updated(code, _texts(key)))) == len(_texts(key)) > 0


def _wrong(message: Message, code: str) -> list[str]:
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    theirs = [message.string] if isinstance(message.string, str) else list(message.string or ())
    allowed = set().union(*map(texts.places, english))
    only_one = _forms_of_one_number(code)
    found = []
    for form, text in enumerate(theirs):
        # The form for one may leave out the number; but French counts 0 like 1, and must say which it is.
        free = {"n"} if isinstance(message.id, str) or form in only_one else set()
        if texts.places(text) - free != allowed - free or texts.places(text) - allowed:
            found.append(f"{text!r} for {english}")
    return found


@cache
def _forms_of_one_number(code: str) -> set[int]:
    form = c2py(Catalog(locale=code).plural_expr)
    used = [form(number) for number in range(1000)]
    return {one for one in used if used.count(one) == 1}


def test_a_text_that_counts_is_also_said_alone() -> None:
    """A column of a sheet is called “Bye”, and the desk counts byes."""
    said = {code: languages.language(code).text("Bye") for code in languages.CODES}
    assert said | {"de": "Freilos", "es": "Descanso", "fr": "Exempt"} == said


def test_a_form_for_several_numbers_says_the_number() -> None:
    one = Message(("one table", "{n} tables"), ("une table", "{n} tables"))
    assert _wrong(one, "de") == []
    assert _wrong(one, "fr") == ["'une table' for ['one table', '{n} tables']"]


GERMAN = {
    "phone": (r"Handy", r"Telefon"),
    "private link": (r"ersönliche[nr]? Link", r"rivate[nr]? Link"),
    "badge": (r"Namensschild", r"Ausweise?\b"),
    "big screen": (r"Großanzeige", r"Leinwand"),
    "sheet": (r"B[oö]gen", r"Blätter"),
    "stand-in": (r"Ersatzspieler", r"Springer"),
    "correct a result": (r"orrigier|orrektur", r"Ergebnis\S* \S*berichtig|Berichtigung"),
    "standings": (r"Rangliste", r"Tabelle (<span>)?nach Runde"),
}
"""The word for one thing, and words that translators have also used for it (docs/translating.md)."""


@pytest.mark.parametrize("meaning", GERMAN)
def test_one_thing_has_one_word_in_german(meaning: str) -> None:
    said = [m.string for part in (PROGRAM, *registry.BUILT_IN) for m in _written(part, "de") if m.id]
    every = [text for one in said for text in ((one,) if isinstance(one, str) else one or ())]
    right, other = GERMAN[meaning]
    assert [text for text in every if re.search(other, text)] == []
    assert [text for text in every if re.search(right, text)]


@pytest.mark.parametrize(("part", "code"), PARTS)
def test_every_plural_has_the_forms_of_its_language(part: str, code: str) -> None:
    """Counted in the file, so that one with another language's forms is noticed."""
    wanted = Catalog(locale=code).num_plurals
    assert [m.id for m in _written(part, code) if m.pluralizable and len(m.string or ()) != wanted] == []


@pytest.mark.parametrize(("part", "code"), PARTS)
def test_a_translation_has_the_places_of_the_english_text(part: str, code: str) -> None:
    messages = [m for m in _updated(part, code) if m.id and m.string]
    assert [wrong for m in messages for wrong in _wrong(m, code)] == []


@pytest.mark.parametrize(("part", "code"), PARTS)
def test_a_translation_keeps_the_markup_and_the_edges(part: str, code: str) -> None:
    """Texts in templates contain markup; one that begins or ends with a space is joined to another."""
    for message in _updated(part, code):
        if not message.id or not isinstance(message.id, str) or not message.string:
            continue
        assert message.string.count("<") == message.id.count("<"), message.id
        for edge in (0, -1):
            assert (message.string[edge] == " ") == (message.id[edge] == " "), message.id


@pytest.mark.parametrize(("part", "code"), PARTS)
def test_no_sentence_is_left_in_english(part: str, code: str) -> None:
    """A name, a title or a term may be the same in both; a sentence cannot."""
    same = [m.id for m in _written(part, code) if isinstance(m.id, str) and m.id == m.string]
    assert [text for text in same if len(re.findall(r"\b[a-z]{2,}\b", re.sub(r"\{\w+\}", "", text))) > 3] == []


def test_a_refusal_is_written_out_so_that_it_can_be_translated() -> None:
    built = []
    for file in (ROOT / "src" / "muster").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in REFUSALS | FINDINGS
                and node.args
            ):
                first = node.args[0]
                if isinstance(first, ast.JoinedStr | ast.BinOp):
                    built.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert built == []


def test_a_finding_speaks_texts_that_the_catalogue_knows() -> None:
    """Its sentence and `fix` are literals, or held by a name with such texts."""
    built = []
    for file in (ROOT / "src" / "muster").rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        names = {
            given.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FINDINGS
            for given in [*node.args[:1], *(k.value for k in node.keywords if k.arg == "fix")]
            if isinstance(given, ast.Name)
        }
        built += [
            f"{file.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr | ast.BinOp)
            if any(isinstance(target, ast.Name) and target.id in names for target in node.targets)
        ]
    assert built == []


def test_a_template_looks_up_what_it_writes_out() -> None:
    """`_` treats the text as safe markup, so anything from elsewhere goes through `word`, which escapes it."""
    loose = []
    for file in sorted((ROOT / "src" / "muster").rglob("templates/**/*.html")):
        calls = Environment(extensions=["jinja2.ext.do"]).parse(file.read_text("utf-8")).find_all(nodes.Call)
        named = [call for call in calls if isinstance(call.node, nodes.Name) and call.node.name == "_"]
        loose += [f"{file.name}:{call.lineno}" for call in named if not isinstance(call.args[0], nodes.Const)]
    assert loose == []


def test_pages_show_the_apostrophe_of_print_however_a_text_is_written() -> None:
    english = languages.language("en")
    assert english.text("{name}'s losses don't count") == "{name}’s losses don’t count"
    assert english.plural(1, "one player's", "{n} players") == "one player’s"
