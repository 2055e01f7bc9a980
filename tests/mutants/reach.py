"""Which tests get to which line, and how long each takes: so that a change is tried on the tests that can notice it.

Kept in .cache/mutants. A line is known by its function and its text, so that the map stays good while files are edited;
tests that it does not know yet are tried on every change.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

import coverage
import pytest

from tests.mutants.changes import MODULE, Mutant


@dataclass(frozen=True)
class Project:
    """Where the sources are, and for each of their rooms the tests that must notice. `part`: only some of them."""

    root: Path
    source: Path
    tests: Mapping[str, tuple[str, ...]]
    part: bool = False

    def by(self, tests: Sequence[str]) -> Project:
        """The same, but tried by these tests only."""
        return replace(self, tests=dict.fromkeys(self.tests, tuple(tests)), part=True)

    def tests_of(self, module: str) -> tuple[str, ...]:
        return self.tests[Path(module).parts[0]]

    @property
    def map(self) -> Path:
        return self.root / ".cache" / "mutants" / ("part.json" if self.part else "map.json")

    @property
    def listed(self) -> Path:
        return self.root / "tests" / "mutants" / "survivors.toml"


FILES = 20
"""Files of tests worth a process of their own, which first has to load our code."""

LOADING = -1
"""Not a test: the line runs while modules are loaded."""

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tests/systems", "tests/test_goldens.py")
HERE = Project(
    ROOT,
    ROOT / "src" / "muster",
    {"systems": GAMES, "core": (*GAMES, "tests/app", "tests/core", "tests/cli", "tests/game_kit", "tests/web")},
)
"""Tests of games cover a game's rules; tests that need neither paper nor a browser cover the core's."""


@dataclass
class Reach:
    """`seconds` of every test; `lines`: by module, function and text, the tests that get there, as their numbers."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[str, dict[str, list[int]]]] = field(default_factory=dict)

    def write(self, file: Path) -> None:
        file.write_text(json.dumps({"seconds": self.seconds, "lines": self.lines}), "utf-8")

    @classmethod
    def read(cls, file: Path) -> Reach:
        return cls(**json.loads(file.read_text("utf-8")))

    @classmethod
    def joined(cls, parts: Iterable[Reach]) -> Reach:
        """Of different tests."""
        whole = cls()
        for part in parts:
            before = len(whole.seconds)
            whole.seconds |= part.seconds
            for module, functions in part.lines.items():
                for function, texts in functions.items():
                    table = whole.lines.setdefault(module, {}).setdefault(function, {})
                    for text, tests in texts.items():
                        numbers = (test if test == LOADING else before + test for test in tests)
                        table[text] = sorted({*table.get(text, ()), *numbers})
        return whole

    def loaded(self, module: str, mutant: Mutant, line: str) -> bool:
        """Whether the line also runs while modules are loaded, before any test."""
        return LOADING in self._lines_of(module, mutant).get(line, ())

    def _lines_of(self, module: str, mutant: Mutant) -> dict[str, list[int]]:
        """The lines of its function; a lambda's are those of the enclosing function, or of the module."""
        functions = self.lines.get(module, {})
        named = mutant.function.split(".<lambda>")[0]
        return functions.get(named if named in functions else MODULE if "<lambda>" in named else "", {})

    def tests(self, module: str, mutant: Mutant, line: str) -> list[str]:
        """Those that can notice a change, fastest first: whatever reaches its line.

        What runs only at import can be noticed by everything that uses the module; or its folder, if the module only
        declares.
        """
        if not mutant.at_import:
            at = self._lines_of(module, mutant)
            found = self._of([{line: at[line]} if line in at else at])
            if found or not self.loaded(module, mutant, line):
                return found
        tables = list(self.lines.get(module, {}).values())
        if not self._of(tables):
            folder = str(Path(module).parent)
            near = [table for path, table in self.lines.items() if str(Path(path).parent) == folder]
            tables = [table for one in near for table in one.values()]
        return self._of(tables)

    def _of(self, tables: Sequence[Mapping[str, Sequence[int]]]) -> list[str]:
        chosen = {test for table in tables for tests in table.values() for test in tests} - {LOADING}
        names = list(self.seconds)
        return sorted((names[number] for number in chosen), key=lambda name: self.seconds[name])


def functions_by_line(tree: ast.Module) -> dict[int, str]:
    """The function, of named ones the innermost, that each line belongs to."""
    found: dict[int, str] = {}

    def walk(node: ast.AST, scope: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = scope
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{scope}.{child.name}" if scope else child.name
                if isinstance(child, ast.FunctionDef):
                    found.update(dict.fromkeys(range(child.body[0].lineno, (child.end_lineno or 0) + 1), inner))
            walk(child, inner)

    walk(tree, "")
    return found


class Mapper:
    """A pytest plugin that maps the tests that are run."""

    def __init__(self, project: Project) -> None:
        self.project = project
        rooms = [str(project.source / room) for room in project.tests]
        self.coverage = coverage.Coverage(data_file=None, config_file=False, source=rooms)
        self.reach = Reach()
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        start = sum(os.times()[:4])  # of processors, also of programs that the test starts
        try:
            return (yield)
        finally:
            self.reach.seconds[item.nodeid] = round(sum(os.times()[:4]) - start, 4)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        numbers = {"": LOADING} | {
            name: number for number, name in enumerate(self.reach.seconds) if name not in self.failed
        }
        for file in sorted(data.measured_files()):
            source = Path(file).read_text("utf-8")
            texts = source.splitlines() or [""]
            functions = functions_by_line(ast.parse(source))
            table: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
            for line, tests in data.contexts_by_lineno(file).items():
                at = table[functions.get(line, MODULE)][texts[line - 1].strip()]
                at.update(numbers[test] for test in tests if test in numbers)
            self.reach.lines[str(Path(file).relative_to(self.project.source))] = {
                function: {text: sorted(found) for text, found in at.items()} for function, at in table.items()
            }


def make_map(project: Project) -> None:
    """Runs the tests once, which takes minutes; in processes of their own, so that this one loads none of our code.

    On all cores, if there are enough files of tests.
    """
    files = [file for tests in dict.fromkeys(chain(*project.tests.values())) for file in _files(project.root / tests)]
    several = min(os.cpu_count() or 1, len(files) // FILES + 1)
    parts = [project.map.with_name(f"{hand}.json") for hand in range(several)]
    project.map.parent.mkdir(parents=True, exist_ok=True)
    children = [_mapping(project, files[hand::several], part) for hand, part in enumerate(parts)]
    ends = [os.waitpid(child, 0)[1] for child in children]
    if any(ends):
        raise SystemExit("There is no map of the tests, see above.")
    Reach.joined(map(Reach.read, parts)).write(project.map)
    for part in parts:
        part.unlink()


def _files(tests: Path) -> list[Path]:
    return sorted(tests.rglob("test_*.py")) if tests.is_dir() else [tests]


def _mapping(project: Project, files: Sequence[Path], out: Path) -> int:
    child = os.fork()
    if child == 0:
        mapper = Mapper(project)
        mapper.coverage.start()
        pytest.main(["-n", "0", "-q", "--no-header", "-p", "no:cacheprovider", *map(str, files)], plugins=[mapper])
        if mapper.failed:
            print("Without any change these tests fail, so they have no say:", *sorted(mapper.failed), sep="\n")
        if mapper.reach.seconds:
            mapper.reach.write(out)
        sys.stdout.flush()
        os._exit(0 if mapper.reach.seconds else 1)
    return child
