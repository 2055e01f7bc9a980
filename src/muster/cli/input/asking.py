"""Questions in the terminal, only where somebody sits at it: scripts and pipes are refused in words instead."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from muster.app.desk import Opened
from muster.app.people import intake
from muster.app.people.intake import Written
from muster.app.people.roster import needed
from muster.app.speech import tr
from muster.cli.call import Call
from muster.core.forms.fields import Field
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message


def can_ask(call: Call) -> bool:
    return not call.json and sys.stdin.isatty() and sys.stdout.isatty()


def with_answers(call: Call, opened: Opened, people: Sequence[Written]) -> list[Written]:
    """Everybody who is written, with what the game needs to know and nobody has written: asked for, as in a browser.

    Without a terminal, people who are in no list are refused here; a list is read as it is, and says which line it was.
    """
    if people and people[0].line and not can_ask(call):
        return list(people)
    numbered = [replace(one, line=number) for number, one in enumerate(people, start=1)]
    whole = intake.with_asked(opened.system, numbered, answers(call, opened, numbered))
    return [replace(one, line=was.line) for one, was in zip(whole, people, strict=True)]


def answers(call: Call, opened: Opened, people: Sequence[Written]) -> dict[str, str]:
    """What people in a list lack, each answer as `intake.asked_as` calls it."""
    if not needed(opened.system):
        return {}
    asks = [(one, field) for one in intake.lacking(opened, people) for field in one.fields]
    if asks and not can_ask(call):
        one, field = asks[0]
        raise BadInput(
            "{field} for {name} is missing. Add it with --field {key}=VALUE.",
            clause=field.clause,
            field=Message(field.label),
            name=one.name,
            key=field.key,
        )
    return {intake.asked_as(one.line, field.key): _answer(field, one.name) for one, field in asks}


def _answer(field: Field, name: str) -> str:
    question = tr("{field} for {name}", field=Message(field.label), name=name)
    if field.choices:
        question += f" ({', '.join(field.choices)})"
    while True:
        text = str(click.prompt(question, err=True)).strip()
        try:
            field.check(field.read(text))
        except Refusal as refusal:
            click.echo(str(refusal), err=True)
        else:
            return text
