"""The codes of refusals and findings: every sentence has one, and keeps it when its wording is edited.

Those of Muster itself are in `muster/app/codes.toml`, those of a game in `codes.toml` in its folder.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path

from muster.app.codes import FILE, NAME
from muster.game_kit.texts import folder_of, sources_of
from muster.systems import registry

REFUSALS = {"Refusal", "BadInput", "Conflict", "Busy", "DamagedJournal", "GameMissing", "NeedsProof"}
REFUSALS |= {"Unauthorised", "Forbidden", "NoSuchAddress", "Unreadable", "TooLarge", "TooSlow", "KeyUsed"}
FINDINGS = {"Finding", "error", "warning", "not_checked", "make"}
KEPT = {"Limit": 2}
"""Calls that store a sentence to refuse with later, and which argument it is."""

ALIKE = 0.6
"""How much of a sentence must be the same to count as an edited one and not a new one."""

WORDS = 5
"""How many words of a sentence its code is made from."""

SMALL = {"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is", "it", "its", "of"}
SMALL |= {"on", "or", "so", "than", "that", "the", "there", "this", "to", "was", "with"}
"""Words that distinguish nothing."""

HEAD = """# A stable code for every sentence that refuses or finds something. A command writes it: a new sentence gets a
# code, an edited one keeps its own. Never change or reuse a code by hand.
"""


def of_muster() -> list[str]:
    """Every sentence of the program, without its games."""
    source = FILE.parent.parent
    apart = [source / "game_kit", source / "cli" / "scaffold", *(source / "systems" / key for key in registry.BUILT_IN)]
    return sentences(file for file in sorted(source.rglob("*.py")) if not any(map(file.is_relative_to, apart)))


def of_game(key: str) -> list[str]:
    """Every sentence of a game for which Muster itself has no code."""
    known = set(kept(FILE).values())
    return [sentence for sentence in sentences(sources_of(key)) if sentence not in known]


def sentences(files: Iterable[Path]) -> list[str]:
    """Every sentence that refuses or finds something, in the order of the files."""
    found: dict[str, None] = {}
    for file in files:
        tree = ast.parse(file.read_text("utf-8"))
        for given in said(tree):
            found.update(dict.fromkeys(written(given, tree)))
    return list(found)


def said(tree: ast.AST) -> Iterator[ast.expr]:
    """What each refusal and finding in a module says."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in REFUSALS | FINDINGS:
                yield first
            case ast.Call(func=ast.Name(id=name), args=args) if len(args) > KEPT.get(name, len(args)):
                yield args[KEPT[name]]
            case ast.ClassDef(bases=[ast.Name(id=base)]) if base in REFUSALS:
                yield from _inherited(node)


def _inherited(refusal: ast.ClassDef) -> Iterator[ast.expr]:
    """A refusal's own default sentence."""
    for node in ast.walk(refusal):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"), args=[given]):
                yield given


def written(given: ast.expr, tree: ast.AST) -> Iterator[str]:
    """A literal sentence, both branches of a condition, the text of a message, or the value of a name."""
    match given:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*written(one, tree), *written(other, tree))
        case ast.Call(func=ast.Name(id="Message" | "mark"), args=[first, *_]):
            yield from written(first, tree)
        case ast.Call(func=ast.Name(id="plural"), args=[_, first, *_]):
            yield from written(first, tree)
        case ast.Name(id=name):
            for node in ast.walk(tree):
                if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
                    yield from () if isinstance(node.value, ast.Name) else written(node.value, tree)


def kept(file: Path) -> dict[str, str]:
    """Sentence by code, as stored."""
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def updated(old: Mapping[str, str], now: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Sentence by code: unchanged, edited and new ones; new ones get a code that is not taken."""
    now = list(now)
    codes = {code: sentence for code, sentence in old.items() if sentence in set(now)}
    gone = {code: sentence for code, sentence in old.items() if code not in codes}
    fresh = [sentence for sentence in now if sentence not in set(codes.values())]
    near = sorted(
        ((_alike(was, sentence), code, sentence) for code, was in gone.items() for sentence in fresh), reverse=True
    )
    for alike, code, sentence in near:
        if alike >= ALIKE and code not in codes and sentence not in set(codes.values()):
            codes[code] = sentence
    for sentence in fresh:
        if sentence not in set(codes.values()):
            codes[_new(sentence, {*codes, *gone, *taken})] = sentence
    return dict(sorted(codes.items()))


def _alike(was: str, now: str) -> float:
    """0 if they cannot be alike: the exact answer is slow."""
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    return matcher.ratio() if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= ALIKE else 0


def _new(sentence: str, taken: Iterable[str]) -> str:
    """A code from the first words that are not places; with a number if it is taken."""
    words = re.findall(r"[a-z0-9]+", re.sub(r"\{[^}]*\}|['’]", "", sentence).casefold())
    code = "-".join([word for word in words if word not in SMALL][:WORDS]) or "message"
    number, made = 1, code
    while made in set(taken):
        number += 1
        made = f"{code}-{number}"
    return made


def text(codes: Mapping[str, str]) -> str:
    return HEAD + "".join(f"{code} = {json.dumps(sentence, ensure_ascii=False)}\n" for code, sentence in codes.items())


def write_own() -> int:
    """The codes of Muster itself."""
    return _write(FILE, updated(kept(FILE), of_muster()))


def write(key: str) -> int:
    """A game's codes, in its folder; none of them is one of Muster's."""
    file = folder_of(key) / NAME
    return _write(file, updated(kept(file), of_game(key), kept(FILE)))


def _write(file: Path, codes: Mapping[str, str]) -> int:
    if codes or file.exists():
        file.write_text(text(codes), "utf-8")
    return len(codes)
