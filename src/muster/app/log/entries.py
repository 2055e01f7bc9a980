"""The journal in words: every entry as a line that an organiser understands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import singledispatch

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.log import awards as award_log
from muster.app.log import claims as claim_log
from muster.app.log import clock as clock_log
from muster.app.log import lists as list_log
from muster.app.log import staff as staff_log
from muster.app.log import venue as venue_log
from muster.app.log.claims import in_words as identified
from muster.app.log.names import Names, because
from muster.app.log.readers import withheld
from muster.app.results.forms import in_words
from muster.app.speech import plural, tr
from muster.core.book.system import System
from muster.core.forms.options import Settings
from muster.core.kit.model import Role
from muster.core.record.facts import play as facts
from muster.core.record.facts.awards import AwardFact
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.clock import ClockFact
from muster.core.record.facts.lists import ListFact
from muster.core.record.facts.play import Entry
from muster.core.record.facts.staff import StaffFact
from muster.core.record.facts.timetable import Timetable
from muster.core.record.facts.venue import VenueFact
from muster.core.record.staff import StaffMember
from muster.core.record.undo import Redone, Undone, effective
from muster.core.rules.players import player_fields


class ToldEntry(View, frozen=True):
    """An entry of the journal as an undo or redo reports it."""

    seq: int
    kind: str
    text: str


class LogLine(View, frozen=True):
    """An entry of the journal in words. `how`: how a player who acted on a phone was identified."""

    seq: int
    at: str
    who: str
    role: Role
    how: str
    kind: str
    text: str
    request: str
    counts: bool


def log_view(opened: Opened, reader: StaffMember | None = None) -> list[LogLine]:
    """Every entry, oldest first; `counts` is false for what was undone.

    For a marshal or judge as `reader`, entries they may not know yet are shown without their content.
    """
    counting = {e.seq for e in effective(opened.entries)}
    names = Names(opened.event, opened.entries)
    names.forget_seats()
    lines: list[LogLine] = []
    for entry in opened.entries:
        names.follow(entry)
        lines.append(
            LogLine(
                seq=entry.seq,
                at=entry.at,
                who=names.who(entry),
                role=entry.actor.role,
                how=_how(entry, names),
                kind=type(entry.fact).__name__,
                text=(reader and withheld(entry.fact, opened.event, names, reader))
                or tell(entry.fact, names, opened.system),
                request=entry.request,
                counts=entry.seq in counting or isinstance(entry.fact, Undone | Redone),
            )
        )
    return lines


def _how(entry: Entry, names: Names) -> str:
    """How a player who acted on a phone was identified. A report from the command line does not come from a phone."""
    player = entry.actor.player
    if player is None or isinstance(entry.fact, ClaimFact) or getattr(entry.fact, "device", None) == "":
        return ""
    how = names.claims.get(player)
    return "" if how is None else identified(how)


@singledispatch
def tell(fact: object, names: Names, system: System) -> str:
    raise TypeError(f"no sentence for {type(fact).__name__}")


@tell.register
def _(fact: ClockFact, names: Names, system: System) -> str:
    return clock_log.tell(fact, names)


@tell.register
def _(fact: StaffFact, names: Names, system: System) -> str:
    return staff_log.tell(fact, names, system)


@tell.register
def _(fact: ListFact, names: Names, system: System) -> str:
    return list_log.tell(fact, names, system)


@tell.register
def _(fact: VenueFact, names: Names, system: System) -> str:
    return venue_log.tell(fact)


@tell.register
def _(fact: ClaimFact, names: Names, system: System) -> str:
    return claim_log.tell(fact, names)


@tell.register
def _(fact: AwardFact, names: Names, system: System) -> str:
    return award_log.tell(fact, names)


@tell.register
def _(fact: facts.EventCreated, names: Names, system: System) -> str:
    return tr(
        "Event “{name}” created ({edition}); seed hash {hash}…",
        name=fact.name,
        edition=fact.edition,
        hash=fact.seed_hash[:12],
    )


@tell.register
def _(fact: facts.EventAmended, names: Names, system: System) -> str:
    changes = [] if fact.name is None else [tr("name {name}", name=fact.name)]
    if fact.date is not None:
        changes.append(tr("date {date}", date=date.fromisoformat(fact.date)) if fact.date else tr("no date"))
    if fact.place is not None:
        changes.append(tr("place {place}", place=fact.place) if fact.place else tr("place removed"))
    if fact.map_link is not None:
        changes.append(tr("map {link}", link=fact.map_link) if fact.map_link else tr("no map"))
    if fact.schedule is not None:
        changes.append(tr("schedule") if fact.schedule else tr("no schedule"))
    if fact.timetable is not None:
        changes.append(_times(fact.timetable) if fact.timetable.start else tr("no times for rounds"))
    return tr("Event changed: {changes}", changes=", ".join(changes))


def _times(times: Timetable) -> str:
    breaks = plural(len(times.breaks), "{n} break", "{n} breaks")
    return tr(
        "start at {start}, {between} minutes between rounds, {breaks}",
        start=times.start,
        between=times.between,
        breaks=breaks,
    )


@tell.register
def _(fact: facts.OptionSet, names: Names, system: System) -> str:
    option = Settings(system.options).option(fact.key)
    said = tr("Option “{title}” set to “{value}”", title=tr(option.title), value=option.words(fact.value))
    return said + because(fact.reason)


@tell.register
def _(fact: facts.PlayerEnrolled, names: Names, system: System) -> str:
    late = tr(", late: missed {rounds}", rounds=_numbers(fact.missed)) if fact.missed else ""
    name = fact.name or names[fact.player]
    if fact.stand_in:
        return tr("{name} enrolled as stand-in player {number}", name=name, number=fact.player) + late
    return tr("{name} enrolled as player {number}", name=name, number=fact.player) + late


@tell.register
def _(fact: facts.EnrolmentsRemoved, names: Names, system: System) -> str:
    told = ", ".join(names[player] for player in fact.players)
    return plural(len(fact.players), "{n} enrolment removed: {told}", "{n} enrolments removed: {told}", told=told)


@tell.register
def _(fact: facts.PlayerAmended, names: Names, system: System) -> str:
    changes = [tr("name {name}", name=fact.name)] if fact.name is not None else []
    labels = {field.key: tr(field.label) for field in player_fields(system)}
    changes += [f"{labels.get(key, key)} {tr('nothing') if v is None else v}" for key, v in fact.values.items()]
    listed = ", ".join(changes) or tr("nothing")
    return tr(
        "{name}, player {number}, changed: {changes}", name=names[fact.player], number=fact.player, changes=listed
    )


@tell.register
def _(fact: facts.CheckedIn, names: Names, system: System) -> str:
    late = tr(", late: missed {rounds}", rounds=_numbers(fact.missed)) if fact.missed else ""
    return tr("{name} checked in", name=names[fact.player]) + late


@tell.register
def _(fact: facts.CheckedOut, names: Names, system: System) -> str:
    return tr("{name} is not here after all", name=names[fact.player])


@tell.register
def _(fact: facts.ScenarioChosen, names: Names, system: System) -> str:
    if fact.seal:
        return tr("{round} scenario set (not shown in this copy)", round=names.round(fact.round))
    if fact.rolled:
        return tr("{round} scenario rolled: {name}", round=names.round(fact.round), name=fact.name)
    return tr("{round} scenario chosen: {name}", round=names.round(fact.round), name=fact.name)


@tell.register
def _(fact: facts.RoundDrawn, names: Names, system: System) -> str:
    pairs = plural(len(fact.pairs), "{n} pair", "{n} pairs")
    if fact.by_hand:
        told = tr("{round} paired by hand: {pairs}", round=names.round(fact.round), pairs=pairs)
    else:
        told = tr("{round} drawn as “{draw}”: {pairs}", round=names.round(fact.round), draw=fact.draw, pairs=pairs)
    byes = tr(", bye: {names}", names=names.listed([b.player for b in fact.byes])) if fact.byes else ""
    return told + byes + because(fact.reason)


@tell.register
def _(fact: facts.PlayersSwapped, names: Names, system: System) -> str:
    first, second = names[fact.first], names[fact.second]
    told = tr("{round}: {first} and {second} swapped", round=names.round(fact.round), first=first, second=second)
    return told + because(fact.reason)


@tell.register
def _(fact: facts.ByeAdded, names: Names, system: System) -> str:
    return tr("{round}: {name} gets a bye", round=names.round(fact.round), name=names[fact.player])


@tell.register
def _(fact: facts.LatecomerSeated, names: Names, system: System) -> str:
    other = fact.pair.a if fact.player == fact.pair.b else fact.pair.b
    return tr(
        "{round}: {name} came late and plays {other}, who had the bye, at table {table}",
        round=names.round(fact.round),
        name=names[fact.player],
        other=names[other],
        table=fact.pair.table,
    )


@tell.register
def _(fact: facts.TableMoved, names: Names, system: System) -> str:
    a, b = names.sides(fact.round, fact.match)
    told = tr("{round}: {a} v {b} moved to table {table}", round=names.round(fact.round), a=a, b=b, table=fact.table)
    return told + because(fact.reason)


@tell.register
def _(fact: facts.RoundWithdrawn, names: Names, system: System) -> str:
    return tr("{round} taken back", round=names.round(fact.round)) + because(fact.reason)


@tell.register
def _(fact: facts.RoundPublished, names: Names, system: System) -> str:
    return tr("{round} published", round=names.round(fact.round))


def _told(fact: facts.ResultReported | facts.ResultKeyed | facts.ResultCorrected, names: Names, system: System) -> str:
    by = [names[p] for p in fact.result.by]
    return tr(in_words(system, fact.result, names.sides(fact.round, fact.match), by))


@tell.register
def _(fact: facts.ResultReported, names: Names, system: System) -> str:
    where, told = names.place(fact.round, fact.match), _told(fact, names, system)
    if fact.reporter is None:
        return tr("{where} reported: {result}", where=where, result=told)
    return tr("{where} reported by {name}: {result}", where=where, name=names[fact.reporter], result=told)


@tell.register
def _(fact: facts.ResultKeyed, names: Names, system: System) -> str:
    where, told = names.place(fact.round, fact.match), _told(fact, names, system)
    return tr("{where} entered once, not saved yet: {result}", where=where, result=told)


@tell.register
def _(fact: facts.ResultConfirmed, names: Names, system: System) -> str:
    where = names.place(fact.round, fact.match)
    by = names[fact.confirmer] if fact.confirmer is not None else tr("staff")
    return tr("{where} confirmed by {by}", where=where, by=by)


@tell.register
def _(fact: facts.ResultCorrected, names: Names, system: System) -> str:
    where, told = names.place(fact.round, fact.match), _told(fact, names, system)
    return tr("{where} corrected: {result}", where=where, result=told) + because(fact.reason)


@tell.register
def _(fact: facts.ResultObjected, names: Names, system: System) -> str:
    where = names.place(fact.round, fact.match)
    return tr("{where}: {name} objects to the result", where=where, name=names[fact.player]) + because(fact.note)


@tell.register
def _(fact: facts.ObjectionAnswered, names: Names, system: System) -> str:
    return tr("{where}: the result stays", where=names.place(fact.round, fact.match)) + because(fact.note)


@tell.register
def _(fact: facts.PlayerDropped, names: Names, system: System) -> str:
    if fact.retired:
        told = tr("{name} retired after round {round}", name=names[fact.player], round=fact.round)
    elif fact.by_result:  # Whoever did not appear in a round was never in it, so they did not leave after it.
        return tr("{name} did not appear in round {round} and was dropped", name=names[fact.player], round=fact.round)
    elif not fact.round:
        told = tr("{name} dropped before round 1", name=names[fact.player])
    else:
        told = tr("{name} dropped after round {round}", name=names[fact.player], round=fact.round)
    return told + because(fact.reason)


@tell.register
def _(fact: facts.PlayerRejoined, names: Names, system: System) -> str:
    if not fact.missed:
        return tr("{name} rejoined", name=names[fact.player])
    return plural(
        len(fact.missed),
        "{name} rejoined; round {rounds} counts as an unpaired loss",
        "{name} rejoined; rounds {rounds} count as unpaired losses",
        name=names[fact.player],
        rounds=", ".join(map(str, fact.missed)),
    )


@tell.register
def _(fact: facts.PlayerExcused, names: Names, system: System) -> str:
    return tr("{name} is excused from round {round}", name=names[fact.player], round=fact.round)


@tell.register
def _(fact: facts.PlayerDisqualified, names: Names, system: System) -> str:
    if not fact.infraction:
        return tr("{name} disqualified", name=names[fact.player]) + because(fact.reason)
    what = tr(system.conduct.name_of(fact.infraction))
    return tr("{name} disqualified for “{what}”", name=names[fact.player], what=what) + because(fact.reason)


@tell.register
def _(fact: facts.CutMade, names: Names, system: System) -> str:
    return tr("Cut to the top {size}: {names}", size=fact.size, names=names.listed(fact.seeds))


@tell.register
def _(fact: facts.CutRefilled, names: Names, system: System) -> str:
    left = "" if fact.left is None else names[fact.left]
    new = "" if fact.promoted is None else names[fact.promoted]
    if not new:
        told = tr("{left} left the cut, nobody stepped in", left=left)
    elif not left:
        told = tr("{new} stepped into the cut", new=new)
    elif fact.promoted == fact.seeds[-1]:
        told = tr("{left} left the cut, {new} stepped in as the lowest seed", left=left, new=new)
    else:
        told = tr("{left} left the cut, {new} is back in it", left=left, new=new)
    return told + (tr(" ({names} declined)", names=names.listed(fact.declined)) if fact.declined else "")


@tell.register
def _(fact: facts.RoundClosed, names: Names, system: System) -> str:
    return tr("{round} closed; standings sealed {digest}", round=names.round(fact.round), digest=fact.digest)


@tell.register
def _(fact: facts.EventFinished, names: Names, system: System) -> str:
    return tr("Event finished; seed {seed}", seed=fact.seed or tr("unknown")) + because(fact.reason)


@tell.register
def _(fact: Undone, names: Names, system: System) -> str:
    return tr("Undone: {what}", what=_taken(fact.first, fact.last, names, system))


@tell.register
def _(fact: Redone, names: Names, system: System) -> str:
    return tr("Redone: {what}", what=_taken(fact.first, fact.last, names, system))


def _taken(first: int, last: int, names: Names, system: System) -> str:
    """What the entries of one action did, described by the last one: what comes with it is recorded before it."""
    entry = names.entry(last)
    if entry is None:
        return tr("entry {number}", number=last)
    more = tr(", and {more} more", more=last - first) if last > first else ""
    return tell(entry.fact, names, system) + more


def _numbers(rounds: Sequence[int]) -> str:
    return plural(len(rounds), "round {rounds}", "rounds {rounds}", rounds=", ".join(str(r) for r in rounds))
