"""When something goes wrong that is nobody's fault here: what is said is true, and a bug is found again in the log."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import muster as package
from tests.cli.conftest import Muster

FULL = Path("/dev/full")


def on_a_full_disk(muster: Muster, *args: str) -> tuple[int, str]:
    """Exit code and stderr of a command whose answer goes to a full disk."""
    source = str(Path(package.__file__).parent.parent)
    with FULL.open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "muster", "--data", str(muster.folder), *args],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": source},
            check=False,
        )
    return ran.returncode, ran.stderr.decode()


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_an_answer_that_cannot_be_written_does_not_deny_what_was_recorded(kyoto: Muster) -> None:
    code, said = on_a_full_disk(kyoto, "announce", "kyoto", "Tea at noon")
    assert (code, said) == (
        1,
        "It was saved, but the answer could not be written: No space left on device.\n",
    )
    assert "Announced: Tea at noon" in kyoto.ok("log", "kyoto")
    code, said = on_a_full_disk(kyoto, "standings", "kyoto", "--json")
    assert (code, said) == (1, "The answer could not be written: No space left on device.\n")


def test_a_bug_is_called_one_and_is_found_in_the_log(kyoto: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        said = "-".join(("Zeb", "Quarkfeather"))
        raise ValueError(said) from KeyError(said)

    monkeypatch.setattr("muster.cli.verbs.play.look.standings_view", broken)
    ran = kyoto("standings", "kyoto")
    assert (ran.code, ran.out) == (3, "")
    (found,) = re.findall(r"marked ([0-9a-f]{6}-[0-9a-f]{6})", ran.err)
    log = kyoto.folder / "muster.log"
    assert ran.err == (
        "Something went wrong in Muster itself (ValueError); nothing was saved. "
        f"Please report it with the part of {log} marked {found}.\n"
    )
    assert log.stat().st_mode & 0o777 == 0o600
    text = log.read_text("utf-8")
    assert found in text and "ValueError\n" in text and "muster --data … standings …\n" in text and "look.py" in text
    assert "KeyError\nThat led to:" in text and "Zeb-Quarkfeather" not in text, "what an error says may quote anybody"


def test_a_bug_after_something_was_recorded_says_so(kyoto: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("muster.cli.verbs.play.announce.changed", broken)
    ran = kyoto("announce", "kyoto", "Tea at noon", "--json")
    assert ran.code == 3
    assert "Muster itself (ZeroDivisionError); what was saved before it is kept." in ran.out
    assert '"kind": "fault"' in ran.out
    monkeypatch.undo()
    assert "Announced: Tea at noon" in kyoto.ok("log", "kyoto")


def test_a_log_does_not_grow_without_end(kyoto: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.cli.verbs.play.look.standings_view", lambda *_: 1 / 0)
    log = kyoto.folder / "muster.log"
    log.write_text("x" * 2_000_000)
    assert kyoto("standings", "kyoto").code == 3
    assert log.stat().st_size < 100_000
    assert log.with_name("muster.log.old").stat().st_size == 2_000_000
