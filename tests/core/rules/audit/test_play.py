"""Entries of play that nobody could have made are refused, each by its sentence; those at the very limit are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Ending, Result, Score
from muster.core.kit.reasons import Reason
from muster.core.record.facts import play as facts
from muster.core.record.facts.play import DrawnBye, DrawnPair, Fact
from muster.core.record.facts.timetable import Break, PlayDay, Timetable
from muster.core.record.undo import Redone, Undone
from muster.core.rules.audit.play import check, turn
from tests.app.hall import STAFF, Hall
from tests.core.rules.audit.past import ANN, BEN, CEM, DEE, EVE, NAMES, NEXT, NOBODY, at, held, must_be_refused

MILLION = 1_000_000
RANDOM, WORDLESS = (Reason("random"),), (Reason("float_needed"),)
TWO_ONE = Result({"vp": [2, 1]})
ONE, TWO = DrawnPair(ANN, BEN, 1), DrawnPair(CEM, DEE, 2)
BYE = (DrawnBye(EVE),)


def drawn(**changes: Any) -> facts.RoundDrawn:
    return replace(facts.RoundDrawn(1, 1, (ONE, TWO), BYE), **changes)


def first_pair(**changes: Any) -> facts.RoundDrawn:
    return drawn(pairs=(replace(ONE, **changes), TWO))


def swapped(**changes: Any) -> facts.PlayersSwapped:
    """Ann and Cem change seats."""
    pairs = (DrawnPair(CEM, BEN, 1), DrawnPair(ANN, DEE, 2))
    return replace(facts.PlayersSwapped(1, ANN, CEM, pairs, BYE), **changes)


def late(player: Any = NEXT, **changes: Any) -> facts.LatecomerSeated:
    return facts.LatecomerSeated(1, player, replace(DrawnPair(EVE, NEXT, 3), **changes))


def semi_finals(*games: int, **changes: Any) -> facts.RoundDrawn:
    pairs = (DrawnPair(ANN, DEE, 1, game=games[0]), DrawnPair(EVE, CEM, 2, game=games[1]))
    return replace(facts.RoundDrawn(3, 2, pairs), **changes)


def final(*games: int) -> facts.RoundDrawn:
    pairs = (DrawnPair(ANN, EVE, 1, game=games[0]), *(DrawnPair(DEE, CEM, 2, game=game) for game in games[1:]))
    return facts.RoundDrawn(4, 2, pairs)


CREATED = facts.EventCreated("Open", "bushido", "1", "a" * 64, "1")


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (CREATED, ""),
        (replace(CREATED, name=" Open"), "“ Open” is not a clean name: it has invisible characters"),
        (replace(CREATED, date="2026-02-30"), "“2026-02-30” is not a date such as 2026-11-15."),
        (replace(CREATED, seed_hash="a" * 63), f"“{'a' * 63}” should be a hash of 64 digits."),
        (facts.RoundPublished(1), "a journal begins with the creation of an event."),
        *((kind(first, to), "") for kind in (Undone, Redone) for first, to in ((2, 2), (2, 8), (8, 8))),
        *(
            (Undone(first, to), f"it refers to entries {first} to {to}, which are not before it.")
            for first, to in ((1, 3), (4, 3), (2, 9))
        ),
    ],
)
def test_the_first_entry_and_what_undoes_others(fact: Fact, sentence: str) -> None:
    if not sentence:
        turn(fact, 9)
        return
    with pytest.raises(BadInput) as said:
        turn(fact, 9)
    assert str(said.value).startswith(sentence)


POSSIBLE: dict[str, list[Fact]] = {
    "new": [
        facts.EventAmended(),
        facts.EventAmended("Open", "", "Here", "https://example.org/map", (("09:30", "Doors"), ("", "Lunch"))),
        facts.EventAmended(date="2026-11-15", timetable=Timetable("10:00", 15, 60, (Break(5, at="13:00"),))),
        facts.OptionSet("rounds", 4),
        facts.ScenarioChosen(1, "Duel"),
        facts.ScenarioChosen(MILLION, "Duel"),
        facts.ScenarioChosen(1, seal="a" * 64),
        facts.PlayerEnrolled(NEXT, "Fay", 0),
        facts.PlayerEnrolled(NEXT, "Fay", 2**53 - 1),
        facts.EnrolmentsRemoved((ANN, EVE)),
        facts.PlayerAmended(ANN, "ANN"),
        facts.PlayerDropped(ANN, 0),
        facts.PlayerDisqualified(ANN, 0, "unsporting"),
        facts.CheckedIn(ANN),
        facts.CheckedOut(ANN),
        drawn(),
        first_pair(table=MILLION, down=ANN, why=RANDOM, table_why=RANDOM),
        first_pair(down=BEN),
        drawn(pairs=(), byes=BYE),
    ],
    "draft": [
        drawn(attempt=2),
        swapped(),
        swapped(notices=RANDOM),
        facts.TableMoved(1, 1, 9),
        facts.TableMoved(1, 1, 2, other=2),
        facts.RoundPublished(1),
        facts.RoundWithdrawn(1, "wrong"),
        facts.PlayerAmended(ANN, after_round=1),
        facts.PlayerRejoined(ANN, (1,)),
        facts.PlayerExcused(ANN, 1),
    ],
    "not placed": [facts.ByeAdded(1, NEXT), facts.ByeAdded(1, NEXT, RANDOM)],
    "published": [
        swapped(),
        facts.RoundWithdrawn(1, "wrong"),
        facts.TableMoved(1, 2, 3),
        facts.ResultReported(1, 1, TWO_ONE),
        facts.ResultReported(1, 1, TWO_ONE, BEN),
        facts.ResultReported(1, 1, Result({}, Ending.NO_SHOW, (ANN, BEN))),
        facts.ResultKeyed(1, 1, TWO_ONE),
    ],
    "reported": [
        facts.ResultReported(1, 1, TWO_ONE, BEN),
        facts.ResultConfirmed(1, 1),
        facts.ResultConfirmed(1, 1, BEN),
        facts.ResultCorrected(1, 1, TWO_ONE, "misread"),
    ],
    "all in": [facts.RoundClosed(1), facts.ResultObjected(1, 2, DEE), facts.TableMoved(1, 1, 3)],
    "closed": [facts.ResultCorrected(1, 1, TWO_ONE, "misread"), facts.EventFinished("")],
    "second draft": [facts.EventFinished("seed"), facts.RoundPublished(2)],
    "two": [facts.PlayersSwapped(1, ANN, BEN, (DrawnPair(BEN, ANN, 1),), ())],
    "latecomer": [late(), late(a=NEXT, b=EVE), late(down=EVE, why=RANDOM, table_why=RANDOM), late(down=NEXT)],
    "swiss over": [facts.CutMade(2, (ANN, BEN)), facts.CutMade(4, (ANN, EVE, CEM))],
    "cut": [
        facts.CutRefilled(ANN, BEN, (EVE, CEM, DEE, BEN)),
        facts.CutRefilled(ANN, None, (EVE, CEM, DEE), (BEN,)),
        facts.CutRefilled(None, BEN, (ANN, EVE, CEM, DEE, BEN)),
        semi_finals(1, 2),
        semi_finals(2, 1),
        facts.RoundDrawn(3, 2, (DrawnPair(EVE, CEM, 1, game=2),), (DrawnBye(ANN, game=1),)),
    ],
    "semi-finals drawn": [semi_finals(1, 2, attempt=2)],
    "semi-finals over": [final(1), final(1, 2)],
    "bracket of five": [facts.RoundDrawn(4, 2, (DrawnPair(ANN, EVE, 1, game=1),), (DrawnBye(CEM, game=2),))],
}


@pytest.mark.parametrize("point", POSSIBLE)
def test_what_could_have_been_done_is_let_through(point: str) -> None:
    for fact in POSSIBLE[point]:
        held(point, fact)


def name(text: str) -> str:
    return f"“{text}” is not a clean name"


IMPOSSIBLE: dict[str, list[tuple[Fact, str]]] = {
    "finished": [(facts.CheckedIn(ANN), "“Test event” is finished.")],
    "new": [
        (CREATED, "an event is created once, by the first entry."),
        (facts.EventAmended(name=" Open"), name(" Open")),
        (facts.EventAmended(date="soon"), "“soon” is not a date such as 2026-11-15."),
        (facts.EventAmended(place="x" * 201), "A place can have at most 200."),
        (facts.EventAmended(map_link="javascript:alert(1)"), "is not a link to a map."),
        (facts.EventAmended(schedule=(("9:30", "Doors"),)), "the schedule is not as the form for it writes it."),
        (facts.EventAmended(timetable=Timetable("9:30")), "the times are not as the form for them writes them."),
        (facts.EventAmended(timetable=Timetable(between=5)), "the times are not as the form for them writes them."),
        (facts.EventAmended(timetable=Timetable("10:00", breaks=(Break(0, 1),))), "“0” should be a whole number"),
        (facts.EventAmended(date="", timetable=Timetable("10:00")), "Enter the date of the first day too."),
        (facts.OptionSet("rounds", 400), "Option rounds: “400” should be"),
        (facts.ScenarioChosen(0, "Duel"), "“0” is not a round; rounds are numbered from 1."),
        (facts.ScenarioChosen(MILLION + 1, "Duel"), "“1000001” is not a round"),
        (facts.ScenarioChosen(1, "Duel "), name("Duel ")),
        (facts.EventFinished(""), "no round is finished, so there is nothing to rank."),
        (facts.PlayerEnrolled(ANN, "Fay", 0), "the next player is number 6, not 1."),
        (facts.PlayerEnrolled(NEXT, "fay ", 0), name("fay ")),
        (facts.PlayerEnrolled(NEXT, "ANN", 0), "“ANN” looks the same as “Ann” (player 1)."),
        (facts.PlayerEnrolled(NEXT, "Fay", -1), "“-1” is not a lot."),
        (facts.PlayerEnrolled(NEXT, "Fay", 2**53), "“9007199254740992” is not a lot."),
        (facts.PlayerEnrolled(NEXT, "Fay", 0, {"shoes": "42"}), "shoes"),
        (facts.PlayerEnrolled(NEXT, "Fay", 0, missed=(1,)), "There is no round 1; no round is drawn yet."),
        (facts.EnrolmentsRemoved((NOBODY,)), "there is no player 99."),
        (facts.EnrolmentsRemoved((ANN, ANN)), "players are removed before round 1 is drawn, each once."),
        (facts.CheckedIn(NOBODY), "there is no player 99."),
        (facts.PlayerAmended(ANN, "Ben"), "“Ben” looks the same as “Ben” (player 2)."),
        (facts.PlayerAmended(ANN, " Anne"), name(" Anne")),
        (facts.PlayerAmended(ANN, values={"shoes": "42"}), "shoes"),
        (facts.PlayerAmended(ANN, after_round=1), "There is no round 1"),
        (facts.PlayerDropped(ANN, 1), "There is no round 1"),
        (facts.PlayerDisqualified(ANN, 1, "unsporting"), "There is no round 1"),
        (facts.PlayerDisqualified(ANN, 0, "", infraction="smoking"), "“smoking” is not an infraction"),
        (facts.PlayerRejoined(ANN, (1,)), "There is no round 1"),
        (facts.PlayerExcused(ANN, 1), "There is no round 1"),
        (drawn(round=2), "round 1 of stage 1 comes next, not round 2 of stage 1."),
        (drawn(stage=2), "round 1 of stage 1 comes next, not round 1 of stage 2."),
        (drawn(attempt=0), "“0” is not the number of a draw."),
        (drawn(pairs=(), byes=()), "nobody is in this round."),
        (drawn(byes=(DrawnBye(ANN),)), "Ann is in this round twice."),
        (drawn(byes=(DrawnBye(NOBODY),)), "there is no player 99."),
        (first_pair(b=NOBODY), "there is no player 99."),
        (first_pair(b=ANN), "Ann is in this round twice."),
        (first_pair(table=0), "“0” is not a table; tables are numbered from 1."),
        (first_pair(table=MILLION + 1), "“1000001” is not a table"),
        (first_pair(table=2), "two pairs sit at one table."),
        (first_pair(down=CEM), "player 3 is paired down, but is not in that pair."),
        (first_pair(why=WORDLESS), "the reason “float_needed” cannot be put in words."),
        (first_pair(table_why=WORDLESS), "the reason “float_needed” cannot be put in words."),
        (drawn(byes=(DrawnBye(EVE, WORDLESS),)), "the reason “float_needed” cannot be put in words."),
        (drawn(notices=WORDLESS), "the reason “float_needed” cannot be put in words."),
    ],
    "draft": [
        (facts.EnrolmentsRemoved((ANN,)), "players are removed before round 1 is drawn, each once."),
        (drawn(round=2), "Round 1 is a draft."),
        (swapped(pairs=(DrawnPair(CEM, BEN, 1),)), "the swap changes who is in round 1."),
        (swapped(byes=()), "the swap changes who is in round 1."),
        (swapped(first=NOBODY), "the swap changes who is in round 1."),
        (swapped(second=NOBODY), "the swap changes who is in round 1."),
        (swapped(pairs=(DrawnPair(CEM, BEN, 1), DrawnPair(ANN, DEE, 1))), "two pairs sit at one table."),
        (facts.ByeAdded(1, NOBODY), "there is no player 99."),
        (facts.ByeAdded(1, ANN), "Ann is in this round twice."),
        (late(), "round 1 is draft at that point, not published."),
        (facts.TableMoved(1, 3, 9), "There is no match 3 in round 1"),
        (facts.TableMoved(1, 1, 0), "“0” is not a table"),
        (facts.TableMoved(1, 1, 2), "two pairs sit at one table."),
        (facts.TableMoved(1, 1, 9, other=3), "There is no match 3 in round 1"),
        (facts.TableMoved(1, 1, 1, other=2), "two pairs sit at one table."),
        (facts.RoundClosed(1), "round 1 is draft at that point, not published."),
        (facts.ResultKeyed(1, 1, TWO_ONE), "round 1 is not published at that point."),
        (facts.ResultCorrected(1, 1, TWO_ONE, ""), "round 1 is not published at that point."),
        (facts.EventFinished(""), "no round is finished, so there is nothing to rank."),
    ],
    "not placed": [(facts.ByeAdded(1, NEXT, WORDLESS), "the reason “float_needed” cannot be put in words.")],
    "somebody left": [(facts.RoundPublished(1), "Eve has left the event and cannot be paired.")],
    "published": [
        (facts.RoundPublished(1), "round 1 is published at that point, not draft."),
        (facts.ByeAdded(1, ANN), "round 1 is published at that point, not draft."),
        (facts.RoundClosed(1), "round 1 has tables without a result."),
        (late(player=ANN), "Ann is in this round twice."),
        (late(player=NOBODY), "there is no player 99."),
        (facts.ResultConfirmed(1, 1), "table 1 has no report waiting to be confirmed."),
        (facts.ResultCorrected(1, 1, TWO_ONE, ""), "table 1 has no result to correct."),
        (facts.ResultReported(1, 1, TWO_ONE, CEM), "player 3 does not play at table 1."),
        (facts.ResultReported(1, 1, Result({}, Ending.NO_SHOW, (NOBODY,))), "there is no player 99."),
        (facts.ResultReported(1, 1, Result({}, Ending.NO_SHOW, (ANN, ANN))), "a result names a player twice."),
        (
            facts.ResultReported(1, 1, Result({"vp": [2, 1], "sp": ["", ""]})),
            "this result is not written the way Muster saves it.",
        ),
        (facts.ResultKeyed(1, 1, Result({"vp": [-1, 0]})), "“-1” should be"),
        (facts.ResultObjected(1, 1, ANN), "Table 1 has no result yet."),
        (facts.ResultObjected(1, 1, CEM), "player 3 does not play at table 1."),
        (facts.ObjectionAnswered(1, 1, "no"), "Nobody objects to the result of table 1."),
    ],
    "reported": [
        (drawn(), "Round 1 already has results, so it cannot be drawn again."),
        (swapped(), "round 1 already has results."),
        (facts.RoundWithdrawn(1, ""), "round 1 already has results."),
        (facts.ResultConfirmed(1, 1, ANN), "player 1 confirms their own report."),
        (facts.ResultConfirmed(1, 1, CEM), "player 3 does not play at table 1."),
    ],
    "one in": [
        (facts.ResultReported(1, 1, TWO_ONE), "table 1 already has a result."),
        (facts.ResultConfirmed(1, 1), "table 1 already has a result."),
        (swapped(), "round 1 already has results."),
        (facts.ResultObjected(1, 1, ANN), "You reported or confirmed this result yourself."),
    ],
    "closed": [
        (facts.ResultKeyed(1, 1, TWO_ONE), "round 1 is closed at that point, not published."),
        (facts.TableMoved(1, 1, 9), "round 1 is closed."),
        (facts.RoundWithdrawn(1, ""), "round 1 already has results."),
        (facts.EventFinished("another"), "the seed does not match the hash in the first entry."),
    ],
    "second": [(facts.RoundClosed(1), "round 1 is not the current one.")],
    "latecomer": [
        (late(player=EVE), "Eve is in this round twice."),
        (late(a=NEXT, b=ANN), "round 1: a latecomer can only play somebody who has a bye."),
        (late(b=NOBODY), "round 1: a latecomer can only play somebody who has a bye."),
        (late(a=ANN), "round 1: a latecomer can only play somebody who has a bye."),
        (late(down=ANN), "round 1: a latecomer can only play somebody who has a bye."),
        (late(table=1), "two pairs sit at one table."),
        (late(why=WORDLESS), "the reason “float_needed” cannot be put in words."),
        (late(table_why=WORDLESS), "the reason “float_needed” cannot be put in words."),
    ],
    "latecomer left": [(late(), "Fay cannot come into round 1 late.")],
    "swiss": [(facts.CutMade(0, ()), "a cut to the top 0 has 0 players.")],
    "swiss over": [
        (facts.CutMade(4, (ANN, NOBODY)), "there is no player 99."),
        (facts.CutMade(4, (ANN, ANN)), "a player is seeded twice."),
        (facts.CutMade(4, (ANN,)), "a cut to the top 4 has 1 players."),
        (facts.CutMade(2, (ANN, EVE, CEM)), "a cut to the top 2 has 3 players."),
    ],
    "cut": [
        (facts.CutMade(4, (ANN, EVE)), "the event is already in its elimination stage."),
        (facts.CutRefilled(BEN, None, (ANN, EVE, CEM, DEE)), "player 2 does not leave the cut."),
        (facts.CutRefilled(ANN, BEN, (ANN, EVE, CEM, DEE)), "player 1 does not leave the cut."),
        (facts.CutRefilled(NOBODY, None, (EVE, CEM)), "there is no player 99."),
        (facts.CutRefilled(ANN, NOBODY, (EVE, CEM)), "there is no player 99."),
        (facts.CutRefilled(ANN, None, (EVE, CEM), (NOBODY,)), "there is no player 99."),
        (facts.CutRefilled(ANN, BEN, (EVE, CEM, BEN)), "the rest of the cut would change."),
        (facts.CutRefilled(None, None, (EVE, CEM, DEE)), "the rest of the cut would change."),
        *((semi_finals(*games), "has the games 1 to 2, each once.") for games in ((0, 1), (2, 3), (1, 1))),
    ],
    "byes alone": [(facts.RoundWithdrawn(1, ""), "round 1 already has results.")],
    "bracket of three": [
        (facts.LatecomerSeated(3, BEN, DrawnPair(EVE, BEN, 3)), "Ben cannot come into round 3 late."),
    ],
    "semi-finals drawn": [
        (facts.CutRefilled(ANN, BEN, (EVE, CEM, DEE, BEN)), "the elimination stage has begun."),
        (semi_finals(1, 3), "has the games 1 to 2, each once."),
    ],
    "semi-finals": [
        (facts.LatecomerSeated(3, BEN, DrawnPair(ANN, BEN, 3)), "round 3: a latecomer can only play somebody"),
    ],
    "semi-finals over": [
        (final(2), "has the games 1 to 1, each once."),
        (final(1, 3), "has the games 1 to 1, each once."),
        (final(1, 1), "has the games 1 to 1, each once."),
    ],
}


@pytest.mark.parametrize("point", IMPOSSIBLE)
def test_what_nobody_could_have_done_is_refused(point: str) -> None:
    """X-01 X-02 X-03 X-16: checked against the state before it, with one sentence."""
    for fact, sentence in IMPOSSIBLE[point]:
        must_be_refused(point, fact, sentence)


def test_a_cut_comes_after_rounds_that_are_finished() -> None:
    for point in ("new", "published", "second"):
        must_be_refused(point, facts.CutMade(2, (ANN, BEN)), "a cut comes after rounds that are finished.")


def test_a_result_without_what_its_game_reads_is_refused() -> None:
    """What a form fills in is in every recorded result."""
    hall = at("published")

    def score(game: Game) -> tuple[Score, Score]:
        assert game.result.values["sp"]
        return hall.system.score(game)

    needs_all = replace(hall.system, score=score)
    with pytest.raises(BadInput, match=r"^the result lacks “'sp'”\.$"):
        check(facts.ResultKeyed(1, 1, TWO_ONE), hall.event, needs_all)
    check(facts.ResultKeyed(1, 1, Result({"vp": [2, 1], "sp": [None, None]})), hall.event, needs_all)


def test_another_first_day_leaves_the_further_days_after_it() -> None:
    hall = Hall("bushido", NAMES)
    two_days = Timetable("10:00", 15, 60, days=(PlayDay(2, "2026-11-16", "10:00"),))
    hall.desk.act(hall.id, lambda _: [facts.EventAmended(date="2026-11-15", timetable=two_days)], STAFF)
    check(facts.EventAmended(date="2026-11-14"), hall.event, hall.system)
    with pytest.raises(Refusal, match="is not after the day before it"):
        check(facts.EventAmended(date="2026-11-16"), hall.event, hall.system)
