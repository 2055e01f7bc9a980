"""Words and turns that Muster does not use: in texts of pages and commands, in the docs, in comments and docstrings.

Most of how Muster speaks cannot be counted. What can be is held here, so that it does not come back.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from muster.app.languages import CODES, FOLDER
from muster.game_kit.texts import read

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"

NEVER = {
    r"(?<!there )\b(is|are|was|were) no\b(?! (longer|more|less|fewer|better|worse|later|earlier|other|one)\b)": (
        "“is not a …”"
    ),
    r"(?<!\bon a )\bstands?\b(?!-in)|\bstood\b": "“is”, “appears”, “is listed”",
    r"\bmeanwhile\b": "“in the meantime”, or nothing",
    r"\banew\b": "“again”",
    r"\ball the same\b": "“anyway”",
    r"\bmend(s|ed|ing)?\b": "“fix”",
    r"\bto be had\b|\b(is|are) to be\b": "“must”, “is not available”",
    r"\b(one|two|three|four|\d) a (line|page|player|table|side|row|sheet|game|match|list)\b": "“one per line”",
}
"""Nowhere: the pattern, and what to write instead."""

ANYWHERE = re.compile("|".join(f"(?:{pattern})" for pattern in NEVER), re.IGNORECASE)
"""Most files contain none of it, even in their code, and need not be parsed."""

READ = {
    r"\balready(?=[.;:])": "“is already in”",
    r"^House rule: who\b|^who (is|has|had|left|leads|leaves|concedes|drops)\b(?!.*\?)": "“a player who …”",
    r"\bkeyed\b|\bkey (it|them|one)\b": "“enter”",
    r"\bfigures?\b": "“score”, “number”",
    r"\b(is|are) told (as|of)\b": "“is shown as”, “hears about”",
    r"\bsees? to it\b": "“make sure”",
    r"\bfor whom \w+ (have |has )?vote": "“whom they voted for”",
    r"\b(in|on) the own\b|\bthe own (phone|clock|turn|time)\b": "“their own phone”",
    r"\bcan(not)? (be helped|come of)\b|\bcomes? out the same\b": "“can be avoided”, “matches”",
    r"\band no (list|deck|picture)\b": "“, not a list”",
    r"\b(people|profile) over (many|all|several) events\b": "“across events”",
}
"""Nowhere in texts that people read."""

CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|https?://\S+|^ {4}.*?$", re.DOTALL | re.MULTILINE)
"""In a page of the docs: what is not prose."""

Place = tuple[str, str]


def catalogues() -> Iterator[Place]:
    for file in sorted(SOURCE.rglob(f"{FOLDER}/{CODES[0]}.po")):
        for message in read(file, CODES[0]):
            for text in [message.id] if isinstance(message.id, str) else message.id:
                yield str(file.relative_to(ROOT)), text


def program() -> Iterator[Place]:
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node not in docstrings and " " in str(node.value):
                yield f"{file.relative_to(ROOT)}:{node.lineno}", str(node.value)


def pages() -> Iterator[Place]:
    for file in sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]):
        if file.name == "glossary.md":  # It names the words we no longer use.
            continue
        for line, text in enumerate(CODE.sub(_blank, file.read_text("utf-8")).splitlines(), 1):
            yield f"{file.relative_to(ROOT)}:{line}", text


def comments() -> Iterator[Place]:
    for folder in ("src", "tests", "bench", "scripts"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            source = file.read_text("utf-8")
            for line, text in _said(source) if ANYWHERE.search(source) else ():
                yield f"{file.relative_to(ROOT)}:{line}", re.sub(r"`[^`]*`", "", text)


def _blank(code: re.Match[str]) -> str:
    return "\n" * code.group().count("\n")


def _said(source: str) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a file."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def found(places: Iterator[Place], words: dict[str, str]) -> list[str]:
    compiled = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in words.items()]
    return [
        f"{where}: “{hit.group()}” in “{' '.join(text.split())[:100]}”: write {instead}"
        for where, text in places
        for pattern, instead in compiled
        if (hit := pattern.search(text))
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("“x” is no number", NEVER),
        ("Ann stands in round 2", NEVER),
        ("names, one a line", NEVER),
        ("the list is to be fixed", NEVER),
        ("Table 1 is in already.", READ),
        ("House rule: who drops stays listed", READ),
        ("Key it in by table", READ),
        ("A zip archive and no list", READ),
        ("A list that is told as not checked", READ),
        ("Nobody sees for whom they voted", READ),
    ],
)
def test_what_is_not_said_is_found(text: str, words: dict[str, str]) -> None:
    assert len(found(iter([("here", text)]), words)) == 1


@pytest.mark.parametrize(
    "text", ["There is no event yet.", "a stand-in is no longer needed", "a tablet on a stand", "Names, one per line"]
)
def test_plain_english_is_left_alone(text: str) -> None:
    assert not found(iter([("here", text)]), NEVER | READ)


@pytest.mark.parametrize("places", [catalogues, program], ids=lambda f: f.__name__)
def test_texts_are_plain_english(places: Callable[[], Iterator[Place]]) -> None:
    assert not found(places(), NEVER | READ)


def test_texts_have_the_apostrophe_of_print() -> None:
    """Pages show it however a text is written; the terminal shows the text as it is."""
    assert [place for place in catalogues() if re.search(r"[\w}”]'(?=[\w ]|$)", place[1])] == []


@pytest.mark.parametrize("places", [pages, comments], ids=lambda f: f.__name__)
def test_docs_and_comments_are_plain_english(places: Callable[[], Iterator[Place]]) -> None:
    assert not found(places(), NEVER)
