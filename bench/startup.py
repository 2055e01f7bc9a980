"""Start-up time of the command: `--help`, `standings` and `pair` of a 128-player event, against a bare Python start.

And of the texts: what a page or a sheet in German waits for, catalogues included.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

PLAYERS = 128
REPEATS = 10
SYSTEM = "warmachine"
NAME = "Bench"
EVENT = "bench"
SOURCE = Path(__file__).resolve().parent.parent / "src"

BARE = [sys.executable, "-c", "pass"]
MUSTER = [sys.executable, "-m", "muster"]
NEW = ["new", SYSTEM, NAME]
ENROL = ["enrol", EVENT, "--file", "players.csv"]
HELP = ["--help"]
STANDINGS = ["standings", EVENT]
PAIR = ["pair", EVENT]
UNPAIR = ["undo", EVENT]
GERMAN = [sys.executable, "-c", "from muster.app.languages import language; language('de')"]


def seconds(command: list[str], folder: Path) -> float:
    """How long a command takes, discarding its output; a command that fails ends the bench with what it said."""
    environment = {**os.environ, "MUSTER_DATA": str(folder), "PYTHONPATH": str(SOURCE)}
    start = perf_counter()
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    taken = perf_counter() - start
    if run.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}")
    return taken


def build_event(folder: Path) -> None:
    names = "\n".join(f"Player {number}" for number in range(1, PLAYERS + 1))
    (folder / "players.csv").write_text(f"name\n{names}\n", encoding="utf-8")
    seconds([*MUSTER, *NEW], folder)
    seconds([*MUSTER, *ENROL], folder)


def main() -> None:
    taken: dict[str, list[float]] = {
        "python -c pass": [],
        "--help": [],
        "standings": [],
        "pair": [],
        "texts in German": [],
    }
    with TemporaryDirectory() as name:
        folder = Path(name)
        build_event(folder)
        for _ in range(REPEATS):
            taken["python -c pass"].append(seconds(BARE, folder))
            taken["--help"].append(seconds([*MUSTER, *HELP], folder))
            taken["standings"].append(seconds([*MUSTER, *STANDINGS], folder))
            taken["pair"].append(seconds([*MUSTER, *PAIR], folder))
            seconds([*MUSTER, *UNPAIR], folder)
            taken["texts in German"].append(seconds(GERMAN, folder))
    bare = median(taken["python -c pass"])
    print(f"Python {sys.version.split()[0]}, {PLAYERS} players, medians of {REPEATS}")
    for what, times in taken.items():
        target = "  (target: within 6)" if what == "--help" else ""
        print(f"{what:15} {median(times) * 1000:7.1f} ms {median(times) / bare:6.1f} x{target}")


if __name__ == "__main__":
    main()
