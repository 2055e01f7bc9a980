"""The plan of the house is kept: import contracts, a core without I/O, short files; and each check catches a breach."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from muster.core.record import facts as record_facts

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "muster"
LONGEST_FILE = 500

ARROWS = "Arrows point down only"
GAMES_APART = "Games know nothing of each other"
ONE_PATH = "Games are made of muster.game"
NO_CIRCLES = "No circles between neighbours"
PURE = "Core and systems touch no clock, dice, files, network, framework or reader's language"
SQL = "SQL lives in the store"
TERMINAL = "The terminal lives in the command line"
GEOMETRY = "Shapes are measured in one place"
PAGES = "The web framework lives in the web"
PAPER = "Sheets and codes are made in the paper room"
SCAN = "What looks at pixels lives in the scan room"
FLOORS = "Floors of the core rest on those below"
MOST_MODULES = 15
CONTRACTS = {ARROWS, GAMES_APART, ONE_PATH, NO_CIRCLES, PURE, SQL, TERMINAL, PAGES, PAPER, SCAN, GEOMETRY, FLOORS}


def check_imports(source: Path) -> tuple[set[str], str]:
    """The names of a tree's broken contracts, and the whole report."""
    program = "from importlinter.cli import lint_imports_command as check; check()"
    run = subprocess.run(
        [sys.executable, "-P", "-c", program, f"--config={ROOT / '.importlinter'}", "--no-cache", "--no-logo"],
        env={**os.environ, "PYTHONPATH": str(source), "COLUMNS": "200", "NO_COLOR": "1"},
        cwd=source,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    kept = {name for name in CONTRACTS if f"{name} KEPT" in run.stdout}
    broken = {name for name in CONTRACTS if f"{name} BROKEN" in run.stdout}
    assert kept | broken == CONTRACTS, f"some contracts were not checked:\n{run.stdout}{run.stderr}"
    assert (run.returncode == 0) == (not broken), run.stdout
    return broken, run.stdout


def test_import_contracts_hold() -> None:
    broken, report = check_imports(SOURCE.parent)
    assert broken == set(), report


PLANTED = [
    ("core/stray.py", "import muster.app", ARROWS, "muster.app"),
    ("core/stray.py", "import muster.systems.registry", ARROWS, "muster.systems.registry"),
    ("systems/bushido/stray.py", "import muster.app", ARROWS, "muster.app"),
    ("app/stray.py", "import muster.store", ARROWS, "muster.store"),
    ("cli/stray.py", "import muster.store", ARROWS, "muster.store"),
    ("store/stray.py", "import muster.cli", ARROWS, "muster.cli"),
    ("cli/stray.py", "import muster.main", ARROWS, "muster.main"),
    ("web/stray.py", "import muster.store", ARROWS, "muster.store"),
    ("web/stray.py", "import muster.cli", ARROWS, "muster.cli"),
    ("cli/stray.py", "import muster.web", ARROWS, "muster.web"),
    ("app/stray.py", "import muster.web", ARROWS, "muster.web"),
    ("app/stray.py", "import muster.paper", ARROWS, "muster.paper"),
    ("paper/stray.py", "import muster.web", ARROWS, "muster.web"),
    ("paper/stray.py", "import muster.scan", ARROWS, "muster.scan"),
    ("scan/stray.py", "import muster.web", ARROWS, "muster.web"),
    ("utils.py", "", ARROWS, "muster.utils"),
    ("systems/bushido/stray.py", "import muster.systems.l5r", GAMES_APART, "muster.systems.l5r"),
    ("systems/registry.py", "import muster.systems.bushido", GAMES_APART, "muster.systems.bushido"),
    ("systems/bushido/stray.py", "from muster.core.book.system import System", ONE_PATH, "muster.core.book.system"),
    (
        "systems/custom/__init__.py",
        "def lazy():\n    import muster.core.rules.rounds",
        ONE_PATH,
        "muster.core.rules.rounds",
    ),
    ("game.py", "import muster.systems.registry", ARROWS, "muster.systems.registry"),
    ("pairing.py", "import muster.game", ARROWS, "muster.game"),
    ("pairing.py", "import time", PURE, "time"),
    ("core/stray.py", "import random", PURE, "random"),
    ("core/stray.py", "from time import monotonic", PURE, "time"),
    ("core/stray.py", "def lazy():\n    import os.path", PURE, "os"),
    ("core/stray.py", "import sqlite3", PURE, "sqlite3"),
    ("core/stray.py", "from contextvars import ContextVar", PURE, "contextvars"),
    ("core/stray.py", "from muster.app.speech import tr", ARROWS, "muster.app.speech"),
    ("systems/l5r/stray.py", "from urllib.request import urlopen", PURE, "urllib"),
    ("systems/l5r/stray.py", "import django.db", PURE, "django"),
    ("app/stray.py", "import sqlite3", SQL, "sqlite3"),
    ("app/stray.py", "import psycopg", SQL, "psycopg"),
    ("main.py", "import sqlite3", SQL, "sqlite3"),
    ("app/stray.py", "import click", TERMINAL, "click"),
    ("store/stray.py", "from rich.table import Table", TERMINAL, "rich"),
    ("web/stray.py", "import click", TERMINAL, "click"),
    ("web/stray.py", "import sqlite3", SQL, "sqlite3"),
    ("app/stray.py", "import django.http", PAGES, "django"),
    ("main.py", "import uvicorn", PAGES, "uvicorn"),
    ("web/stray.py", "import typst", PAPER, "typst"),
    ("cli/stray.py", "import segno", PAPER, "segno"),
    ("systems/warmachine/terrain/rules.py", "import shapely", GEOMETRY, "shapely"),
    ("web/stray.py", "import cv2", SCAN, "cv2"),
    ("app/stray.py", "import pypdfium2", SCAN, "pypdfium2"),
    ("paper/stray.py", "import zxingcpp", SCAN, "zxingcpp"),
    ("core/kit/stray.py", "import muster.core.forms.fields", FLOORS, "muster.core.forms.fields"),
    ("core/forms/stray.py", "import muster.core.standings", FLOORS, "muster.core.standings"),
    ("core/pairing/stray.py", "import muster.core.standings", FLOORS, "muster.core.standings"),
    ("core/standings/stray.py", "import muster.core.record", FLOORS, "muster.core.record"),
    ("core/record/stray.py", "import muster.core.book", FLOORS, "muster.core.book"),
    ("core/book/stray.py", "import muster.core.reading", FLOORS, "muster.core.reading"),
    ("core/reading/stray.py", "import muster.core.rules", FLOORS, "muster.core.rules"),
    ("core/attic/__init__.py", "", FLOORS, "muster.core.attic"),
]
"""A file with one more line, the contract this breaks, and its name in the report: the imported module, or the one that
has no place in the plan. Every stray is its own file.
"""


def test_planted_imports_are_caught(tmp_path: Path) -> None:
    """All in one tree: each is reported by its own contract."""
    copy_sources(tmp_path)
    wanted = []
    for number, (path, line, contract, named) in enumerate(PLANTED):
        file = path.replace("stray", f"stray{number}")
        plant(tmp_path, file, line)
        module = "muster." + file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        wanted.append((contract, f" {module} -> {named} (l." if line else f"- {named}\n"))
    broken, report = check_imports(tmp_path)
    assert broken >= {contract for contract, _ in wanted}, report
    assert [(contract, said) for contract, said in wanted if said not in section(report, contract)] == [], report


def section(report: str, contract: str) -> str:
    """What the report says about one broken contract, up to the next title."""
    said = report.partition(f"\n{contract}\n{'-' * len(contract)}\n")[2]
    return re.split(r"\n[^\n]+\n-+\n", said)[0]


def test_planted_circle_is_caught(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    plant(tmp_path, "app/stray.py", "import muster.app.other_stray")
    plant(tmp_path, "app/other_stray.py", "import muster.app.stray")
    broken, report = check_imports(tmp_path)
    assert broken == {NO_CIRCLES}, report
    assert "stray" in report


def copy_sources(folder: Path) -> None:
    shutil.copytree(SOURCE, folder / "muster", ignore=shutil.ignore_patterns("__pycache__", ".*"))


def plant(folder: Path, path: str, line: str) -> None:
    """One more line in a copy of the sources."""
    (folder / "muster" / path).parent.mkdir(exist_ok=True)
    with (folder / "muster" / path).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


# What import contracts cannot see: built-ins that do I/O, and clocks and dice reached through an allowed module.
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint"}
FORBIDDEN_METHODS = {"now", "utcnow", "today"}


def impurities(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield f"line {node.lineno}: {name}()"
            case ast.Attribute(value=ast.Name(id="tap"), attr="now"):  # The time that comes with a tap.
                pass
            case ast.Attribute(attr=name) if name in FORBIDDEN_METHODS:
                yield f"line {node.lineno}: .{name}"
            case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"):
                yield f"line {node.lineno}: numpy.random"


def test_core_and_systems_do_no_io() -> None:
    files = [*(SOURCE / "core").rglob("*.py"), *(SOURCE / "systems").rglob("*.py")]
    assert files
    found = [f"{file.relative_to(ROOT)} {what}" for file in files for what in impurities(file.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    ("planted", "caught"),
    [
        ("open('notes.txt')", ["line 1: open()"]),
        ("def f():\n    print('hello')", ["line 2: print()"]),
        ("import datetime\nx = datetime.datetime.now(datetime.UTC)", ["line 2: .now"]),
        ("from datetime import date\nx = date.today()", ["line 2: .today"]),
        ("from datetime import datetime\nclock = datetime.utcnow", ["line 2: .utcnow"]),
        ("import numpy as np\nx = np.random.default_rng()", ["line 2: numpy.random"]),
        ("at = tap.now.at", []),
        ("from datetime import date\nx = date(2014, 3, 1) <= date.fromisoformat('2014-03-02')", []),
    ],
)
def test_planted_io_is_caught(planted: str, caught: list[str]) -> None:
    assert list(impurities(planted)) == caught


def files_over(limit: int, root: Path) -> list[str]:
    files = (file for part in ("src", "tests", "bench") for file in (root / part).rglob("*.py"))
    return [str(file.relative_to(root)) for file in files if len(file.read_text("utf-8").splitlines()) > limit]


FACT_MODULES = (
    *(module.name for module in iter_modules(record_facts.__path__, "muster.core.record.facts.")),
    "muster.core.record.season.facts",
)
FACTS = {
    name
    for module in FACT_MODULES
    for name, kind in vars(import_module(module)).items()
    if is_dataclass(kind) and kind.__module__ == module
}


KEPT_IN = ("muster.core.record.facts", "muster.core.record.season.facts")


def constructed_facts(source: Path) -> list[str]:
    """Where a fact is made outside the core, as `file: Fact`: only `core/rules/` decides what happened."""
    found = []
    for path in sorted(source.rglob("*.py")):
        text = path.read_text("utf-8")
        if "core" in path.relative_to(source).parts or not any(module in text for module in KEPT_IN):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in FACTS:
                found.append(f"{path.relative_to(source)}: {ast.unparse(node.func).rpartition('.')[2]}")
    return found


def test_facts_are_decided_in_the_core() -> None:
    assert constructed_facts(SOURCE) == []


@pytest.mark.parametrize(
    "planted",
    [
        "from muster.core.record.facts.play import RoundClosed\nRoundClosed(1)\n",
        "from muster.core.record.facts import play as facts\ndef decide(opened):\n    return [facts.RoundClosed(1)]\n",
        "from muster.core.record.season.facts import EventWithdrawn as RoundClosed\nRoundClosed('a', 'b')\n",
    ],
)
def test_planted_fact_is_caught(tmp_path: Path, planted: str) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "stray.py").write_text(planted)
    assert constructed_facts(tmp_path) == ["app/stray.py: RoundClosed"]


OPEN = re.compile(r"(dict|Mapping)\[str, (Any|object)\]|\bJson\b")


def open_views(source: Path) -> list[str]:
    """What the app shows as an untyped dictionary, as `file: function` or `file: Class.field`.

    Files of other programs (`exchange/`) have their own keys.
    """
    found = []
    for path in sorted((source / "app").rglob("*.py")):
        name = path.relative_to(source)
        if "exchange" in name.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.returns and OPEN.search(ast.unparse(node.returns)):
                found.append(f"{name}: {node.name}")
            elif isinstance(node, ast.ClassDef):
                fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
                wide = [ast.unparse(f.target) for f in fields if OPEN.search(ast.unparse(f.annotation))]
                found += [f"{name}: {node.name}.{field}" for field in wide]
    return found


def test_views_are_types() -> None:
    """A reason's values are as its code defines them."""
    assert open_views(SOURCE) == ["app/exact.py: ReasonView.data"]


def test_lines_of_pages_are_types_too() -> None:
    """What a template goes through line by line; its own arguments have names."""
    found = [
        f"{path.relative_to(SOURCE)}: {ast.unparse(node)}"
        for path in sorted((SOURCE / "web" / "views").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Subscript)
        and re.match(r"(list|Sequence)\[dict\[str, (Any|object)\]\]", ast.unparse(node))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("planted", "caught"),
    [
        ("def head() -> dict[str, Any]: ...", ["app/stray.py: head"]),
        ("def rows() -> list[Mapping[str, object]]: ...", ["app/stray.py: rows"]),
        ("class Head(View, frozen=True):\n    game: Json | None\n    id: str", ["app/stray.py: Head.game"]),
        ("def points() -> dict[str, int]: ...\ndef read(data: dict[str, Any]) -> Head: ...", []),
    ],
)
def test_planted_dictionary_is_caught(tmp_path: Path, planted: str, caught: list[str]) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "stray.py").write_text(planted)
    assert open_views(tmp_path) == caught


def test_no_file_is_too_long() -> None:
    assert files_over(LONGEST_FILE, ROOT) == []


def test_planted_long_file_is_caught(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "just_fits.py").write_text("x = 1\n" * LONGEST_FILE, encoding="utf-8")
    (tmp_path / "tests" / "too_long.py").write_text("x = 1\n" * (LONGEST_FILE + 1), encoding="utf-8")
    assert files_over(LONGEST_FILE, tmp_path) == ["tests/too_long.py"]


def crowded(source: Path) -> list[str]:
    """The folders with more modules than one can take in at a glance."""
    folders = (f for f in [source, *source.rglob("*")] if f.is_dir())
    count = {str(f.relative_to(source)): sum(m.name != "__init__.py" for m in f.glob("*.py")) for f in folders}
    return [room for room, modules in count.items() if modules > MOST_MODULES]


def test_no_room_is_crowded() -> None:
    assert crowded(SOURCE) == []


def test_planted_crowd_is_caught(tmp_path: Path) -> None:
    for room, modules in (("app/full", MOST_MODULES), ("core/crowded", MOST_MODULES + 1)):
        (tmp_path / room).mkdir(parents=True)
        for name in ("__init__", *map(str, range(modules))):
            (tmp_path / room / f"{name}.py").write_text("", encoding="utf-8")
    assert crowded(tmp_path) == ["core/crowded"]


def strays(web: Path) -> list[str]:
    """Views that render a template of another room. Frames are rendered for everybody."""
    views = web / "views"
    return [
        f"{file.relative_to(views).as_posix()}: {name}"
        for file in sorted(views.rglob("*.py"))
        for name in re.findall(r'"([a-z_]+/[a-z_/{}]+\.html)"', file.read_text("utf-8"))
        if name.split("/")[0] not in (file.relative_to(views).parts[0], "frames")
    ]


def test_a_template_is_in_the_room_of_its_view() -> None:
    assert strays(SOURCE / "web") == []


def test_planted_stray_is_caught(tmp_path: Path) -> None:
    (tmp_path / "views" / "desk").mkdir(parents=True)
    (tmp_path / "views" / "desk" / "log.py").write_text('"desk/log.html", "frames/log.html", "phone/log.html"\n')
    assert strays(tmp_path) == ["desk/log.py: phone/log.html"]
