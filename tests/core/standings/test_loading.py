"""numpy costs more than a small command does: it is loaded by what ranks, and by nothing else of the standings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3] / "src"
EVENT = (
    ["new", "l5r", "Open", "--seed", "test"],
    ["enrol", "open", "A", "B", "C", "D"],
    ["pair", "open"],
    ["publish", "open"],
)


def loads_numpy(folder: Path, *commands: list[str]) -> bool:
    code = (
        "import sys\nfrom muster.cli.root import run\nfrom muster.main import desk_at\n"
        f"codes = [run(desk_at, args) for args in {commands!r}]\n"
        "assert not any(codes), codes\nsys.exit(3 if 'numpy' in sys.modules else 0)"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "MUSTER_DATA": str(folder)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 3), ran.stdout + ran.stderr
    return ran.returncode == 3


def test_only_what_ranks_loads_numpy(tmp_path: Path) -> None:
    loads_numpy(tmp_path, *EVENT)
    assert not loads_numpy(tmp_path, ["--help"], ["systems"], ["systems", "show", "l5r"], ["events"])
    assert not loads_numpy(tmp_path, ["report", "open", "1", "winner=a"])
    assert loads_numpy(tmp_path, ["standings", "open"])
