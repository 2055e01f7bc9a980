"""Conduct at a Bushido Masters event: what players can expect, and what is expected of them."""

from __future__ import annotations

from muster.game import Conduct, Expectation, Settings, Topic, mark

EXPECTED = (
    Expectation(
        Topic.EVENT,
        mark(
            "A Masters event, the highest level of Bushido: it takes skill, and games are played for scenario points. "
            "Newcomers are welcome."
        ),
        "BUS-01",
    ),
    Expectation(Topic.FAIR, mark("Sportsmanship comes before winning."), "BUS-01"),
    Expectation(Topic.PLAY, mark("Leave the terrain where it is, during a game and between rounds."), "BUS-27"),
)


def expects(settings: Settings) -> tuple[Expectation, ...]:
    return EXPECTED


CONDUCT = Conduct(expects=expects)
