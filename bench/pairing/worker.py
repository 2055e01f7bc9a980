"""Runs one engine on some fields, in its own process: `python -m bench.pairing.worker ENGINE REPEATS OUT FIELD...`

One line of JSON per field goes to standard output, the pairs to a file in OUT. Standard library only, because
it runs in the environment of the engine.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from bench.pairing.field import Field, load, numbers, save_pairs

ENOUGH = 2.0
"""Seconds of measuring after which no further repeat is started."""

ROOM = 6 << 30
"""Bytes of address space: a complete graph of a large field should fail, not the machine."""


def tiny() -> Field:
    """Loads whatever an engine loads on first use."""
    return Field("tiny", 1, numbers([2, 2, 0, 0]), numbers([2, 3, 0, 1]), numbers([2, 2, 0, 0]))


def measure(engine: Any, field: Field, repeats: int) -> tuple[list[float], Any, Any]:
    """CPU seconds of each repeat, and the last input and answer; making the input again is not timed."""
    taken: list[float] = []
    while True:
        ready = engine.prepare(field)
        gc.collect()
        start = process_time()
        answer = engine.pair(ready)
        taken.append(process_time() - start)
        if len(taken) >= repeats or sum(taken) > ENOUGH:
            return taken, ready, answer


def peak_megabytes() -> float:
    """Of this process alone: ru_maxrss may include what the parent had when it started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main(name: str, repeats: str, out: str, *files: str) -> None:
    # No limit on CPU time is set here: with one, Linux keeps the CPU clock in ticks of 4 ms.
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, resource.getrlimit(resource.RLIMIT_AS)[1]))
    engine = import_module(f"bench.pairing.engines.{name}")
    engine.pair(engine.prepare(tiny()))
    for file in map(Path, files):
        field = load(file)
        told: dict[str, object]
        try:
            taken, ready, answer = measure(engine, field, int(repeats))
            peak = peak_megabytes()
            save_pairs(engine.read(ready, answer), Path(out) / f"{file.stem}.pairs")
            told = {"seconds": taken, "megabytes": peak}
        except Exception as error:  # A peer's own refusal is one of its answers.
            told = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
