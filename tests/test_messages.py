"""No text of the program fills a place of a message unmarked: it would stay English in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"

REFUSALS = {"Refusal", "BadInput", "UnknownName", "Conflict", "Busy", "DamagedJournal", "GameMissing", "NeedsProof"}
SAYING = REFUSALS | {"tr", "plural", "Message", "Finding", "error", "warning", "not_checked", "make", "wrong"}
"""Calls that make a message; what fills its places comes by keyword."""

NOT_A_PLACE = {"clause", "line", "mend"}
DECLARED = {"value", "label", "meaning", "noun", "points_name", "circle_field", "category", "mark"}
"""Attributes that hold an English word of the program: a state, the label of a field, what a list is called."""

ENGLISH_ONLY = {"cli", "exchange"}
"""The command line speaks English, and alone reads and writes what other programs do."""

FIGURES = {"NUMBERS", "LAST_TURN"}
"""Tables of numbers; any other may hold texts."""

WRITTEN_SO = {"-----BEGIN PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----", "{all}"}
"""What stands in a file or a sheet as it is, in every language."""

SPEECH = "from muster.app.speech import"
"""A file with it makes text for one reader."""

WORD = re.compile(r"[A-Za-z]{2}")


CALLS_THROUGH = {"join", "str", "sorted", "list", "tuple", "listed", "either", "dict", "fromkeys", "map"}
"""Calls that hand on what they are given; any other makes something of its own, or looks it up."""


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


Names = dict[str, list[ast.expr]]


def _leaves(given: ast.expr, names: Names, seen: frozenset[str] = frozenset()) -> Iterator[ast.expr]:
    """What a value can come to: its parts and branches, and what was assigned to a local name."""
    parts: list[ast.expr] = []
    match given:
        case ast.Name(id=name) if name in names and name not in seen:
            parts, seen = names[name], seen | {name}
        case ast.JoinedStr():
            parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in given.values]
        case ast.IfExp():
            parts = [given.body, given.orelse]
        case ast.BoolOp(values=found) | ast.Tuple(elts=found) | ast.List(elts=found):
            parts = found
        case ast.BinOp():
            parts = [given.left, given.right]
        case ast.GeneratorExp() | ast.ListComp():
            parts = [given.elt]
        case ast.Call() if _called(given) in CALLS_THROUGH:
            parts = given.args
        case ast.Call(func=ast.Attribute(value=ast.expr() as text)) if _called(given) not in SAYING:
            parts = [text] if isinstance(text, ast.Constant | ast.Attribute) else []
    for part in parts:
        yield from _leaves(part, names, seen)
    if not parts:
        yield given


def _calls(source: str) -> Iterator[tuple[ast.Call, Names]]:
    """Every call, with what the names of its function are assigned to."""
    tree = ast.parse(source)
    inner: set[ast.AST] = set()
    for function in reversed([tree, *(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))]):
        own = [node for node in ast.walk(function) if node not in inner]
        names: Names = {}
        for node in own:
            for target in node.targets if isinstance(node, ast.Assign) else []:
                if isinstance(target, ast.Name) and isinstance(node, ast.Assign):
                    names.setdefault(target.id, []).append(node.value)
        yield from ((node, names) for node in own if isinstance(node, ast.Call))
        inner.update(own)


def _values(call: ast.Call, names: Names) -> Iterator[tuple[str, ast.expr]]:
    """What fills the places of a message, by the name of the place."""
    for keyword in call.keywords:
        if keyword.arg and keyword.arg not in NOT_A_PLACE:
            yield from ((keyword.arg, leaf) for leaf in _leaves(keyword.value, names))


def unmarked(source: str) -> list[str]:
    """English that fills a place of a message and is not itself a message."""
    found = []
    shown = SAYING - REFUSALS if SPEECH in source else set()  # There a view's label is text already.
    for call, names in _calls(source):
        for place, leaf in _values(call, names) if _called(call) in SAYING else ():
            match leaf:
                case ast.Constant(value=str(text)) if WORD.search(text) and text not in WRITTEN_SO:
                    found.append(f"line {call.lineno}: {place}={text!r}")
                case ast.Subscript(value=ast.Name(id=table)) if table.isupper() and table not in FIGURES:
                    found.append(f"line {call.lineno}: {place}={ast.unparse(leaf)}")
                case ast.Attribute(attr=attr) if attr in DECLARED and _called(call) not in shown:
                    found.append(f"line {call.lineno}: {place}={ast.unparse(leaf)}")
    return found


def spoken_too_soon(source: str) -> list[str]:
    """Text in somebody's language that fills a refusal, which may be read by somebody else."""
    if SPEECH not in source:
        return []
    return [
        f"line {call.lineno}: {place}={ast.unparse(leaf)}"
        for call, names in _calls(source)
        if _called(call) in REFUSALS
        for place, leaf in _values(call, names)
        if isinstance(leaf, ast.Call) and _called(leaf) in {"tr", "plural"}
    ]


def _in_sources(check: Callable[[str], list[str]]) -> list[str]:
    files = [f for f in sorted(SOURCE.rglob("*.py")) if ENGLISH_ONLY.isdisjoint(f.relative_to(SOURCE).parts)]
    return [f"{f.relative_to(ROOT)} {what}" for f in files for what in check(f.read_text("utf-8"))]


def test_a_message_is_filled_with_messages_numbers_and_names_only() -> None:
    assert _in_sources(unmarked) == []


def test_a_refusal_is_filled_with_messages_and_not_with_text_for_one_reader() -> None:
    assert _in_sources(spoken_too_soon) == []


@pytest.mark.parametrize(
    ("planted", "caught"),
    [
        ('Refusal("{a} is {b}.", a="open")', ["line 1: a='open'"]),
        ('tr("Round is {state}.", state=round_.state.value)', ["line 1: state=round_.state.value"]),
        (
            'def f():\n    what = "both" if x else "none"\n    tr("{what}", what=what)',
            ["line 3: what='both'", "line 3: what='none'"],
        ),
        ('error("{a}", a=", ".join(names) or "none")', ["line 1: a='none'"]),
        ('tr("{a}", a=f"table {n}")', ["line 1: a='table '"]),
        ('BadInput("{label}", label=field.label.casefold())', ["line 1: label=field.label"]),
        ('Refusal("{kind} it is.", kind=KINDS[kind])', ["line 1: kind=KINDS[kind]"]),
        ('tr("{a}", a=tr("open"), b=listed([tr("x y"), 3]), c=known.get("key"), d=row["round"])', []),
        ('Refusal("{a}", clause="X-02", a=name)', []),
    ],
)
def test_planted_unmarked_text_is_caught(planted: str, caught: list[str]) -> None:
    assert unmarked(planted) == caught


def test_planted_text_for_one_reader_is_caught() -> None:
    said = 'from muster.app.speech import tr\nRefusal("{a}", a=tr("open"))\ntr("{a}", a=tr("open"))'
    assert spoken_too_soon(said) == ["line 2: a=tr('open')"]
