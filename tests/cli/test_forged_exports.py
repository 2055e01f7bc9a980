"""A forged export whose chain fits: commands answer or refuse with a sentence, and what is taken in can be shown."""

from __future__ import annotations

import contextlib
import io
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muster.cli.root import run
from tests.cli.forging import Forger, chained, memory_desk, opened, real

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
LONG_SECONDS = 120


def answers(text: str, file: Path) -> str:
    """What import says about a forged export; by then every command has answered with words."""
    file.write_text(text, errors="surrogatepass")
    desk = memory_desk()

    def muster(*args: str) -> tuple[int, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(lambda *_: desk, args)
        assert code in (0, 1), (args, err.getvalue())
        assert code == 0 or out.getvalue().strip() or err.getvalue().strip()
        return code, out.getvalue() + err.getvalue()

    muster("verify", str(file))
    code, said = muster("import", str(file), "--as", "copy")
    if code:
        assert not desk.listed(), "it was refused, and kept"
        assert len(said) < 2_000, "a sentence, not the file"
        return said
    for command in ("show", "standings", "log", "verify"):
        muster(command, "copy")
        muster(command, "copy", "--json")
    event = desk.open("copy").event
    for round_ in event.rounds:
        for match in round_.matches[:2]:
            muster("why", "copy", str(match.table), "--round", str(round_.number))
    for player in list(event.players.values())[:3]:
        muster("why", "copy", f"#{player.id}")
    return ""


@pytest.mark.parametrize("number", range(5))
def test_what_is_not_forged_is_taken_in(number: int, tmp_path: Path) -> None:
    assert answers(real()[number], tmp_path / "export.json") == ""


@pytest.mark.parametrize("number", range(5))
def test_any_forged_export_is_answered(number: int, tmp_path: Path) -> None:
    refused = [answers(Forger(real()[number], one).forged(), tmp_path / "export.json") for one in range(number, 300, 5)]
    assert sum(bool(said) for said in refused) > len(refused) // 3


@pytest.mark.skipif(not LONG, reason="two minutes; set MUSTER_LONG_TESTS=1")
def test_any_forged_export_is_answered_for_two_minutes(tmp_path: Path) -> None:
    until, number = time.monotonic() + LONG_SECONDS, 1_000
    while time.monotonic() < until:
        number += 1
        answers(Forger(real()[number % 5], number).forged(), tmp_path / "export.json")


Change = Callable[[dict[str, Any]], object]


def of_kind(data: dict[str, Any], kind: str, which: int = 0) -> dict[str, Any]:
    """The body of an entry of a kind, to be changed."""
    body: dict[str, Any] = [row for row in data["rows"] if row["kind"] == kind][which]["body"]
    return body


def sealed(data: dict[str, Any], kind: str, which: int = 0) -> dict[str, Any]:
    """What is sealed beside an entry of a kind, to be changed."""
    found: dict[str, Any] = [row for row in data["rows"] if row["kind"] == kind][which]["sealed"]
    return found


def undo(data: dict[str, Any], first: int, last: int) -> None:
    data["rows"].append({**data["rows"][-1], "kind": "Undone", "body": {"first": first, "last": last}})


FORGED: list[tuple[Change, str]] = [
    (
        lambda d: of_kind(d, "LayoutSaved").update(method=1_000_000),
        "“1000000” is not a way in which Muster draws layouts.",
    ),
    (
        lambda d: of_kind(d, "ResultReported")["result"]["values"].update(vp=[3, 3]),
        "(ResultReported) is not possible: ",
    ),
    (
        lambda d: of_kind(d, "ResultCorrected")["result"]["values"].update(vp=[3, 3]),
        "(ResultCorrected) is not possible: ",
    ),
    (lambda d: of_kind(d, "ResultReported")["result"].update(values={}), "Victory points is missing"),
    (lambda d: of_kind(d, "ResultReported").update(reporter=7777), "player 7777 does not play at table"),
    (
        lambda d: of_kind(d, "ResultConfirmed").update(confirmer=of_kind(d, "ResultReported")["reporter"]),
        "their own report",
    ),
    (lambda d: of_kind(d, "OptionSet").update(value=400), "Option rounds: “400” should be"),
    (lambda d: of_kind(d, "PlayerEnrolled", 1).update(player=1), "the next player is number 2, not 1"),
    (lambda d: sealed(d, "PlayerEnrolled", 1).update(name="Ann"), "“Ann” looks the same as “Ann” (player 1)"),
    (lambda d: of_kind(d, "PlayerEnrolled").update(missed=[1]), "There is no round 1"),
    (lambda d: of_kind(d, "RoundDrawn")["pairs"][0].update(a=of_kind(d, "RoundDrawn")["pairs"][0]["b"]), "twice"),
    (lambda d: of_kind(d, "RoundDrawn")["pairs"][0].update(b=99), "there is no player 99"),
    (lambda d: of_kind(d, "RoundDrawn")["pairs"][0].update(table=0), "“0” is not a table"),
    (lambda d: of_kind(d, "RoundDrawn")["byes"].clear(), "the swap changes who is in round 1"),
    (lambda d: of_kind(d, "RoundDrawn", 1).update(round=4), "round 2 of stage 1 comes next"),
    (lambda d: of_kind(d, "ClockStarted").update(at="noon"), "“noon”"),
    (lambda d: of_kind(d, "TimeAdded").update(minutes=10**9), "should be 1 to 240 minutes"),
    (lambda d: of_kind(d, "StaffJoined").update(role="organiser"), "staff join as marshal or judge"),
    (lambda d: sealed(d, "PenaltyGiven").update(infraction="smoking"), "“smoking” is not an infraction"),
    (lambda d: sealed(d, "RulingGiven").update(subject="weather"), "“weather” cannot be chosen"),
    (lambda d: of_kind(d, "TerrainStocked")["piece"].update(width=-4), "“-4” should be a length"),
    (
        lambda d: undo(d, 3, 3),
        "(Undone) is not possible: Entry 4 (PlayerEnrolled) is not possible: the next player is number 1",
    ),
    (lambda d: undo(d, -(10**15), 10**15), "which are not before it"),
    (lambda d: d["rows"][3].update(at="yesterday"), "Entry 4"),
    (lambda d: d["rows"][3].update(player=True), "“player” should be a number"),
]


@pytest.mark.parametrize(("change", "sentence"), FORGED, ids=[sentence for _, sentence in FORGED])
def test_what_nobody_could_have_done_is_not_taken_in_and_does_not_verify(
    change: Change, sentence: str, tmp_path: Path
) -> None:
    """X-01, X-03: a valid chain says nothing about whether a result was possible."""
    data = opened(real()[0])
    change(data)
    file = tmp_path / "export.json"
    said = answers(json.dumps(chained(data)), file)
    assert sentence in said and said.count("\n") <= 2
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        assert run(lambda *_: memory_desk(), ["verify", str(file)]) == 1
    assert sentence in out.getvalue()


def test_half_a_character_around_the_journal_does_no_harm(tmp_path: Path) -> None:
    data = json.loads(real()[0])
    assert answers(json.dumps({**data, "seed": "\ud800", "event": "\ud800"}), tmp_path / "export.json") == ""
