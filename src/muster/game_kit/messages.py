"""English that fills a place of a message without being a message itself: it would stay English in every language.

Found by reading the sources: what fills a place is a number, a day, what somebody typed, or a message.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator

from muster.game_kit import codes

REFUSALS = codes.REFUSALS | {"UnknownKey", "UnknownName"}
SAYING = REFUSALS | codes.FINDINGS | {"tr", "plural", "Message", "wrong"}
"""Calls that make a message; values for its places are keyword arguments."""

NOT_A_PLACE = {"clause", "line", "fix"}
DECLARED = {"value", "label", "meaning", "noun", "points_name", "circle_field", "category", "mark"}
"""Attributes that hold one of the program's English words: a state, a field's label, a list's name."""

WRITTEN_SO = {"-----BEGIN PRIVATE KEY-----", "-----BEGIN CERTIFICATE-----", "{all}"}
"""What is in a file or on a sheet unchanged, in every language."""

SPEECH = "from muster.app.speech import"
"""A file with this makes text for one reader."""

WORD = re.compile(r"[A-Za-z]{2}")


CALLS_THROUGH = {"join", "str", "sorted", "list", "tuple", "listed", "either", "dict", "fromkeys", "map"}
"""Calls that pass on what they are given; any other makes something new, or looks it up."""


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


Names = dict[str, list[ast.expr]]


def leaves(given: ast.expr, names: Names, seen: frozenset[str] = frozenset()) -> Iterator[ast.expr]:
    """What a value can be: its parts and branches, and what was assigned to a local name."""
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
        case ast.Call() if called(given) in CALLS_THROUGH:
            parts = given.args
        case ast.Call(func=ast.Attribute(value=ast.expr() as text)) if called(given) not in SAYING:
            parts = [text] if isinstance(text, ast.Constant | ast.Attribute) else []
    for part in parts:
        yield from leaves(part, names, seen)
    if not parts:
        yield given


def calls(source: str) -> Iterator[tuple[ast.Call, Names]]:
    """Every call, with the assignments to names in its function."""
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


def values(call: ast.Call, names: Names) -> Iterator[tuple[str, ast.expr]]:
    """What fills a message's places, by the name of the place."""
    for keyword in call.keywords:
        if keyword.arg and keyword.arg not in NOT_A_PLACE:
            yield from ((keyword.arg, leaf) for leaf in leaves(keyword.value, names))


def tables_of_texts(sources: Iterable[str]) -> set[str]:
    """The constants that hold English words, marked or not: `LEVELS = {1: mark("light"), 2: mark("heavy")}`."""
    found = set()
    for source in sources:
        for node in ast.parse(source).body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if _holds_words(value):
                    found.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _holds_words(value):
                    found.add(name)
    return found


def _holds_words(table: ast.expr) -> bool:
    match table:
        case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            texts = [n.value for part in parts for n in ast.walk(part) if isinstance(n, ast.Constant)]
            return any(isinstance(text, str) and WORD.search(text) for text in texts)
    return False


def unmarked(source: str, tables: Container[str] = ()) -> list[str]:
    """English text that fills a place of a message without being a message itself. `tables`: constants that hold
    words.
    """
    found = []
    shown = SAYING - REFUSALS if SPEECH in source else set()  # There a view's label is already text.
    for call, names in calls(source):
        for place, leaf in values(call, names) if called(call) in SAYING else ():
            match leaf:
                case ast.Constant(value=str(text)) if WORD.search(text) and text not in WRITTEN_SO:
                    found.append(f"line {call.lineno}: {place}={text!r}")
                case ast.Subscript(value=ast.Name(id=table)) if table in tables:
                    found.append(f"line {call.lineno}: {place}={ast.unparse(leaf)}")
                case ast.Attribute(attr=attr) if attr in DECLARED and called(call) not in shown:
                    found.append(f"line {call.lineno}: {place}={ast.unparse(leaf)}")
    return found
