"""FIDE tournament reports: every kind of line and result, and one sentence for everything that is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from muster.app.exchange import trf
from muster.app.exchange.record import Meeting, MeetingEnding, SitOut, Triple
from muster.core.kit.errors import BadInput
from muster.core.reading.tally import standings
from tests.app.exchange.hands import differences, taken_in, trf_player

HALF = Fraction(1, 2)
REAL = Path(__file__).resolve().parents[4] / "shared" / "real"

# Written out once in full, so that the columns come from the specification and not from our own code: number in 5-8,
# sex 10, title 11-13, name 15-47, rating 49-52, federation 54-56, FIDE number 58-68, birth date 70-79, points 81-84,
# rank 86-89, round 1 in 92-99, round 2 in 102-109.
LITERAL = (
    "012 Club Open\r\n"
    "042 2026/11/15\r\n"
    "001    1 m GM Adams, Anne                       2500 ENG     1234567 1980/01/02  1.5    1     2 w 1     3 b =\r\n"
    "001    2 w    Böhm, Bea                         2300 GER     7654321 1990/00/00  0.0    3     1 b 0  0000 - Z\r\n"
    "001    3      Cruz, Cem                              TUR                         1.5    1  0000 - U     1 w =\r\n"
)


def joined(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def sentence(text: str) -> str:
    with pytest.raises(BadInput) as refused:
        trf.read(text)
    return str(refused.value)


def test_the_columns_of_the_specification() -> None:
    record = trf.read(LITERAL)
    assert (record.title, record.date, record.scoring) == ("Club Open", "2026-11-15", Triple())
    assert [(e.key, e.name, e.rating) for e in record.entrants] == [
        ("1", "Adams, Anne", 2500),
        ("2", "Böhm, Bea", 2300),
        ("3", "Cruz, Cem", 0),
    ]
    said = [e.published for e in record.entrants]
    assert [(p.rank, p.points.value if p.points else None) for p in said] == [(1, 3 * HALF), (3, 0), (1, 3 * HALF)]
    first, second = record.rounds
    assert first.meetings == (Meeting("1", "2", 1, 0, where="Line 3, round 1"),)
    assert first.sit_outs == (SitOut("3", 1, "Line 5"),)
    assert second.meetings == (Meeting("3", "1", HALF, HALF, where="Line 5, round 2"),), "white is side a"
    assert second.sit_outs == ()
    assert "Not carried over: the title of 1 player." in record.notes
    assert "Not carried over: the federation of 3 players." in record.notes
    assert "Not carried over: the birth date of 2 players." in record.notes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_marks_comments_and_blank_lines(end: str, mark: str) -> None:
    lines = ["### a ruler", "", "012 T", trf_player(1, "A", "1.0", "2w1"), trf_player(2, "B", "0.0", "1b0"), ""]
    record = trf.read(mark + end.join(lines))
    assert (record.title, len(record.entrants), len(record.rounds)) == ("T", 2, 1)


def test_columns_counted_in_bytes() -> None:
    """A program that pads a name by its UTF-8 bytes shifts everything after it."""
    shifted = trf_player(1, "Łukasz Żółć", "1.0", "2w1").replace(" " * 4, "", 1)
    by_bytes = trf_player(1, "Łukasz Żółć".encode().decode("latin-1"), "1.0", "2w1").encode("latin-1").decode("utf-8")
    assert len(by_bytes) < len(trf_player(1, "Łukasz Żółć", "1.0", "2w1"))
    record = trf.read(joined(by_bytes, trf_player(2, "B", "0.0", "1b0")))
    assert record.entrants[0].name == "Łukasz Żółć"
    assert record.rounds[0].meetings[0].a_points == 1
    assert "the columns are not those of a report" in sentence(joined(shifted))


@pytest.mark.parametrize(
    ("one", "two", "meeting"),
    [
        ("1", "0", Meeting("1", "2", 1, 0)),
        ("0", "1", Meeting("1", "2", 0, 1)),
        ("=", "=", Meeting("1", "2", HALF, HALF)),
        ("W", "L", Meeting("1", "2", 1, 0)),
        ("d", "D", Meeting("1", "2", HALF, HALF)),
        ("0", "0", Meeting("1", "2", 0, 0, MeetingEnding.DOUBLE_LOSS)),
        ("+", "-", Meeting("1", "2", 1, 0, MeetingEnding.NO_SHOW, ("2",))),
        ("-", "+", Meeting("1", "2", 0, 1, MeetingEnding.NO_SHOW, ("1",))),
        ("-", "-", Meeting("1", "2", 0, 0, MeetingEnding.NO_SHOW, ("1", "2"))),
        (" ", " ", Meeting("1", "2", ending=MeetingEnding.OPEN)),
    ],
)
def test_results_against_an_opponent(one: str, two: str, meeting: Meeting) -> None:
    text = joined(trf_player(1, "A", "0.0", f"2w{one}"), trf_player(2, "B", "0.0", f"1b{two}"))
    record = trf.read(text)
    (found,) = record.rounds[0].meetings
    assert replace(found, where="") == meeting


@pytest.mark.parametrize(
    ("code", "points"),
    [("U", 1), ("F", 1), ("+", 1), ("H", HALF), ("=", HALF), ("h", HALF), ("Z", 0), ("-", 0), ("", 0)],
)
def test_rounds_without_an_opponent(code: str, points: Fraction) -> None:
    """A round missed before the player's last one is there without points; one after it is missing."""
    text = joined(
        trf_player(1, "A", "0.0", "2w1", "2b0"),
        trf_player(2, "B", "0.0", "1b0", "1w1"),
        trf_player(3, "C", "0.0", code, "U"),
        trf_player(4, "D", "0.0", "U", "Z"),
    )
    first, second = trf.read(text).rounds
    assert SitOut("3", points, "Line 3") in first.sit_outs
    assert [s.player for s in second.sit_outs] == ["3"]


