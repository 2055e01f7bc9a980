"""Results: report, confirm, concede, no-show, double loss, correct with a look at what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from muster.app.desk import Desk, Opened, trial
from muster.app.results.seen import Shown, is_in_as_shown, must_be_shown, must_be_there
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.forms.fields import check_values
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.core.kit.model import Actor, Ending, PlayerId, Raw, Result
from muster.core.kit.written import whole_number
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, Match, Round
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.fold.play import proceed
from muster.core.rules import results
from muster.core.rules.stages import reseated

Pair = tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class Report:
    """A result as typed. `where` is a table number or a player's name; `round` 0 is the current one."""

    where: str
    values: dict[str, str] = field(default_factory=dict)
    ending: Ending = Ending.PLAYED
    by: tuple[str, ...] = ()
    round: int = 0
    excused: bool = False
    raw: dict[str, Raw] = field(default_factory=dict)
    """Values that already have types (from JSON); `values` are texts."""
    pair: Pair | None = None
    """Who played whom on the page it was filled in on; None if no page was involved."""


def find_match(event: Event, where: str, round_: int = 0) -> tuple[Round, Match]:
    """By table number, or by a player's name or #number."""
    table = whole_number(where)
    if table is not None:
        return results.open_match(event, table=table, round_=round_)
    return results.open_match(event, player=event.find(where).id, round_=round_)


def read_pair(text: str) -> Pair | None:
    """Who played whom, from a form: “3-7”; None if it has nothing like that."""
    a, b = (whole_number(part) for part in (text.partition("-")[0], text.partition("-")[2]))
    return None if a is None or b is None else (PlayerId(a), PlayerId(b))


def _reported_match(event: Event, one: Report) -> tuple[Round, Match]:
    """The match that a result is about, which must still be the one the page showed."""
    round_, match = find_match(event, one.where, one.round)
    if one.pair is not None and one.pair != (match.a, match.b):
        raise Conflict(
            "The pairings of round {number} have changed: {a} v {b} at table {table}. Nothing was entered; "
            "check and enter it again.",
            number=numbered(event, round_.number),
            a=event.name_of(match.a),
            b=event.name_of(match.b),
            table=match.table,
        )
    return round_, match


def read_result(system: System, texts: dict[str, str]) -> dict[str, Raw]:
    known = {f.key: f for f in system.result_fields}
    values: dict[str, Raw] = {}
    for key, text in texts.items():
        if key not in known:
            raise BadInput(
                "“{key}” is not a field of a {name} result. The fields are: {known}.",
                key=key,
                name=system.name,
                known=", ".join(known),
            )
        values[key] = known[key].read(text)
    return values


def complete(system: System, values: dict[str, Raw]) -> Result:
    """A played result with every field filled in."""
    return Result(check_values(system.result_fields, values, tr("a {name} result", name=system.name)))


def _side_order(event: Event, match: Match, where: str, values: dict[str, Raw], system: System) -> dict[str, Raw]:
    """Values typed from a named player's side are swapped if that player is side b."""
    if whole_number(where) is not None or event.find(where).id == match.a:
        return values
    turned: dict[str, Raw] = {}
    for spec in system.result_fields:
        if spec.key not in values:
            continue
        value = values[spec.key]
        if isinstance(value, list):
            turned[spec.key] = value[::-1]
        elif spec.choices[:2] == ("a", "b") and value in ("a", "b"):
            turned[spec.key] = "b" if value == "a" else "a"
        else:
            turned[spec.key] = value
    return turned


def _facts(system: System, event: Event, one: Report, reporter: PlayerId | None, device: str) -> list[Fact]:
    round_, match = _reported_match(event, one)
    values = {**read_result(system, one.values), **one.raw}
    values = _side_order(event, match, one.where, values, system)
    by = tuple(event.find(name).id for name in one.by)
    return results.report(
        event,
        system,
        round_,
        match,
        values,
        ending=one.ending,
        by=by,
        reporter=reporter,
        excused=one.excused,
        device=device,
    )


