"""The bracket as data: who is where, what is foretold, third place; and the ranks over the rounds."""

from __future__ import annotations

from muster.app.rounds.bracket import BracketGame, bracket_view, has_bracket
from muster.app.rounds.draft import draft_view
from muster.app.rounds.ranks import ranks_view
from tests.app.hall import Hall


def names(game: BracketGame) -> list[str]:
    return [place.text for place in game.places]


def cut_hall(players: int = 8, cut: int = 4, **options: str) -> Hall:
    hall = Hall("l5r", players, cut=str(cut), rounds="2", **options)
    for _ in range(2):
        hall.play({"winner": "a"})
    return hall


def play(hall: Hall) -> None:
    hall.pair()
    opened = hall.publish()
    for match in opened.event.rounds[-1].matches:
        hall.report(str(match.table), winner="a")


def test_there_is_no_bracket_before_the_cut() -> None:
    hall = cut_hall()
    assert bracket_view(hall.opened) is None and not has_bracket(hall.opened)


def test_a_cut_is_foretold_by_its_seeds() -> None:
    """L5R-106: the highest seed meets the lowest."""
    hall = cut_hall()
    hall.cut()
    seeds = [hall.event.name_of(p) for p in hall.event.stage.seeds]
    found = bracket_view(hall.opened)
    assert found is not None
    assert [c.name for c in found.columns] == ["Semi-finals", "Final"]
    assert [names(g) for g in found.columns[0].games] == [[seeds[0], seeds[3]], [seeds[1], seeds[2]]]
    assert names(found.columns[1].games[0]) == ["Winner of game 1", "Winner of game 2"]
    assert [p.seed for g in found.columns[0].games for p in g.places] == [1, 4, 2, 3]


def test_games_that_lead_to_one_stand_together() -> None:
    """L5R-108: the winner of game 1 meets the winner of the last game."""
    hall = cut_hall(12, 8)
    hall.cut()
    play(hall)
    found = bracket_view(hall.opened)
    assert found is not None
    assert [g.number for g in found.columns[0].games] == [1, 4, 2, 3]
    quarter = {g.number: next(p.text for p in g.places if p.won) for g in found.columns[0].games}
    assert [names(g) for g in found.columns[1].games] == [[quarter[1], quarter[4]], [quarter[2], quarter[3]]]
    play(hall)
    drawn = bracket_view(hall.opened)
    assert drawn is not None
    assert [set(names(g)) for g in drawn.columns[1].games] == [{quarter[1], quarter[4]}, {quarter[2], quarter[3]}]


def test_a_draft_stays_the_organisers_own() -> None:
    hall = cut_hall()
    hall.cut()
    before = bracket_view(hall.opened)
    hall.pair()
    assert bracket_view(hall.opened) == before


def test_byes_third_place_and_the_winner() -> None:
    hall = cut_hall(8, 3, play_for_third="yes")
    hall.cut()
    found = bracket_view(hall.opened)
    assert found is not None and names(found.columns[0].games[0])[1] == "bye"
    play(hall)
    play(hall)
    done = bracket_view(hall.opened)
    assert done is not None
    final = done.columns[-1].games[0]
    assert done.champion == names(final)[0]
    assert done.third is None, "one semi-final was a bye, so only one player lost"
    full = cut_hall(8, 4, play_for_third="yes")
    full.cut()
    play(full)
    play(full)
    both = bracket_view(full.opened)
    assert both is not None and both.third is not None and len(both.third.places) == 2
    assert not set(names(both.third)) & set(names(both.columns[-1].games[0]))


def test_elimination_from_the_start() -> None:
    hall = Hall("l5r", 5, format="elimination")
    assert bracket_view(hall.opened) is None
    play(hall)
    found = bracket_view(hall.opened)
    assert found is not None
    assert [len(c.games) for c in found.columns] == [4, 2, 1]
    assert sum(g.state == "bye" for g in found.columns[0].games) == 3


def test_ranks_over_the_rounds_follow_the_standings() -> None:
    hall = Hall("l5r", 6)
    for _ in range(2):
        hall.play({"winner": "a"})
    found = ranks_view(hall.opened)
    assert found.rounds == (1, 2)
    assert [c.name for c in found.careers] == hall.order(2)
    assert {c.name: c.places[0] for c in found.careers} == {name: at for at, name in enumerate(hall.order(1), start=1)}
    assert ranks_view(hall.opened, 1).rounds == (1,)


def test_a_draft_says_once_what_the_draw_says_already() -> None:
    hall = Hall("custom", ["Ann", "Bob"], rounds="2")
    hall.play({"score": "2-0"})
    hall.pair()
    found = draft_view(hall.opened)
    assert found is not None
    told = [n.code for n in found.to_look_at]
    assert told.count("rematch") + told.count("rematch_forced") == 1
    hall.publish()
    assert draft_view(hall.opened) is None