def test_what_win_draw_and_bye_pay_can_be_told() -> None:
    """Record 162 of TRF26, and the lines of pairing programs."""
    players = (trf_player(1, "A", "3.0", "2w1", "U"), trf_player(2, "B", "0.0", "1b0", "Z"))
    told = trf.read(joined("162  W 3.0    D 1.0    L 0.0    P 2.0", *players))
    assert told.scoring == Triple(3, 1, 0)
    assert told.rounds[1].sit_outs[0].points == 2
    assert trf.read(joined("XXS W=3.0 D=1", *players)).scoring == Triple(3, 1, 0)
    assert trf.read(joined("BBW  3.0", "BBD  1.0", *players)).scoring == Triple(3, 1, 0)
    odd = trf.read(joined("XXS W=3 D=1 ZPB=0.5", "162  A 0.5", *players))
    assert "Not carried over: line 1, the points for “ZPB”." in odd.notes
    assert "Not carried over: points for an absence; here an absent player has none." in odd.notes
    assert "a win does not score more than a draw" in sentence(joined("162  W 1.0    D 2.0", *players))


def test_tie_breaks_by_their_codes() -> None:
    players = (trf_player(1, "A", "1.0", "2w1"), trf_player(2, "B", "0.0", "1b0"))
    record = trf.read(joined("202 BH/C1,EDET/P,DE,WON,bh/c1", *players))
    assert record.tiebreaks == (
        {"key": "buchholz", "cut_low": 1},
        {"key": "head_to_head"},
        {"key": "wins", "count_byes": False},
    )
    assert "Not recomputed: the tie-breaks EDET/P." in record.notes
    assert trf.read(joined("212 PTS,SB", *players)).tiebreaks == ({"key": "sonneborn_berger"},)
    assert any("does not say which tie-breaks" in note for note in trf.read(joined(*players)).notes)


def test_byes_announced_for_the_next_round_wait() -> None:
    """A report for a pairing program has the absences of the next round."""
    a, b = trf_player(1, "A", "1.0", "2w1", "H"), trf_player(2, "B", "0.0", "1b0", "Z")
    record = trf.read(joined(a, b))
    assert len(record.rounds) == 1
    assert "Not carried over: byes announced for rounds after round 1, the last one paired." in record.notes


def test_a_list_of_players_is_an_event_before_its_first_round() -> None:
    event = taken_in(trf.read(joined("XXR 5", trf_player(1, "A", "0.0"), trf_player(2, "B", "0.0")))).opened.event
    assert (event.rounds, [p.active for p in event.players.values()]) == ([], [True, True])


