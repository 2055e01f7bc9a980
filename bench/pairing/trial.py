"""One engine on some fields: starts its worker, ends it at the limit, and judges what came back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import monotonic

from bench.pairing.field import Field, load_pairs, save
from bench.pairing.judge import Quality, is_best, judge
from bench.pairing.peers import ROOT, Engine, command, folder

START = 8
"""CPU seconds allowed beyond the limit for start, inputs and repeats; one more for each PER_SECOND players."""

PER_SECOND = 10_000

LOOK = 0.5
"""Seconds between two checks of what a worker has used."""

DEEP = ["/bin/sh", "-c", 'ulimit -s "$(ulimit -H -s)"; exec "$@"', "sh"]
"""Starts a command with the largest stack the system allows."""

OUT_OF_MEMORY = "out of memory"
STACK_ENDED = "crashed (SIGSEGV)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one engine made of one field. `failure` says why there is no answer; the rest is then empty."""

    failure: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0
    quality: Quality | None = None
    best: bool | None = None
    deep: bool = False
    """It crashed with the default stack, and answered with the largest one."""


def over(limit: int) -> str:
    return f"over {limit} s"


def try_all(engine: Engine, fields: Sequence[Field], work: Path, limit: int, repeats: int) -> list[Outcome]:
    """One outcome per field. An engine that crashes is restarted for the remaining fields."""
    outcomes: list[Outcome] = []
    deep = False
    while len(outcomes) < len(fields):
        left = fields[len(outcomes) :]
        told, failure = _run(engine, left, work, limit, repeats, deep)
        for field, line in zip(left, told, strict=False):
            found = _outcome(field, line, _file(work, field).with_suffix(".pairs"), limit)
            outcomes.append(replace(found, deep=deep and not found.failure))
        if len(outcomes) == len(fields):
            break
        if failure == STACK_ENDED and not deep:
            deep = True
            continue
        outcomes.append(Outcome(failure))
        deep = False
        if failure == over(limit):
            outcomes += [Outcome("not tried")] * (len(fields) - len(outcomes))
    return outcomes


def _run(
    engine: Engine, fields: Sequence[Field], work: Path, limit: int, repeats: int, deep: bool
) -> tuple[list[dict[str, object]], str]:
    """What the worker reported for each field, and what ended it early."""
    files = [_file(work, field) for field in fields]
    for field, file in zip(fields, files, strict=True):
        if not file.exists():
            save(field, file)
    allowed = limit + START + sum(map(len, fields)) / PER_SECOND
    # PYTHONPATH for Muster's own sources; a fixed hash seed would hide an engine that depends on it.
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    said, complaint = work / "worker.out", work / "worker.err"
    with said.open("w") as out, complaint.open("w") as err:
        words = [*(DEEP if deep else []), *command(engine), str(repeats), str(work), *map(str, files)]
        process = subprocess.Popen(words, cwd=folder(engine), env=environment, stdout=out, stderr=err)
        failure = over(limit) if _stopped(process, allowed) else _ending(process.wait(), complaint)
    return [json.loads(line) for line in said.read_text().splitlines()], failure


def _stopped(process: subprocess.Popen[bytes], allowed: float) -> bool:
    """Waits for the process to end, or ends it when it has used up its CPU seconds."""
    started = monotonic()
    while True:
        try:
            process.wait(LOOK)
            return False
        except subprocess.TimeoutExpired:
            if _cpu_seconds(process.pid, started) > allowed:
                process.kill()
                process.wait()
                return True


def _cpu_seconds(pid: int, started: float) -> float:
    """What a process has used so far; if the system does not say, the time since it was started."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return monotonic() - started
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def _ending(code: int, complaint: Path) -> str:
    said = complaint.read_text(errors="replace")
    if "out of memory" in said or "memory allocation" in said:
        return OUT_OF_MEMORY
    if code < 0:
        return f"crashed ({signal.Signals(-code).name})"
    last = (said.strip().splitlines() or ["no message"])[-1]
    return f"ended with {code}: {last}"


def _outcome(field: Field, told: dict[str, object], pairs: Path, limit: int) -> Outcome:
    if str(told.get("error")).startswith("MemoryError"):
        return Outcome(OUT_OF_MEMORY)
    if "error" in told:
        return Outcome(f"refused: {told['error']}")
    assert isinstance(told["seconds"], list) and isinstance(told["megabytes"], float | int)
    seconds = median(told["seconds"])
    if seconds > limit:
        return Outcome(over(limit))
    quality = judge(field, load_pairs(pairs))
    return Outcome("", seconds, float(told["megabytes"]), quality, is_best(field, quality))


def _file(work: Path, field: Field) -> Path:
    return work / f"{field.name.replace(' ', '_').replace(',', '')}.field"
