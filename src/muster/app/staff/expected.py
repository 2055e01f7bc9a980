"""What the book expects of players, spectators and staff, by topic: what pages show of it."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.core.book.conduct import Topic

EVERYBODY = (Topic.EVENT, Topic.BRING, Topic.PLAY, Topic.FAIR, Topic.DISPUTE, Topic.WATCH, Topic.LEAVE)
"""What players and spectators read, in this order. The rest is on the staff's pages."""


class ExpectationView(View, frozen=True):
    """What is expected, in one or two sentences, and the clause it comes from."""

    text: str
    clause: str


class TopicView(View, frozen=True):
    """A part of the page about what is expected."""

    key: str
    title: str
    expected: list[ExpectationView]


def expected_of(opened: Opened, topic: Topic) -> list[ExpectationView]:
    """What the book expects on this topic; empty if it says nothing."""
    found = opened.system.conduct.expects(opened.system.settings(opened.event))
    return [ExpectationView(tr(one.text), one.clause) for one in found if one.topic is topic]


def expected_view(opened: Opened) -> list[TopicView]:
    """Everything that players and spectators should know, by topic."""
    parts = [TopicView(topic.name.lower(), tr(topic.value), expected_of(opened, topic)) for topic in EVERYBODY]
    return [part for part in parts if part.expected]
