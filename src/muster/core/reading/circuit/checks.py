"""Whether an event counts in its season: everything the circuit asks of it, each with what is so and its clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from muster.core.book.circuit.definition import Circuit, Due, IfNot, Requirement, Tier
from muster.core.forms.options import Value
from muster.core.kit.language import Message, listed, plural, tr
from muster.core.record.season.facts import ResultsTaken
from muster.core.record.season.journal import SeasonEvent


class CheckState(StrEnum):
    MET = "met"
    OPEN = "open"
    """It can still be met."""
    MISSED = "missed"
    WARNING = "warning"
    """Not what the circuit asks for, but it counts anyway."""


@dataclass(frozen=True, slots=True)
class Check:
    """`title`: the requirement. `told`: what was found. `needed`: without it the event earns nothing."""

    key: str
    state: CheckState
    title: Message
    told: Message
    clause: str = ""
    needed: bool = True
    on: str = ""
    due: str = ""


RESULTS = "results"
"""The key of the check that says whether the event's results are in the season."""


def event_checks(circuit: Circuit, event: SeasonEvent, today: date) -> tuple[Check, ...]:
    """Everything that decides whether the event counts on a day."""
    return tuple(_checks(circuit, event, today))


def counts(checks: tuple[Check, ...]) -> bool:
    """WMH-132: if one necessary thing is not met, the event earns nobody anything."""
    return all(not one.needed or one.state in (CheckState.MET, CheckState.WARNING) for one in checks)


def _checks(circuit: Circuit, event: SeasonEvent, today: date) -> Iterator[Check]:
    entered, results = event.entered, event.results
    if entered.carried_from:
        title = tr("Final of the season before")
        told = tr("It was the final of {season}. Its standings earn points here.", season=entered.carried_from)
        yield Check("carried", CheckState.MET, title, told, circuit.carry_clause)
    yield _results(event)
    if results is not None:
        yield from _groups(circuit, results)
    if entered.carried_from:
        return
    tier = circuit.tier(entered.tier)
    if results is not None:
        yield from _size(tier, event, results)
        yield from (_option(tier, key, wanted, results.options.get(key)) for key, wanted in tier.options.items())
    if tier.attendees:
        yield _attendees(tier, entered.attendees)
    for requirement in circuit.requirements:
        yield _requirement(requirement, event, today)


def _results(event: SeasonEvent) -> Check:
    title = tr("Results in the season")
    if event.results is None:
        told = tr("The results of {event} are not in the season yet.", event=event.entered.name)
        return Check(RESULTS, CheckState.OPEN, title, told)
    players = plural(event.results.players, "{n} player took part.", "{n} players took part.")
    return Check(RESULTS, CheckState.MET, title, players)


def _groups(circuit: Circuit, results: ResultsTaken) -> Iterator[Check]:
    """Tables of clubs or teams that nobody in the event counts for; in a copy without names nobody can tell."""
    for group in circuit.groups:
        texts = results.fields.get(group.field)
        if texts and not any(texts):
            told = tr("“{field}” is empty for every player, so nobody counts for this table.", field=group.field)
            yield Check(f"group {group.title}", CheckState.WARNING, tr(group.title), told, needed=False)


def _otherwise(tier: Tier) -> CheckState:
    return CheckState.WARNING if tier.if_not is IfNot.WARNING else CheckState.MISSED


def _size(tier: Tier, event: SeasonEvent, results: ResultsTaken) -> Iterator[Check]:
    """The event's players; or, if others fed it, the different players of those (WMH-010)."""
    if event.entered.qualifiers:
        found, least = results.distinct or 0, tier.qualifiers
        title = plural(
            least,
            "At least {n} player over its qualifiers",
            "At least {n} different players over its qualifiers",
        )
        told = plural(found, "{n} different player.", "{n} different players.")
        state = CheckState.MET if found >= least else _otherwise(tier)
        yield Check("qualifiers", state, title, told, tier.qualifiers_clause or tier.clause)
        if results.elsewhere:
            title = tr("Qualifiers in the same place as the event")
            told = tr("Held elsewhere: {names}.", names=listed(results.elsewhere))
            yield Check("elsewhere", CheckState.WARNING, title, told, tier.place_clause)
    elif tier.players:
        title = plural(tier.players, "At least {n} player", "At least {n} players")
        state = CheckState.MET if results.players >= tier.players else _otherwise(tier)
        told = plural(results.players, "{n} player took part.", "{n} players took part.")
        yield Check("players", state, title, told, tier.clause)


def _attendees(tier: Tier, attendees: int | None) -> Check:
    title = plural(tier.attendees, "At least {n} person at the convention", "At least {n} people at the convention")
    if attendees is None:
        state = CheckState.WARNING if tier.if_not is IfNot.WARNING else CheckState.OPEN
        return Check("attendees", state, title, tr("How many there were is not recorded."), tier.clause)
    state = CheckState.MET if attendees >= tier.attendees else _otherwise(tier)
    return Check("attendees", state, title, plural(attendees, "{n} person.", "{n} people."), tier.clause)


def _option(tier: Tier, key: str, wanted: Value, found: Value) -> Check:
    title = tr("{key}: {wanted}", key=key, wanted=_said(wanted))
    state = CheckState.MET if found == wanted else _otherwise(tier)
    return Check(f"option {key}", state, title, tr("It is “{found}”.", found=_said(found)), tier.clause)


def _said(value: Value) -> Message | str:
    """An option's value in words."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return str(value)


def _requirement(asked: Requirement, event: SeasonEvent, today: date) -> Check:
    first, last = (date.fromisoformat(day) for day in (event.entered.first_day, event.entered.last_day))
    due = _due(asked, first, last)
    met = event.met.get(asked.key)
    if met is None:
        state, told = _not_met(due, today)
    else:
        state, told = _met(asked, date.fromisoformat(met.on), first, last, due)
    return Check(
        asked.key,
        state,
        tr(asked.title),
        told,
        asked.clause,
        asked.needed,
        "" if met is None else met.on,
        "" if due is None else due.isoformat(),
    )


def _due(asked: Requirement, first: date, last: date) -> date | None:
    """The last day on which it can be done, inclusive (W-44)."""
    if asked.when is Due.BEFORE:
        return first
    return None if asked.days is None else last + timedelta(days=asked.days)


def _not_met(due: date | None, today: date) -> tuple[CheckState, Message]:
    if due is None:
        return CheckState.OPEN, tr("Not done yet.")
    if today > due:
        return CheckState.MISSED, tr("Not done. The last day was {due}.", due=due)
    return CheckState.OPEN, plural(
        (due - today).days, "{n} day left, until {due}.", "{n} days left, until {due}.", due=due
    )


def _met(asked: Requirement, on: date, first: date, last: date, due: date | None) -> tuple[CheckState, Message]:
    if asked.when is Due.AFTER and on < last:
        return CheckState.MISSED, tr("Done on {on}, before the event ended on {last}.", on=on, last=last)
    if due is not None and on > due:
        late = plural((on - due).days, "{n} day late", "{n} days late")
        return CheckState.MISSED, tr("Done on {on}, {late}. The last day was {due}.", on=on, late=late, due=due)
    return CheckState.MET, tr("Done on {on}.", on=on)
