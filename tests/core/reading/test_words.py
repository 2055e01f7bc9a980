"""Reasons as messages: words of the game are translated with their sentence, days are written by the reader."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import ClassVar

from muster.core.kit.language import English
from muster.core.kit.reasons import Reason
from muster.core.reading.words import say
from tests.app.hall import Hall


class German(English):
    TEXTS: ClassVar = {
        "a {strength} storm since {since} at {place}, with {gear}": "{strength} Sturm, {place} mit {gear} seit {since}",
        "very heavy": "sehr schwerer",
        "rope": "Seil",
        "tent": "Zelt",
    }

    def text(self, english: str) -> str:
        return self.TEXTS.get(english, english)

    def day(self, day: date) -> str:
        return f"{day.day}.{day.month}.{day.year}"


def test_words_and_days_of_a_game_are_said_in_the_readers_language() -> None:
    hall = Hall("bushido", ["Ann"])
    system = replace(
        hall.system,
        sentences={"storm": "a {strength} storm since {since} at {place}, with {gear}"},
        reason_words=("strength", "gear"),
        reason_days=("since",),
    )
    data = {"strength": "very_heavy", "since": "2026-11-09", "place": "tent", "gear": ["rope", "tent"]}
    message = say(Reason("storm", data), hall.event, system)
    assert str(message) == "a very heavy storm since 2026-11-09 at tent, with rope, tent"
    assert message.in_(German()) == "sehr schwerer Sturm, tent mit Seil, Zelt seit 9.11.2026"
