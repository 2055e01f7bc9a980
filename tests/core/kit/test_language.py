"""Messages: the same data in every language, compared by value, in English for logs and tests."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import ClassVar

import pytest

from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import English, Message, either, listed, plural, tr


class State(StrEnum):
    NOT_OPEN = "not_open"


class German(English):
    TEXTS: ClassVar = {
        "Table {table} is {state}.": "Tisch {table} ist {state}.",
        "open": "offen",
        "not open": "zu",
        "{listed} or {last}": "{listed} oder {last}",
        "{listed} and {n} more": "{listed} und {n} weitere",
    }

    def text(self, english: str) -> str:
        return self.TEXTS.get(english, english)

    def plural(self, number: int, one: str, many: str) -> str:
        return "{n} Runde" if number == 1 else "{n} Runden"

    def day(self, day: date) -> str:
        return f"{day.day}.{day.month}.{day.year}"


def test_one_message_is_said_in_two_languages() -> None:
    message = tr("Table {table} is {state}.", table=4, state=tr("open"))
    assert (str(message), message.in_(German())) == ("Table 4 is open.", "Tisch 4 ist offen.")
    assert message == Message("Table {table} is {state}.", {"table": 4, "state": Message("open")})
    assert len({message, tr("Table {table} is {state}.", table=4, state=tr("open"))}) == 1


def test_a_refusal_is_data_and_its_text_is_english() -> None:
    refusal = BadInput("Table {table} is {state}.", clause="X-02", table=4, state=tr("open"))
    assert (str(refusal), refusal.message.in_(German())) == ("Table 4 is open.", "Tisch 4 ist offen.")
    assert (refusal.kind, refusal.clause) == ("bad_input", "X-02")
    assert Refusal(refusal.message).message == refusal.message


def test_a_state_is_a_word_of_the_program_and_looked_up() -> None:
    message = tr("Table {table} is {state}.", table=4, state=State.NOT_OPEN)
    assert (str(message), message.in_(German())) == ("Table 4 is not open.", "Tisch 4 ist zu.")


@pytest.mark.parametrize(("number", "english", "german"), [(1, "1 round", "1 Runde"), (3, "3 rounds", "3 Runden")])
def test_a_number_picks_the_form(number: int, english: str, german: str) -> None:
    message = plural(number, "{n} round", "{n} rounds")
    assert (str(message), message.in_(German())) == (english, german)


def test_several_are_listed_and_the_rest_is_counted() -> None:
    assert str(listed([])) == ""
    assert str(listed(["Ann", "Bob"])) == "Ann, Bob"
    assert listed(["Ann", "Bob", "Cem"], most=2).in_(German()) == "Ann, Bob und 1 weitere"
    assert (str(either([1])), either([1, 2, 3]).in_(German())) == ("1", "1, 2 oder 3")


def test_what_people_typed_stays_as_it_is() -> None:
    """Braces too, and a name that is a word of the catalogue."""
    assert tr("Table {table} is {state}.", table="{x}", state="open").in_(German()) == "Tisch {x} ist open."
    assert str(UnknownName("player", "{0}", [])) == "No player is called “{0}”; there is none yet."


def test_a_day_is_written_as_the_reader_writes_it() -> None:
    message = tr("Table {table} is {state}.", table=1, state=date(2026, 11, 15))
    assert (str(message), message.in_(German())) == ("Table 1 is 2026-11-15.", "Tisch 1 ist 15.11.2026.")
