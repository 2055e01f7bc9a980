"""scripts/mutants: breaks rules one by one and lists the changes that no test notices.

    scripts/mutants                              every module in tests/mutants/survivors.toml, and the map of tests anew
    scripts/mutants systems/bushido core/rules   these modules, or all in these folders, by the map of the last time
    scripts/mutants systems/bushido/scoring.py:score   one function

It fails when a change survives that survivors.toml does not explain, and when one that it explains is noticed or gone.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tests.mutants.changes import Module, Mutant
from tests.mutants.reach import MAP, SOURCE, Reach, make_map
from tests.mutants.trial import Warm, loaded, prepare, survives_import

LIST = Path(__file__).with_name("survivors.toml")
FOUND = MAP.with_name("survived.txt")
WORTH = 40.0
"""Seconds of tests that a change is tried on, the quickest first."""

NOT_TRIED = "*"
"""Instead of a change: nothing in this function, or in this module, is changed."""

Explained = dict[str, dict[str, str]]
"""Module, then the name of a change, then why no test can notice it."""


@dataclass(frozen=True)
class Verdict:
    module: str
    name: str
    survived: bool


def explained() -> Explained:
    return tomllib.loads(LIST.read_text("utf-8"))


def chosen(arguments: Sequence[str], known: Explained) -> dict[str, str]:
    """Modules to try, each with the function asked for, or nothing for all."""
    if not arguments:
        return dict.fromkeys(known, "")
    out: dict[str, str] = {}
    for argument in arguments:
        where, _, function = argument.partition(":")
        path = SOURCE / where
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        if not all(file.is_file() for file in files) or not files:
            raise SystemExit(f"“{where}” is not a module or folder in src/muster; it should be like systems/bushido.")
        out.update({str(file.relative_to(SOURCE)): function for file in files})
    return out


def to_try(module: Module, reasons: dict[str, str], function: str = "") -> Iterator[Mutant]:
    if NOT_TRIED not in reasons:
        for mutant in module.mutants:
            tried = f"{mutant.function}: {NOT_TRIED}" not in reasons
            if tried and (not function or mutant.function == function):
                yield mutant


def complaints(known: Explained, modules: dict[str, Module], verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What is wrong: survivors without a reason, and reasons without a survivor."""
    survived = {(v.module, v.name): v.survived for v in verdicts}
    for (module, name), alive in survived.items():
        if alive and name not in known.get(module, {}):
            yield f"no test notices: {module} {name}"
        elif not alive and name in known.get(module, {}):
            yield f"listed, but a test notices it: {module} {name}"
    for path, module in modules.items():
        names = {NOT_TRIED} | {m.name for m in module.mutants} | {f"{m.function}: {NOT_TRIED}" for m in module.mutants}
        for name in known.get(path, {}):
            if name not in names:
                yield f"listed, but it is gone: {path} {name}"


class Run:
    """All trials of one call, and how far they are."""

    def __init__(self, wanted: dict[str, str], known: Explained, reach: Reach) -> None:
        self._reach = reach
        self.modules = {path: loaded(SOURCE / path) for path in wanted}
        self.work = [
            (path, mutant)
            for path, module in self.modules.items()
            for mutant in to_try(module, known.get(path, {}), wanted[path])
        ]
        self._texts = {path: (SOURCE / path).read_text("utf-8").splitlines() for path in wanted}

    def verdicts(self) -> list[Verdict]:
        """Changes inside functions first, in a process that has everything loaded; what is left, from the start."""
        noticed = self._tried_warm([(p, m) for p, m in self.work if not m.at_import])
        out = []
        for path, mutant in self.work:
            alive = (path, mutant.name) not in noticed and self._survives_import(path, mutant)
            out.append(Verdict(path, mutant.name, alive))
        return out

    def _tests(self, path: str, mutant: Mutant) -> list[str]:
        text = self._texts[path][mutant.line - 1].strip()
        return self._reach.tests(path, mutant, text)

    def _worth(self, tests: Sequence[str]) -> list[str]:
        out, spent = [], 0.0
        for test in tests:
            spent += self._reach.seconds.get(test, 0.1)
            if spent > WORTH:
                break
            out.append(test)
        return out

    def _limit(self, tests: Sequence[str]) -> float:
        return 30 + 6 * sum(self._reach.seconds.get(test, 0.1) for test in tests)

    def _survives_import(self, path: str, mutant: Mutant) -> bool:
        tests = self._worth(self._tests(path, mutant))
        near = [test for test in tests if test.startswith(f"tests/{Path(path).parent}/")]
        far = [test for test in tests if test not in near]
        alive = all(
            not some or survives_import(self.modules[path], mutant, some, self._limit(some)) for some in (near, far)
        )
        _tell(path, mutant, alive)
        return alive

    def _tried_warm(self, work: Sequence[tuple[str, Mutant]]) -> set[tuple[str, str]]:
        """The changes noticed. A process of its own does it, so that this one has nothing of ours loaded."""
        if not work:
            return set()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with os.fdopen(writing, "w") as out:

                def each(warm: Warm) -> None:
                    new = sorted(warm.tests - set(self._reach.seconds))
                    for path, mutant in work:
                        tests = self._worth([*new, *self._tests(path, mutant)])
                        alive = warm.survives(self.modules[path], mutant, tests, self._limit(tests))
                        _tell(path, mutant, alive)
                        if not alive:
                            out.write(json.dumps([path, mutant.name]) + "\n")

                Warm(each).run()
                out.flush()
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as lines:
            noticed = {(path, name) for path, name in map(json.loads, lines)}
        os.waitpid(child, 0)
        return noticed


def _tell(path: str, mutant: Mutant, alive: bool) -> None:
    print(f"{'SURVIVES' if alive else 'noticed '} {path}:{mutant.line} {mutant.name}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str]) -> int:
    known = explained()
    wanted = chosen(arguments, known)
    if not arguments or not MAP.exists():
        make_map()
    reach = Reach.read()
    prepare()
    start = monotonic()
    run = Run(wanted, known, reach)
    verdicts = run.verdicts()
    alive = [v for v in verdicts if v.survived]
    wrong = list(complaints(known, run.modules, verdicts))
    FOUND.write_text("".join(f"{v.module}\t{v.name}\n" for v in alive), "utf-8")
    print(*wrong, sep="\n")
    print(f"{len(verdicts)} changes in {len(wanted)} modules: {len(verdicts) - len(alive)} noticed, {len(alive)} not.")
    print(f"{(monotonic() - start) / 60:.0f} minutes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
