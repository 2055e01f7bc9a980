"""Power cuts, as a model: a trace of what was written and what was waited for, and the disks that could come of it.

What was waited for (fsync) is there. Of what was not, any part may be: each sector of a write, or not; new names, in
their order, up to any of them. So a disk is drawn for any moment of the trace, and the real program must find on it
whatever it had acknowledged by then.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

from muster.app.ports import JournalName
from muster.core.kit.errors import Refusal
from muster.core.record.event_journal import EVENT
from muster.store.sqlite import FILE, SqliteJournals
from tests.faults.count import Count

ROOT = Path(__file__).resolve().parents[2]
SHIM = Path(__file__).with_name("power_shim.c")
TOLD = "acknowledged"
CUTS = 250
"""How many disks are drawn from one trace before another is used."""

compiler = shutil.which("gcc") or shutil.which("cc")
CANNOT = "" if compiler and sys.platform.startswith("linux") else "power cuts need Linux and a C compiler"


@dataclass(eq=False, slots=True)
class Content:
    """A file: what is certainly on the disk, and what was done to it since. `(None, size)` truncates it."""

    sure: bytes = b""
    since: list[tuple[bytes | None, int]] = field(default_factory=list)

    def settled(self) -> None:
        self.sure, self.since = self._after(self.since), []

    def _after(self, steps: list[tuple[bytes | None, int]]) -> bytes:
        text = bytearray(self.sure)
        for written, at in steps:
            if written is None:
                del text[at:]
                continue
            text.extend(bytes(max(0, at - len(text))))
            text[at : at + len(written)] = written
        return bytes(text)

    def drawn(self, lots: Random) -> bytes:
        """As it may be found: up to some step, with some of the sectors written until then."""
        sector = lots.choice((512, 4096))
        share = lots.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        until = len(self.since) if lots.random() < 0.7 else lots.randint(0, len(self.since))
        steps: list[tuple[bytes | None, int]] = []
        for written, at in self.since[:until]:
            if written is None:
                steps.append((None, at))
                continue
            begin = at
            while begin < at + len(written):
                end = min((begin // sector + 1) * sector, at + len(written))
                if lots.random() < share:
                    steps.append((written[begin - at : end - at], begin))
                begin = end
        return self._after(steps)


Step = tuple[str, str, str]


class Disk:
    """What the trace says so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._contents: dict[str, Content] = {}
        self._sure: dict[str, Content | None] = {}
        self._now: dict[str, Content | None] = {}
        self._since: dict[str, list[tuple[str, str, str, Content | None]]] = {}
        self.told: list[list[str]] = []
        self._rest = ""

    def take(self, what: str, one: str, two: str, content: bytes) -> None:
        match what:
            case "W":
                found = self._contents[one]
                if found is self._now.get(TOLD):
                    *lines, self._rest = (self._rest + content.decode()).split("\n")
                    self.told += [line.split(" ") for line in lines]
                    return
                found.since.append((content, int(two)))
            case "T":
                self._contents[one].since.append((None, int(two)))
            case "S":
                self._contents[one].settled()
            case "D":
                name = self._name(one)
                for step in self._since.pop(name, []):
                    _apply(self._sure, step)
            case "C":
                self._contents[two] = Content()
                self._names("add", self._name(one), "", self._contents[two])
            case "M":
                self._names("add", self._name(one), "", None)
            case "R" | "L":
                kind = "rename" if what == "R" else "add"
                source, target = self._name(one), self._name(two)
                self._names(kind, target, source, self._now[source])
            case "U":
                self._names("delete", self._name(one), "", None)

    def _names(self, kind: str, name: str, source: str, content: Content | None) -> None:
        step = (kind, name, source, content)
        _apply(self._now, step)
        self._since.setdefault(os.path.dirname(name), []).append(step)

    def _name(self, path: str) -> str:
        return os.path.relpath(path, self._folder) if path != str(self._folder) else ""

    def draw(self, to: Path, lots: Random) -> None:
        """Puts a disk as it may be found now into a folder."""
        names = dict(self._sure)
        for steps in self._since.values():
            for step in steps[: lots.randint(0, len(steps))]:
                _apply(names, step)
        drawn: dict[int, bytes] = {}
        for name, content in sorted(names.items()):
            if name == TOLD or not _reachable(name, names):
                continue
            file = to / name
            if content is None:
                file.mkdir(exist_ok=True)
            else:
                file.write_bytes(drawn.setdefault(id(content), content.drawn(lots)))


