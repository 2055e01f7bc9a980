"""The crash run in short, and that it would notice. `scripts/crash` is the long form; its figures are in the docs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import muster
from tests.faults import power
from tests.faults.count import Count, table, total
from tests.faults.crash import KINDS
from tests.faults.pages import PAGE, rewrite

ROOT = Path(muster.__file__).parents[2]
LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))


def crashed(*words: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit code, counts and what was printed. In a process of its own, since it forks."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.faults.crash", "--json", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.stdout, ran.stderr
    return ran.returncode, json.loads(ran.stdout.splitlines()[-1]), ran.stdout + ran.stderr


def sound(count: dict[str, Any], kills: int) -> None:
    assert count["kills"] >= kills and not (count["lost"] or count["twice"] or count["half"]), count


def test_writers_at_a_data_folder() -> None:
    code, (count,), said = crashed("--only", "store", "--kills", "500" if LONG else "15")
    assert code == 0, said
    sound(count, 15)
    assert count["again"]


def test_a_writer_that_speaks_too_soon_is_caught() -> None:
    """The run is only worth something if it finds what it looks for."""
    code, (count,), said = crashed("--only", "store", "--kills", "15", "--too-soon")
    assert code == 1 and count["lost"], said
    assert "lost: store-1 w" in said


def test_writers_at_a_database_and_its_processes(database: str) -> None:
    words = ("--only", "store-pg", "backend", "--database", database)
    code, counts, said = crashed(*words, "--kills", "300" if LONG else "10")
    assert code == 0, said
    for count, kills in zip(counts, (10, 1), strict=True):
        sound(count, kills)


def test_a_server_under_phones_and_a_program() -> None:
    code, (count,), said = crashed("--only", "server", "--kills", "200" if LONG else "1")
    assert code == 0, said
    sound(count, 1)


@pytest.mark.skipif(not LONG, reason="MUSTER_LONG_TESTS=1 runs it")
def test_commands_and_several_processes_on_a_database(database: str) -> None:
    code, counts, said = crashed("--only", "commands", "workers", "database", "--kills", "200")
    assert code == 0, said
    for count in counts:
        sound(count, 1)


def test_what_is_compared() -> None:
    count = Count("x")
    count.compare(["a-1", "a-2"], Counter({"a-1": 1, "b-1": 2}), "cup")
    assert (count.lost, count.twice) == (["cup a-2"], ["cup b-1"])
    assert total([count, Count("y", kills=2)]).wrong == ["all together: lost: cup a-2", "all together: twice: cup b-1"]
    assert table([count])[-1] == "| x | 0 | 0 | 0 | 1 | 1 | 0 |"


def test_the_page_has_the_figures_of_every_kind() -> None:
    text = PAGE.read_text("utf-8")
    part = text.partition("<!-- crash -->\n")[2].partition("<!-- /crash -->")[0]
    for kind in KINDS:
        (line,) = [line for line in part.splitlines() if line.startswith(f"| {kind.what} |")]
        assert line.endswith("| 0 | 0 | 0 |"), line


def test_the_rest_of_the_page_stays_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "figures.md"
    page.write_text("# Figures\n\n| a | 1 |\n\n<!-- load -->\nload\n<!-- /load -->\n", "utf-8")
    for text in ("one", "two"):
        rewrite("crash", [text], page)
    assert page.read_text("utf-8") == (
        "# Figures\n\n| a | 1 |\n\n<!-- load -->\nload\n<!-- /load -->\n\n<!-- crash -->\ntwo\n<!-- /crash -->\n"
    )


@pytest.mark.skipif(bool(power.CANNOT), reason=power.CANNOT)
class TestPower:
    @pytest.mark.parametrize("left_out", ["nothing", "sqlite", *(("files", "folders") if LONG else ())])
    def test_after_a_power_cut_all_that_was_acknowledged_is_there(self, tmp_path: Path, left_out: str) -> None:
        """And if the store, our files or our folders did not wait for the disk, it would not be."""
        from random import Random

        count, most = Count("power"), (2_000 if LONG else 80) if left_out == "nothing" else 200
        for _ in power.cuts(tmp_path, Random(left_out), count, left_out, most):
            if count.kills >= most or (left_out != "nothing" and count.wrong):
                break
        if left_out == "nothing":
            assert not count.wrong and count.acknowledged > most
        else:
            assert count.wrong
