"""scripts/mutants: breaks rules one by one and lists the changes that no test notices.

    scripts/mutants                                     every module in survivors.toml, with a new map of the tests
    scripts/mutants systems/bushido core/rules          all modules in these folders, by the map of the last time
    scripts/mutants systems/bushido/scoring.py:score    one module, or one function of it; name several to try more
    scripts/mutants --by tests/systems/l5r/table systems/l5r/table    by these tests alone, with a new map of them

It fails when a change survives that survivors.toml does not explain, and when one that it explains is noticed or gone.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from tests.mutants.changes import Module, Mutant
from tests.mutants.reach import HERE, Project, Reach, make_map
from tests.mutants.trial import Warm, loaded, prepare, survives_import

WORTH, FEW = 20.0, 2.0
"""Seconds of tests that a change is tried on, fastest first: this many from its own room, then as many from others.

Fewer if it will be tried a second time, or is listed as one that no test notices.
"""

EVERY = ""
"""Instead of a function: all of them, and what is outside."""

NOT_TRIED = "*"
"""Instead of a change: nothing in this function, or in this module, is changed."""

SHARE = 100
"""Changes worth a process of their own, which first has to collect the tests."""

BY = "--by"
"""Before the modules, each time with a file or folder of tests: only these count, and only they are mapped."""

Explained = dict[str, dict[str, str]]
"""Module, then the name of a change, then why no test can notice it."""


@dataclass(frozen=True)
class Verdict:
    module: str
    name: str
    survived: bool


def explained(file: Path) -> Explained:
    return tomllib.loads(file.read_text("utf-8"))


def chosen(arguments: Sequence[str], known: Explained, source: Path) -> dict[str, set[str]]:
    """Modules to try, each with the functions asked for."""
    if not arguments:
        return {path: {EVERY} for path in known}
    out: dict[str, set[str]] = {}
    for argument in arguments:
        where, _, function = argument.partition(":")
        path = source / where
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        if not all(file.is_file() for file in files):
            raise SystemExit(f"“{where}” is not a module or folder in {source}; it should be like systems/bushido.")
        for file in files:
            out.setdefault(str(file.relative_to(source)), set()).add(function or EVERY)
    return out


def to_try(module: Module, reasons: dict[str, str], functions: Collection[str] = (EVERY,)) -> Iterator[Mutant]:
    if NOT_TRIED in reasons:
        return
    for mutant in module.mutants:
        if f"{mutant.function}: {NOT_TRIED}" not in reasons and (EVERY in functions or mutant.function in functions):
            yield mutant


def complaints(known: Explained, modules: dict[str, Module], verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What is wrong: survivors without a reason, and reasons without a survivor."""
    for verdict in verdicts:
        listed = verdict.name in known.get(verdict.module, {})
        if verdict.survived and not listed:
            yield f"no test notices: {verdict.module} {verdict.name}"
        elif listed and not verdict.survived:
            yield f"listed, but a test notices it: {verdict.module} {verdict.name}"
    for path, module in modules.items():
        names = {NOT_TRIED} | {m.name for m in module.mutants} | {f"{m.function}: {NOT_TRIED}" for m in module.mutants}
        for name in known.get(path, {}):
            if name not in names:
                yield f"listed, but it is gone: {path} {name}"