def _reachable(name: str, names: dict[str, Content | None]) -> bool:
    """A file is lost if its folder is."""
    above = os.path.dirname(name)
    return not above or (above in names and _reachable(above, names))


def _apply(names: dict[str, Content | None], step: tuple[str, str, str, Content | None]) -> None:
    kind, name, source, content = step
    if kind == "delete":
        names.pop(name, None)
        return
    if kind == "rename":
        names.pop(source, None)
    names[name] = content


def steps_of(trace: Path) -> Iterator[tuple[str, str, str, bytes]]:
    text = trace.read_bytes()
    at = 0
    while at < len(text):
        what = chr(text[at])
        first, second, length = struct.unpack_from("III", text, at + 1)
        at += 13
        one, two = text[at : at + first].decode(), text[at + first : at + first + second].decode()
        at += first + second
        yield what, one, two, text[at : at + length]
        at += length


def traced(place: Path, left_out: str = "nothing") -> tuple[Path, Path]:
    """The work with its trace: the folder it was done in, and the trace."""
    place.mkdir(parents=True, exist_ok=True)
    shim, trace, folder = place / "shim.so", place / "trace", place / "work"
    assert compiler is not None
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(shim), str(SHIM), "-ldl", "-lpthread"], check=True)
    folder.mkdir()
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": paths, "POWER_FOLDER": str(folder), "POWER_TRACE": str(trace)}
    subprocess.run(
        [sys.executable, "-m", "tests.faults.power_work", str(folder), left_out],
        env={**environment, "LD_PRELOAD": str(shim)},
        check=True,
    )
    return folder, trace


def cuts(place: Path, lots: Random, count: Count, left_out: str = "nothing", each: int = CUTS) -> Iterator[None]:
    """Cut after cut, over and over on new traces."""
    number = 0
    while True:
        number += 1
        folder, trace = traced(place / str(number), left_out)
        steps = list(steps_of(trace))
        moments = Counter(lots.randrange(len(steps)) for _ in range(each))
        disk = Disk(folder)
        for moment, step in enumerate(steps):
            disk.take(*step)
            for turn in range(moments[moment]):
                found = place / f"disk-{number}-{moment}-{turn}"
                found.mkdir()
                disk.draw(found, lots)
                count.kills += 1
                count.acknowledged += sum(line[0] not in ("will", "maybe-gone") for line in disk.told)
                _check(found, disk.told, count, f"trace {number}, step {moment}")
                shutil.rmtree(found)
                yield
        shutil.rmtree(place / str(number))


def _check(found: Path, told: list[list[str]], count: Count, where: str) -> None:
    ends: dict[tuple[str, str], tuple[int, str]] = {}
    kept: dict[str, str] = {}
    allowed: dict[str, set[str]] = {}
    for line in told:
        match line:
            case ["entry", data, event, last, digest]:
                ends[data, event] = int(last), digest
            case ["file", name, digest]:
                kept[name], allowed[name] = digest, {digest}
            case ["will", name, digest]:
                allowed.setdefault(name, set()).add(digest)
            case ["maybe-gone", name]:
                kept.pop(name)
            case ["gone", name]:
                if (found / name).exists():
                    count.lost.append(f"{where}: {name} is back")
            case ["there", name]:
                if not (found / name).exists():
                    count.lost.append(f"{where}: {name}")
    for name, digest in kept.items():
        file = found / name
        if not file.exists():
            count.lost.append(f"{where}: {name}")
        elif _digest(file) not in allowed[name] | {digest}:
            count.half.append(f"{where}: {name}")
    for data in ("data", "older"):
        _check_journals(found / data, {event: end for (of, event), end in ends.items() if of == data}, count, where)


def _check_journals(data: Path, ends: dict[str, tuple[int, str]], count: Count, where: str) -> None:
    if not (data / FILE).exists():
        count.lost += [f"{where}: {event}" for event in ends]
        return
    try:
        with closing(SqliteJournals(data)) as journals:
            for one in journals.listed(EVENT.kind):
                rows = journals.rows(JournalName(one.kind, one.id))
                assert len(list(EVENT.read(rows))) == len(rows)
                last, digest = ends.pop(one.id, (1, rows[0].hash))
                if len(rows) < last or rows[last - 1].hash != digest:
                    count.lost.append(f"{where}: {one.id} entry {last}")
    except Refusal as refusal:
        count.half.append(f"{where}: {refusal}")
        return
    count.lost += [f"{where}: {event}" for event in ends]


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()