def test_nothing_is_dropped_in_silence() -> None:
    text = joined(
        "012 T",
        "022 Paris",
        "052 2026/11/16",
        "062 5",
        "102 An Arbiter",
        "142 7",
        "XXR 7",
        "XXC white1",
        "XXA    1  1.0  1.0",
        "XXA    2  1.0  1.0",
        "250 00.0 02.0 001 003 0001 0090",
        "QQQ never heard of",
        trf_player(1, "A", "1.0", "2w1", sex="m"),
        trf_player(2, "B", "0.0", "1b0"),
    )
    record = trf.read(text)
    assert record.planned == 7
    for note in (
        "Not carried over: 1 line “022” (city).",
        "Not carried over: 1 line “052” (date of the end).",
        "Not carried over: 1 line “102” (chief arbiter).",
        "Not carried over: 1 line “XXC” (pairing settings).",
        "Not carried over: 2 lines “XXA” (accelerated pairing).",
        "Not carried over: 1 line “250” (accelerated rounds).",
        "Not carried over: 1 line “QQQ”.",
        "Not carried over: the sex of 1 player.",
        "The file speaks of 5 players and has 2.",
    ):
        assert note in record.notes


A, B = trf_player(1, "A", "1.0", "2w1"), trf_player(2, "B", "0.0", "1b0")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "has no player"),
        ('{"players": []}', "has no player"),
        (joined(A, trf_player(1, "B", "0.0", "2w1")), "Line 2: player 1 is already in Line 1"),
        (joined(A), "Line 1: player 1 plays 2 in round 1, but 2 has no line. Is the file cut short?"),
        (joined(trf_player(1, "A", "1.0", "1w1")), "Line 1: player 1 plays themselves in round 1."),
        (
            joined(A, trf_player(2, "B", "0.0", "U")),
            "player 1 plays 2 in round 1, but 2 plays nobody (line 2).",
        ),
        (
            joined(A, trf_player(2, "B", "0.0", "3b0"), trf_player(3, "C", "0.0", "2w1")),
            "Line 1: player 1 plays 2 in round 1, but 2 plays 3 (line 2).",
        ),
        (joined(A, trf_player(2, "B", "0.0", "1b1")), "player 1 has the result “1” and player 2 has “1” (line 2)"),
        (joined(A, trf_player(2, "B", "0.0", "1b=")), "They do not match."),
        (joined(A, trf_player(2, "B", "0.0", "1b?")), "Line 2: “?” in round 1 should be a result, one of 1 = 0 + -"),
        (joined(A, trf_player(2, "B", "0.0", "1x0")), "Line 2: “x” in round 1 should be a colour, w, b or -"),
        (joined(A, trf_player(2, "B", "0.0", "1bU")), "Line 2: round 1 has an opponent and the bye “U”"),
        (
            joined(A, trf_player("x", "B", "0.0", "1b0")),
            "Line 2: “x” in columns 5 to 8 should be a starting-rank",
        ),
        (joined(A, trf_player("", "B", "0.0", "1b0")), "Line 2: a player's number, 1 or more, should be in columns"),
        (joined(A, trf_player(2, "B", "1-0", "1b0")), "Line 2, columns 81 to 84: “1-0” should be a number"),
        (joined(A, trf_player(2, "B", "0.0", "1b0", rank="x")), "Line 2: “x” in columns 86 to 89 should be a rank"),
        (joined(A, B[:40]), "Line 2: the line ends at column 15, before the points in columns 81 to 84: “001    2"),
        (joined(A, B[:95]), "player 1 has the result “1” and player 2 has “”"),
        (joined(A, trf_player(2, "B", "0.0", "1111b0")[:94]), "Line 2: the line is cut short in round 1, at column 94"),
        (joined(A, B[:14] + B[16:]), "Line 2: the columns are not those of a report: column"),
        (joined(A, B[:94] + " " + B[94:]), "Line 2: the columns of round 1 are off: column 96 should be blank"),
        (joined("XXR many", A, B), "Line 1: the number of rounds should be a whole number: “XXR many”."),
        (
            joined(trf_player(1, "A", "1.0", "2w1", "", "2w1"), trf_player(2, "B", "0.0", "1b0", "", "1b0")),
            "Round 2 has neither a game nor a bye, but a later round has. Is a round missing?",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, wrong: str) -> None:
    said = sentence(text)
    assert wrong in said
    assert "\n" not in said


