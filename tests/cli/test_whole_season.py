"""A whole Iron Gauntlet season on the command line: twelve qualifiers of 32 to 128 players, round by round, and the
final, against tables made by hand.

So that a hand can tell who comes first, second and third, those three beat everybody below them, and every other game
is a tie, which pays nothing (W-26). After four rounds all three have met: they have 4, 3 and 2 points.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.cli.conftest import Muster

ROUNDS = 4
ALL_ROUNDS = "stop_on_sole_leader=no"
LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))

QUALIFIERS = [
    ("Aachen", 32, "2024-06-08", "Mara", "Sora", "Ada"),
    ("Bern", 32, "2024-06-30", "Sora", "Ben", "Mara"),
    ("Cork", 34, "2024-07-13", "Sora", "Mara", "Teo"),
    ("Derby", 36, "2024-08-31", "Ada", "Anna", "Ben"),
    ("Essen", 40, "2024-09-14", "Anna", "Teo", "Quinn"),
    ("Faro", 44, "2024-10-05", "Elise", "Jonas", "Sora"),
    ("Graz", 48, "2024-11-09", "Mara", "Elise", "Ute"),
    ("Hull", 52, "2024-12-18", "Quinn", "Jonas", "Ute"),
    ("Iasi", 64, "2025-01-18", "Sora", "Ben", "Teo"),
    ("Jena", 72, "2025-02-15", "Kim", "Sora", "Wim"),
    ("Kiel", 96, "2025-03-01", "Quinn", "Ute", "Kim"),
    ("Lyon", 128, "2025-05-17", "Teo", "Ada", "Xan"),
]
"""The events with their sizes, their last days and their first three."""

LATE = "Kiel"
"""Reported on the fifteenth day: it earns nobody anything (WMH-131, WMH-132)."""

REPORTED = {
    "Aachen": "2024-06-22",
    "Bern": "2024-07-14",
    "Cork": "2024-07-27",
    "Derby": "2024-09-14",
    "Essen": "2024-09-28",
    "Faro": "2024-10-19",
    "Graz": "2024-11-23",
    "Hull": "2025-01-01",
    "Iasi": "2025-02-01",
    "Jena": "2025-03-01",
    "Kiel": "2025-03-16",
    "Lyon": "2025-05-31",
}
"""All but one on the fourteenth day, the last on which it counts; over the ends of months and of the year."""

TABLE = [
    (1, "Sora", 48, True),  # 7 + 10 + 10 + 4 + 10 + 7
    (2, "Mara", 31, True),  # 10 + 4 + 7 + 10
    (3, "Teo", 25, True),  # 4 + 7 + 4 + 10
    (4, "Ada", 21, True),  # 4 + 10 + 7
    (5, "Ben", 18, True),  # 7 + 4 + 7
    (6, "Anna", 17, True),  # 7 + 10: one first place and one second, as Elise has
    (6, "Elise", 17, True),  # 10 + 7
    (8, "Quinn", 14, True),  # 4 + 10; the first place in Kiel does not count
    (9, "Jonas", 14, True),  # 7 + 7: as many, without a first place (W-40)
    (10, "Kim", 10, True),  # 10: just enough
    (11, "Ute", 8, False),  # 4 + 4; with the second place in Kiel it would have been 15
    (12, "Wim", 4, False),
    (12, "Xan", 4, False),
]

FINALISTS = ["Sora", "Mara", "Teo", "Ben", "Anna", "Elise", "Quinn", "Jonas", "Kim"]
"""By their seeds. Ada has qualified and does not come (WMH-136)."""

FIRST_ROUND = {("Mara", "Kim"), ("Teo", "Jonas"), ("Ben", "Quinn"), ("Anna", "Elise")}
"""WMH-137 WMH-138: seed 1 has the bye; 2 meets 9, 3 meets 8, 4 meets 7, 5 meets 6."""

SECOND_ROUND = {("Sora", "Ben"), ("Mara", "Teo")}
"""WMH-139: seeds 1 to 4 have a point each and are folded: 1 meets 4, 2 meets 3."""

Better = Callable[[int, str, str], bool]


def whose(three: Sequence[str]) -> Better:
    """Whether the first player beats the second: these three beat everybody below them, and nobody else does."""

    def better(_: int, one: str, other: str) -> bool:
        return one in three and (other not in three or three.index(one) < three.index(other))

    return better


def play(muster: Muster, folder: Path, event: str, rounds: int, better: Better) -> list[dict[str, Any]]:
    """Rounds of an event, drawn by the book, and what they were."""
    played = []
    for number in range(1, rounds + 1):
        muster.ok("pair", event)
        muster.ok("publish", event)
        drawn = muster.json("show", event, "--round", number)["round"]
        results = folder / f"{event}-{number}.csv"
        with results.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("table", "winner", "how", "cp_a", "cp_b", "apd_a", "apd_b"))
            for match in drawn["matches"]:
                a, b = match["a"]["name"], match["b"]["name"]
                winner = "a" if better(number, a, b) else "b" if better(number, b, a) else "tie"
                writer.writerow((match["table"], winner, "" if winner == "tie" else "scenario", 3, 3, 0, 0))
        muster.ok("report", event, "--file", results)
        played.append(drawn)
    return played


def pairs_of(drawn: dict[str, Any]) -> set[frozenset[str]]:
    return {frozenset((match["a"]["name"], match["b"]["name"])) for match in drawn["matches"]}


def table_of(muster: Muster, season: str) -> list[tuple[int, str, int, bool]]:
    rows = muster.json("season", "table", season)["season"]["table"]
    return [(row["rank"], row["name"], row["points"], bool(row["qualified"])) for row in rows]


def hold(muster: Muster, folder: Path, name: str, players: int, day: str, three: Sequence[str]) -> str:
    """A qualifier from the first command to its place in the season."""
    event = name.lower()
    locals_ = [f"{name} local {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(players - 3)]
    field = folder / f"{event}.csv"
    field.write_text("\n".join(["name", *locals_[::2], *three, *locals_[1::2]]) + "\n", encoding="utf-8")
    muster.ok("new", "warmachine", name, "--date", day, "--seed", name, "--option", ALL_ROUNDS)
    muster.ok("enrol", event, "--file", field)
    play(muster, folder, event, (players - 1).bit_length() if LONG else ROUNDS, whose(three))
    muster.ok("finish", event, "--reason", "the hall closes")
    muster.ok("season", "add", "gauntlet", event, "--attendees", 100)
    for step, on in (("sanctioned", day), ("requested", day), ("reported", REPORTED[name])):
        muster.ok("season", "step", "gauntlet", event, step, "--on", on)
    return event


def test_a_whole_season(muster: Muster, tmp_path: Path) -> None:
    """WMH-130 to WMH-140."""
    muster.ok("season", "new", "Gauntlet", "--circuit", "iron-gauntlet", "--from", "2024-06-01", "--to", "2025-05-31")
    for name, players, day, *three in QUALIFIERS:
        hold(muster, tmp_path, name, players, day, three)
        ranked = muster.json("standings", name.lower())["standings"]["rows"]
        assert [(row["name"], row["points"]) for row in ranked[:3]] == list(zip(three, (4, 3, 2), strict=True)) or LONG
        assert [row["name"] for row in ranked[:3]] == three
    muster.ok("season", "same", "gauntlet", "--all")
    assert table_of(muster, "gauntlet") == TABLE
    shown = muster.json("season", "table", "gauntlet")["season"]
    assert [event["name"] for event in shown["events"] if not event["counts"]] == [LATE]
    assert [event["players"] for event in shown["events"]] == [players for _, players, *_ in QUALIFIERS]
    late = muster.ok("season", "event", "gauntlet", "kiel")
    assert "Done on 2025-03-16, 1 day late. The last day was 2025-03-15." in " ".join(late.split())
    assert muster.json("season", "verify", "gauntlet")["checked"] == [name.lower() for name, *_ in QUALIFIERS]
    muster.ok("season", "export", "gauntlet", "--format", "table", "--output", tmp_path / "table.csv")
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        sheet = [(int(line["rank"]), line["player"], int(line["points"])) for line in csv.DictReader(file)]
    assert sheet == [line[:3] for line in TABLE]
    final(muster, tmp_path)


def final(muster: Muster, folder: Path) -> None:
    """Those who come, their seeds, the rounds, and what that is worth in the season after it."""
    refused = muster.refused("season", "final", "gauntlet", "The Gauntlet", "--player", "Sora", "--player", "Ute@hull")
    assert "Ute has 8 qualifying points and has not qualified for the final.\n[WMH-136: " in refused
    more = ("--date", "2025-05-31", "--option", ALL_ROUNDS)
    coming = [word for name in FINALISTS for word in ("--player", name)]
    made = muster.json("season", "final", "gauntlet", "The Gauntlet", "--seed", "x", *coming, *more)
    assert (made["final"], made["players"]) == ("the-gauntlet", FINALISTS)
    best = whose(("Mara", "Sora", "Teo"))

    def better(number: int, one: str, other: str) -> bool:
        """In round 1 also Ben, so that four have a point; then only these three."""
        return best(number, one, other) or (number == 1 and (one, other) == ("Ben", "Quinn"))

    first, second, *_ = play(muster, folder, "the-gauntlet", ROUNDS, better)
    assert [bye["name"] for bye in first["byes"]] == ["Sora"]
    assert pairs_of(first) == {frozenset(pair) for pair in FIRST_ROUND}
    assert pairs_of(second) >= {frozenset(pair) for pair in SECOND_ROUND}
    muster.ok("finish", "the-gauntlet")
    days = ("--from", "2025-06-01", "--to", "2026-05-31")
    muster.ok("season", "new", "Gauntlet again", "--circuit", "iron-gauntlet", *days)
    assert "Its standings count for the next season.\n[WMH-140: " in muster.refused(
        "season", "add", "gauntlet", "the-gauntlet"
    )
    muster.ok("season", "add", "gauntlet-again", "the-gauntlet")
    assert table_of(muster, "gauntlet-again") == [(1, "Mara", 10, True), (2, "Sora", 7, False), (3, "Teo", 4, False)]
    assert table_of(muster, "gauntlet") == TABLE