def report(
    desk: Desk, event_id: str, reports: Sequence[Report], actor: Actor, request: str = "", device: str = ""
) -> Opened:
    """One result, or many in one action: all or none. Players report their own match, from the phone `device`."""

    def decide(opened: Opened) -> list[Fact]:
        state = opened.event if len(reports) == 1 else opened.event.branch()
        facts: list[Fact] = []
        for number, one in enumerate(reports, start=1):
            try:
                new = _facts(opened.system, state, one, actor.player, device)
            except Refusal as refusal:
                if len(reports) == 1:
                    raise
                raise Refusal(
                    "Result {number} of {reports}: {refusal}",
                    clause=refusal.clause,
                    number=number,
                    reports=len(reports),
                    refusal=refusal.message,
                ) from None
            if len(reports) > 1:
                proceed(state, [Entry(0, "", actor, "", fact) for fact in new])
            facts.extend(new)
        return facts

    return desk.act(event_id, decide, actor, request)


def key(desk: Desk, event_id: str, one: Report, actor: Actor, request: str = "") -> Opened:
    """One result entered at the desk; if everything is entered twice, the first entry is kept aside."""
    return desk.act(event_id, lambda opened: keying(opened, one), actor, request)


def keying(opened: Opened, one: Report) -> list[Fact]:
    """The facts of an entry, not recorded yet: what the desk shows before Enter is pressed."""
    event, system = opened.event, opened.system
    round_, match = _reported_match(event, one)
    values = _side_order(event, match, one.where, {**read_result(system, one.values), **one.raw}, system)
    by = tuple(event.find(name).id for name in one.by)
    return results.key(event, system, round_, match, values, ending=one.ending, by=by, excused=one.excused)


def confirm(
    desk: Desk,
    event_id: str,
    where: str,
    actor: Actor,
    page: Shown | None = None,
    request: str = "",
    device: str = "",
) -> Opened:
    """Accepts the one report there is; from a page, only what the page showed. If that is already in, nothing
    changes.
    """

    def decide(opened: Opened) -> list[Fact]:
        round_, match = find_match(opened.event, where, 0 if page is None else page.round)
        if page is not None:
            if is_in_as_shown(round_, match, page):
                return []
            must_be_there(opened, round_, match, page)
        facts = results.confirm(opened.event, opened.system, round_, match, actor.player, device)
        if page is not None:
            must_be_shown(opened, round_, match, page, actor.player)
        return facts

    return desk.act(event_id, decide, actor, request)


def correction(opened: Opened, one: Report, reason: str) -> list[Fact]:
    """The facts of a correction, not recorded yet, for a preview."""
    event, system = opened.event, opened.system
    if not one.round and event.current is None:
        raise Refusal("No round has been drawn yet, so there is nothing to correct.")
    round_, match = find_match(event, one.where, one.round)
    values = {**read_result(system, one.values), **one.raw}
    values = _side_order(event, match, one.where, values, system)
    by = tuple(event.find(name).id for name in one.by)

    def corrected(values: dict[str, Raw]) -> list[Fact]:
        facts = results.correct(
            event, system, round_, match, values, ending=one.ending, by=by, reason=reason, excused=one.excused
        )
        return [*facts, *reseated(trial(opened, facts), system)] if event.stage.qualified else facts

    if match.result is None or not match.result.ending is one.ending is Ending.PLAYED:
        return corrected(values)
    # Only what is typed changes; an empty value (`how=`) clears a field.
    merged = {**match.result.values, **values}
    try:
        return corrected(merged)
    except BadInput:
        stale = _stale(system, match.result.values, merged)
        if not stale:
            raise
        return corrected({key: value for key, value in merged.items() if key not in stale})


def _stale(system: System, old: dict[str, Raw], new: dict[str, Raw]) -> set[str]:
    """Values kept from the old result that depend on one which has changed."""
    return {
        field.key
        for field in system.result_fields
        if field.rests_on
        and new.get(field.key) == old.get(field.key)
        and new.get(field.rests_on) != old.get(field.rests_on)
    }


def correct(desk: Desk, event_id: str, one: Report, reason: str, actor: Actor, request: str = "") -> Opened:
    return desk.act(event_id, lambda opened: correction(opened, one, reason), actor, request)
