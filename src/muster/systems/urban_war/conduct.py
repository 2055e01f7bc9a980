"""Conduct at an Urban War event: what is expected of players, and that a ruling is final.

There is no list of infractions to choose from: the guide asks for politeness (UW-04) and readiness (UW-09) and names no
kinds of misconduct and no penalties. A list would be a rule of our own; umpires put a penalty's reason in words.
"""

from __future__ import annotations

from muster.game import Conduct, Expectation, Settings, Topic, mark

EXPECTED = (
    Expectation(
        Topic.EVENT,
        mark(
            "One person is in charge: the organiser pairs the rounds and says who has won. Umpires and referees help."
        ),
        "UW-03",
    ),
    Expectation(Topic.PLAY, mark("Be ready when the round starts. The round does not wait for you."), "UW-09"),
    Expectation(
        Topic.FAIR,
        mark("Be polite to the organiser and to everyone who helps. They put a lot of work into your event."),
        "UW-04",
    ),
    Expectation(
        Topic.DISPUTE,
        mark("Try to agree with your opponent first. If you cannot, ask an umpire or referee."),
        "UW-05",
    ),
    Expectation(Topic.DISPUTE, mark("Their ruling is final. Do not discuss it: play on immediately."), "UW-06"),
    Expectation(Topic.LEAVE, mark("If you concede a game, you are out of the event and cannot win a place."), "UW-53"),
)


def expects(settings: Settings) -> tuple[Expectation, ...]:
    return EXPECTED


CONDUCT = Conduct(last_word=None, last_word_clause="UW-06", expects=expects)
