"""How a player is found by what somebody typed: `Event.find`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.lots import Urn
from muster.core.record.event import Event
from muster.core.record.facts.play import PlayerEnrolled
from muster.core.record.player import Player
from muster.core.rules.players import Newcomer, enrol
from muster.systems import registry

INVISIBLE = ("\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u202e")
SPACES = (" ", "  ", "\u00a0", "\u2009", "\t")
WRITTEN = st.text(st.sampled_from("aZ1#-.' ’éß\u0301\u00adß山" + "".join(INVISIBLE)), max_size=8)


def event_of(*names: str) -> Event:
    """Enrolled as at the desk, as far as it accepts them."""
    event = Event("Cup", "bushido", "1", "", "1", "")
    system = registry.find("bushido")
    for name in names:
        try:
            facts = enrol(event, system, [Newcomer(name)], Urn("seed"))
        except Refusal:
            continue
        for fact in facts:
            assert isinstance(fact, PlayerEnrolled)
            event.players[fact.player] = Player(fact.player, fact.name, fact.lot)
            event.enrolled = fact.player
    return event


@given(st.lists(WRITTEN, max_size=5), st.data())
def test_every_enrolled_name_finds_its_player(names: list[str], data: st.DataObject) -> None:
    """However its invisible characters and spaces are typed."""
    event = event_of(*names)
    for player in event.players.values():
        typed = "".join(
            data.draw(st.sampled_from(SPACES)) if c == " " else c + data.draw(st.sampled_from(("", *INVISIBLE)))
            for c in player.name
        )
        assert event.find(player.name) is player
        assert event.find(typed) is player
        assert event.find(f"#{player.id}") is player


def test_a_name_wins_over_a_number_and_the_sign_is_always_the_number() -> None:
    event = event_of("Ann", "1", "-Code-")
    assert [event.find(text).name for text in ("1", "#1", "2", "#2", "3", "-code-")] == [
        "1",
        "Ann",
        "1",
        "1",
        "-Code-",
        "-Code-",
    ]
    with pytest.raises(UnknownName, match="“#4”"):
        event.find("#4")


def test_nobody_is_called_like_a_number_with_its_sign() -> None:
    with pytest.raises(BadInput, match="“#7” means player 7"):
        enrol(event_of(), registry.find("bushido"), [Newcomer("#\u00ad7")], Urn("seed"))


@pytest.mark.parametrize("typed", ["meyer", "MEYER", "cem", "Meyer Cem", "Cem\u00a0Meyer", "Me\u00adyer"])
def test_part_of_a_name_finds_its_only_bearer(typed: str) -> None:
    assert event_of("Ann Lee", "Cem Meyer", "Bo Meyerling").find(typed).name == "Cem Meyer"


@pytest.mark.parametrize("typed", ["o’brien", "O'Brien", "Anna O’Brien", "anna-o'brien"])
def test_marks_that_only_the_eye_tells_apart_do_not_matter(typed: str) -> None:
    assert event_of("Anna O'Brien", "Lea Brien").find(typed).name == "Anna O'Brien"


def test_several_bearers_are_listed() -> None:
    event = event_of("Ann Lee", "Cem Meyer", "Lea Meyer")
    with pytest.raises(BadInput) as refused:
        event.find(" meyer")
    assert str(refused.value) == (
        "Several players are called “meyer”: Cem Meyer (#2), Lea Meyer (#3). Enter the whole name or the number."
    )
    assert event.find("lea meyer").id == 3


def test_a_whole_name_is_not_mistaken_for_part_of_another() -> None:
    assert event_of("Lee Ann", "Lee").find("lee").name == "Lee"


def test_half_a_word_finds_nobody() -> None:
    with pytest.raises(UnknownName, match="did you mean “Cem Meyer”"):
        event_of("Cem Meyer").find("Cem Meye")
