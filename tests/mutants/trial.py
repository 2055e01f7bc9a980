"""One change put to the test, each in a forked process of its own.

Most changes are inside a function: a process that has collected all tests gets the function's new code and runs. What a
module does when it is imported is changed before anything of ours is loaded, which costs a second or two more.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import SourceFileLoader
from mmap import mmap
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.changes import Module, Mutant

PROFILE = "mutants"
OPTIONS = ["-n", "0", "-q", "--no-header", "-p", "no:cacheprovider", f"--hypothesis-profile={PROFILE}"]
PASSED, FAILED = 0, 1

LONGEST = 600.0
"""Seconds after which a run of tests counts as failed, whatever it does."""

PATIENCE, TIMES = 8.0, 10.0
"""A test counts as failed after this many seconds of processor time, and so many times what it took for the map."""


def prepare() -> None:
    """Loads what is not ours once, for every process forked later."""
    for name in ("babel", "click", "django", "jinja2", "msgspec", "numpy", "rich", "rustworkx", "segno", "shapely"):
        import_module(name)
    # One failing example is enough: nobody will read the smallest one.
    settings.register_profile(
        PROFILE,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )


def forked(act: Callable[[], int]) -> bool:
    """Whether it finished, in time and without failures."""
    sys.stdout.flush()
    sys.stderr.flush()
    folder = tempfile.mkdtemp(prefix="mutants-")
    child = os.fork()
    if child == 0:
        code = FAILED
        try:
            os.setpgid(0, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, LONGEST)
            tempfile.tempdir = folder
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            code = act()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)
    return status == PASSED


class Functions:
    """Every function in this process by its source file, so that a change can be put into it."""

    def __init__(self) -> None:
        self._by_file: dict[str, list[FunctionType]] = {}
        gc.collect()
        for one in gc.get_objects():
            if type(one) is FunctionType:  # isinstance would query proxy objects, and wake them.
                self._by_file.setdefault(one.__code__.co_filename, []).append(one)

    def put_in(self, module: Module, mutant: Mutant) -> None:
        new = {(one.co_qualname, one.co_firstlineno): one for one in _codes(module.code(mutant))}
        for function in self._by_file.get(module.path, ()):
            old = function.__code__
            changed = new.get((old.co_qualname, old.co_firstlineno), old)
            if changed != old and len(changed.co_freevars) == len(old.co_freevars):
                function.__code__ = changed


class Warm:
    """A pytest plugin: all tests are collected, and instead of running them `work` tries changes on them."""

    def __init__(self, tests: Iterable[str], work: Callable[[Warm], None], seconds: Mapping[str, float]) -> None:
        self._tests = tests
        self._work = work
        self._seconds = seconds
        self._items: dict[str, pytest.Item] = {}

    def run(self) -> bool:
        """Whether it got to the end."""
        return pytest.main([*OPTIONS, *self._tests], plugins=[self]) == pytest.ExitCode.OK

    @property
    def tests(self) -> set[str]:
        return set(self._items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        self._functions = Functions()
        gc.freeze()
        self._work(self)
        return True

    def noticed_by(self, module: Module, mutant: Mutant | None, tests: Sequence[str]) -> str | None:
        """The first of these tests that fails with the change, or takes far too long; `None`: without any change."""
        items = [self._items[name] for name in tests if name in self._items]
        if not items:
            return None
        reached = mmap(-1, 4)  # shared with the fork, which may be stopped at any moment

        def act() -> int:
            if mutant is not None:
                self._functions.put_in(module, mutant)
            for place, (item, following) in enumerate(zip(items, [*items[1:], None], strict=True)):
                reached[:] = place.to_bytes(4)
                signal.setitimer(signal.ITIMER_PROF, PATIENCE + TIMES * self._seconds.get(item.nodeid, 0))
                if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                    return FAILED
            return PASSED

        return None if forked(act) else items[int.from_bytes(reached[:])].nodeid


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def load_changed(module: Module, mutant: Mutant) -> None:
    """Whoever imports the module from now on gets it with the change."""
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return module.code(mutant) if self.path == module.path else original(self, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  # A plain assignment to a method is refused by the type checker.


def passes(tests: Sequence[str]) -> int:
    return PASSED if pytest.main([*OPTIONS, "-x", *tests]) == pytest.ExitCode.OK else FAILED


def survives_import(module: Module, mutant: Mutant, tests: Sequence[str]) -> bool:
    """The same, in a process that has not loaded the module yet."""

    def act() -> int:
        load_changed(module, mutant)
        return passes(tests)

    return forked(act)


def loaded(path: Path) -> Module:
    return Module(str(path), path.read_text("utf-8"))
