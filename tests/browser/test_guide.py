"""The organiser's guide is true: its steps are followed word by word, and the page words in its text exist."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog

from muster.app.languages import CODES, own_catalogue, texts
from tests.browser.guide import PAGE, Follower, begin, steps
from tests.browser.venue import Venue


def test_every_step_can_be_followed(venue: Venue) -> None:
    follower = Follower(venue)
    for step in steps(PAGE.read_text("utf-8")):
        try:
            follower.follow(step)
        except Exception as error:  # Whatever fails, say which line of the guide it was.
            raise AssertionError(f"{PAGE.name}, line {step.line}: {step.text}\n{error}") from error


def english(known: Catalog) -> list[str]:
    """Every text of the pages, as it is written."""
    return [text for one in known for text in ([one.id] if isinstance(one.id, str) else one.id) if text]


def test_page_words_between_the_steps_exist() -> None:
    """In the text between the steps, italics are also words on a page."""
    prose = re.sub(r"^\d+\. [^\n]*(?:\n   [^\n]*)*|^```.*?^```", "", PAGE.read_text("utf-8"), flags=re.M | re.S)
    prose = prose.partition("Contents:")[2]
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", prose))
    assert len(named) > 40
    known = [*english(own_catalogue(CODES[0])), *texts(CODES[0]).found]
    shown = [re.sub(r"\{\w+\}", "…", text) for text in known]
    missing = [words for words in named if not any(begin(words).fullmatch(text) for text in shown)]
    assert not missing, missing


def test_a_step_whose_words_are_not_on_the_page_fails(venue: Venue) -> None:
    """The follower itself: it presses nothing with a different name."""
    follower = Follower(venue, patience=500)
    first, *_ = steps("```sh\n./muster serve\n```\n")
    follower.follow(first)
    for wrong in ("Press **New tournament**.", "In **Nickname**, type `Ann`.", "You see *Tournaments*."):
        (step,) = steps(f"1. {wrong}\n")
        with pytest.raises(AssertionError):
            follower.follow(step)
