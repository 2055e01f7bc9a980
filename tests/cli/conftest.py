"""Runs command lines as the program does, in this process, on a data folder of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from muster.app.exact import View
from muster.cli.root import run
from muster.main import Web, backups_of, desk_at
from tests.cli.replies import called, must_fit


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


class Muster:
    """Every JSON answer is checked against the shapes its command may have; `shapes` are those it had."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.shapes: list[tuple[str, type[View]]] = []
        self._capsys = capsys

    def __call__(self, *args: object) -> Ran:
        words = [str(arg) for arg in args]
        code = run(desk_at, ["--data", str(self.folder), *words], Web(), backups_of)
        out, err = self._capsys.readouterr()
        if "--json" in words and out.startswith("{"):
            self.shapes.append((called(words), must_fit(words, out)))
        return Ran(code, out, err)

    def ok(self, *args: object) -> str:
        """What it printed; it must have worked."""
        ran = self(*args)
        assert ran.code == 0, ran.err or ran.out
        return ran.out

    def refused(self, *args: object) -> str:
        """The sentence on stderr; it must have been refused, in words, with nothing on stdout."""
        ran = self(*args)
        assert (ran.code, ran.out) == (1, ""), ran
        return ran.err

    def misused(self, *args: object) -> str:
        ran = self(*args)
        assert (ran.code, ran.out) == (2, ""), ran
        return ran.err

    def json(self, *args: object) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.ok(*args, "--json"))
        assert data["ok"] is True
        return data


@pytest.fixture
def muster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Muster:
    return Muster(tmp_path / "data", capsys)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Writes a file for a command to read."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def kyoto(muster: Muster) -> Muster:
    """A Legend of the Five Rings event “kyoto” with five players and round 1 published."""
    muster.ok("new", "l5r", "Kyoto", "--seed", "test")
    muster.ok("enrol", "kyoto", "Ann", "Bob", "Cem", "Dai", "Eve")
    muster.ok("pair", "kyoto")
    muster.ok("publish", "kyoto")
    return muster