class Run:
    """All trials of one call."""

    def __init__(self, project: Project, wanted: dict[str, set[str]], known: Explained) -> None:
        self._project = project
        self._reach = Reach.read(project.map)
        self._known = known
        self.modules = {path: loaded(project.source / path) for path in wanted}
        self._work = [
            (path, mutant)
            for path, module in self.modules.items()
            for mutant in to_try(module, known.get(path, {}), wanted[path])
        ]
        self._lines = {path: (project.source / path).read_text("utf-8").splitlines() for path in wanted}

    def verdicts(self) -> list[Verdict]:
        """On all cores, if there are enough changes."""
        several = min(os.cpu_count() or 1, len(self._work) // SHARE + 1)
        if several == 1:
            return self._tried(self._work)
        order = {path: place for place, path in enumerate(self.modules)}
        shares = [[one for one in self._work if order[one[0]] % several == hand] for hand in range(several)]
        # What has to be forked is forked: this process has loaded what the trials need, and none of our code.
        with ProcessPoolExecutor(several, get_context("fork")) as pool:
            found = [verdict for share in pool.map(self._tried, shares) for verdict in share]
        return sorted(found, key=lambda verdict: order[verdict.module])

    def _tried(self, work: Sequence[tuple[str, Mutant]]) -> list[Verdict]:
        """Changes inside functions first, with everything loaded; then what also runs while modules are loaded."""
        noticed = self._noticed_warm([(path, mutant) for path, mutant in work if not mutant.at_import])
        out = []
        for path, mutant in work:
            alive = (path, mutant.name) not in noticed
            if alive and self._runs_early(path, mutant):
                alive = self._survives_import(path, mutant)
            out.append(Verdict(path, mutant.name, alive))
        return out

    def _is_listed(self, path: str, mutant: Mutant) -> bool:
        return mutant.name in self._known.get(path, {})

    def _runs_early(self, path: str, mutant: Mutant) -> bool:
        return mutant.at_import or self._reach.loaded(path, mutant, self._text(path, mutant))

    def _tests(self, path: str, mutant: Mutant) -> list[str]:
        known = self._reach.tests(path, mutant, self._text(path, mutant))
        return [test for test in known if test.startswith(self._project.tests_of(path))]

    def _text(self, path: str, mutant: Mutant) -> str:
        return self._lines[path][mutant.line - 1].strip()

    def _seconds(self, test: str) -> float:
        return self._reach.seconds.get(test, 0.1)

    def _worth(self, path: str, mutant: Mutant, most: float) -> list[str]:
        """Those of the module's own room first, so that the many that only pass through do not use up its time."""
        known, room = self._tests(path, mutant), _room(path)
        near = [test for test in known if test.startswith(room)]
        return [*self._within(near, most), *self._within([test for test in known if not test.startswith(room)], most)]

    def _within(self, tests: Sequence[str], most: float) -> list[str]:
        out, spent = [], 0.0
        for test in tests:
            spent += self._seconds(test)
            if spent > most:
                break
            out.append(test)
        return out

    def _survives_import(self, path: str, mutant: Mutant) -> bool:
        """A module's declarations are covered by its own tests or those of its room; loading all would take too long.

        Tests from elsewhere only count if there are none.
        """
        own = f"tests/{Path(path).parent}/test_{Path(path).name}"
        known = self._tests(path, mutant)
        room = [tests for tests in self._project.tests_of(path) if tests.startswith(_room(path))] or [_room(path)]
        there = [tests for tests in ([own], room) if any(test.startswith(tuple(tests)) for test in known)]
        steps = there or [self._worth(path, mutant, WORTH)]
        steps = steps[:1] if self._is_listed(path, mutant) else steps
        alive = all(survives_import(self.modules[path], mutant, tests) for tests in steps if tests)
        _tell(path, mutant, alive)
        return alive

    def _noticed_warm(self, work: Sequence[tuple[str, Mutant]]) -> set[tuple[str, str]]:
        """In its own process, so that this one loads none of our code."""
        if not work:
            return set()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with os.fdopen(writing, "w") as out:
                tests = dict.fromkeys(test for path, _ in work for test in self._project.tests_of(path))
                report = partial(print, file=out)
                whole = Warm(tests, lambda warm: self._try_warm(warm, work, report), self._reach.seconds).run()
            os._exit(0 if whole else 1)
        os.close(writing)
        with os.fdopen(reading) as lines:
            noticed = {(path, name) for path, name in map(json.loads, lines)}
        if os.waitpid(child, 0)[1]:
            raise SystemExit("Not every change was tried, see above.")
        return noticed

    def _try_warm(self, warm: Warm, work: Sequence[tuple[str, Mutant]], report: Callable[[str], None]) -> None:
        """A test has a say once it has passed without any change, after those tried before it."""
        new = sorted(warm.tests - set(self._reach.seconds))
        sound: set[str] = set()
        unsound: set[str] = set()
        for path, mutant in work:
            most = FEW if self._runs_early(path, mutant) or self._is_listed(path, mutant) else WORTH
            tests = [test for test in (*self._worth(path, mutant, most), *new) if test not in unsound]
            module = self.modules[path]
            while (by := warm.noticed_by(module, mutant, tests)) and by not in sound:
                before = tests[: tests.index(by) + 1]
                wrong = warm.noticed_by(module, None, before)
                if wrong is None:
                    sound.update(before)
                    break
                print(f"Fails without any change, so it has no say: {wrong}", file=sys.stderr, flush=True)
                unsound.add(wrong)
                tests.remove(wrong)
            _tell(path, mutant, alive=by is None)
            if by is not None:
                report(json.dumps([path, mutant.name]))


def _room(path: str) -> str:
    """The tests of the room that a module is in, as in tests/core/rules."""
    return "/".join(["tests", *Path(path).parent.parts[:2]])


def _tell(path: str, mutant: Mutant, alive: bool) -> None:
    print(f"{'SURVIVES' if alive else 'noticed '} {path}:{mutant.line} {mutant.name}", file=sys.stderr, flush=True)


def narrowed(arguments: Sequence[str], project: Project) -> tuple[list[str], Project]:
    """The modules asked for, and the project with only the tests to use."""
    modules, tests = list(arguments), []
    while modules[:1] == [BY] and modules[1:]:
        tests.append(modules[1])
        del modules[:2]
    for test in tests:
        if not (project.root / test).exists():
            raise SystemExit(f"“{test}” is not a file or folder of tests; it should be like tests/systems/bushido.")
    return modules, project.by(tests) if tests else project


def main(arguments: Sequence[str], project: Project = HERE) -> int:
    modules, project = narrowed(arguments, project)
    known = explained(project.listed)
    wanted = chosen(modules, known, project.source)
    if not modules or project.part or not project.map.exists():
        make_map(project)
    prepare()
    start = monotonic()
    run = Run(project, wanted, known)
    verdicts = run.verdicts()
    wrong = list(complaints(known, run.modules, verdicts))
    for complaint in wrong:
        print(complaint)
    alive = sum(verdict.survived for verdict in verdicts)
    noticed, minutes = len(verdicts) - alive, (monotonic() - start) / 60
    print(f"{len(verdicts)} changes in {len(wanted)} modules: {noticed} noticed, {alive} not. {minutes:.0f} minutes.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