def test_half_points_forfeits_and_absences_come_to_the_published_points() -> None:
    """A bye, a half-point bye, a forfeit, a missed round and a withdrawal in one event."""
    text = joined(
        "012 Mixed",
        "202 BH",
        trf_player(1, "Ann", "3.0", "2w1", "3b+", "4w1", rank=1, rating=2000),
        trf_player(2, "Bob", "1.5", "1b0", "4w1", "H", rank=2, rating=1900),
        trf_player(3, "Cem", "1.0", "4w1", "1w-", "Z", rank=3, rating=1800),
        trf_player(4, "Dee", "0.0", "3b0", "2b0", "1b0", rank=6, rating=1700),
        trf_player(5, "Eve", "1.0", "U", "Z", "Z", rank=3, rating=1600),
    )
    done = taken_in(trf.read(text))
    assert differences(done) == [("Dee", "rank", "6", 5)]
    assert done.comparison.compared == {"points": 5, "rank": 5}
    event = done.opened.event
    assert {p.name for p in event.players.values() if not p.active} == {"Cem", "Eve"}
    assert event.players[next(iter(event.players))].values == {"rating": 2000}


def test_a_wrong_total_is_found() -> None:
    done = taken_in(
        trf.read(joined(trf_player(1, "A", "1.5", "2w1", rank=2), trf_player(2, "B", "0.0", "1b0", rank=1)))
    )
    assert differences(done) == [("A", "points", "1.5", 1), ("A", "rank", "2", 1), ("B", "rank", "1", 2)]


def test_a_round_under_way_is_taken_in_as_it_stands() -> None:
    text = joined(
        "XXR 3",
        trf_player(1, "A", "1.0", "2w1", "3b "),
        trf_player(2, "B", "0.0", "1b0", "4w1"),
        trf_player(3, "C", "1.0", "4b1", "1w "),
        trf_player(4, "D", "0.0", "3w0", "2b0"),
    )
    event = taken_in(trf.read(text)).opened.event
    assert [r.state.value for r in event.rounds] == ["closed", "published"]
    assert [m.state.value for m in event.rounds[1].matches] == ["in", "open"]
    early = joined(trf_player(1, "A", "0.0", "2w ", "2b1"), trf_player(2, "B", "1.0", "1b ", "1w0"))
    with pytest.raises(BadInput, match="Line 1, round 1: a game has no result, and round 2 was paired after it"):
        taken_in(trf.read(early))


def test_a_real_event() -> None:
    """9 players, 9 rounds, a bye for everybody: written as the original report, it has the same points."""
    name = "chess_swiss_small.json"
    if not (REAL / name).exists():
        pytest.skip(f"the record of this real event is not here: {name}")
    data = json.loads((REAL / name).read_text("utf-8"))
    cells: dict[str, list[str]] = {p["id"]: [] for p in data["players"]}
    codes = {1: ("1", "0"), 0.5: ("=", "="), 0: ("0", "1")}
    for round_ in data["rounds"]:
        for m in round_["matches"]:
            if m["b"] is None:
                cells[m["a"]].append(m["code"])
                continue
            colours = "wb" if m["a_colour"] == "white" else "bw"
            for own, other, colour, code in zip("ab", "ba", colours, codes[m["a_points"]], strict=True):
                cells[m[own]].append(f"{m[other]}{colour}{code}")
    said = {row["id"]: row for row in data["standings"]}
    lines = [trf_player(p["id"], p["name"], f"{said[p['id']]['points']:.1f}", *cells[p["id"]]) for p in data["players"]]
    done = taken_in(trf.read(joined("202 BH", *lines)))
    assert (differences(done), done.comparison.compared) == ([], {"points": 9})
    ours = {row.player: row.values["buchholz"] for row in standings(done.opened.event, done.opened.system).rows}
    plain = {int(row["id"]): Fraction(row["computed_buchholz_plain"]) for row in data["standings"]}
    assert ours == plain
    whites = {(m.a, m.b) for r in done.opened.event.rounds for m in r.matches}
    assert (1, 6) in whites and (4, 2) in whites
