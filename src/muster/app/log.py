"""The journal in words: every entry as a line that an organiser understands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from muster.app.desk import Opened
from muster.app.exact import Json
from muster.app.forms import in_words
from muster.app.names import Names
from muster.core import facts, list_facts, venue
from muster.core.fold import effective
from muster.core.language import plural, tr
from muster.core.model import Ending, PlayerId, Result, Scalar
from muster.core.system import System


def log_view(opened: Opened) -> list[Json]:
    """Every entry, oldest first; `counts` is false for what was undone."""
    counting = {e.seq for e in effective(opened.entries)}
    names = Names(opened.event, opened.entries)
    names.forget_seats()
    lines: list[Json] = []
    for entry in opened.entries:
        names.follow(entry)
        lines.append(
            {
                "seq": entry.seq,
                "at": entry.at,
                "who": entry.actor.name,
                "role": entry.actor.role.value,
                "kind": type(entry.fact).__name__,
                "text": tell(entry.fact, names, opened.system),
                "request": entry.request,
                "counts": entry.seq in counting or isinstance(entry.fact, facts.Undone | facts.Redone),
            }
        )
    return lines


def result_text(result: Result, names: Names, system: System) -> str:
    """A raw result as somebody would say it: “vp 2-1, sp 6-3”."""
    shown = []
    for field in system.result_fields:
        value = result.values.get(field.key)
        if isinstance(value, list):
            if any(one is not None and one != field.default for one in value):
                shown.append(f"{field.key} " + "-".join(_word(one) for one in value))
        elif value is not None and value != field.default:
            shown.append(f"{field.key} {_word(value)}")
    by = " and ".join(names[p] for p in result.by)
    ending = {
        Ending.PLAYED: "",
        Ending.CONCESSION: f"{by} conceded",
        Ending.NO_SHOW: f"{by} did not appear",
        Ending.DISQUALIFIED: f"{by} was disqualified",
        Ending.GAME_LOSS: tr("{by} loses by a penalty", by=by),
        Ending.DOUBLE_LOSS: "double loss",
    }[result.ending]
    return ", ".join(part for part in (ending, *shown) if part)


def _word(value: Scalar) -> str:
    return "?" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@singledispatch
def tell(fact: object, names: Names, system: System) -> str:
    raise TypeError(f"no sentence for {type(fact).__name__}")


@tell.register
def _(fact: facts.EventCreated, names: Names, system: System) -> str:
    return tr(
        "Event “{name}” created ({edition}); seed hash {hash}…",
        name=fact.name,
        edition=fact.edition,
        hash=fact.seed_hash[:12],
    )


@tell.register
def _(fact: facts.OptionSet, names: Names, system: System) -> str:
    return tr("Option {key} set to {value}", key=fact.key, value=fact.value) + _because(fact.reason)


@tell.register
def _(fact: facts.PlayerEnrolled, names: Names, system: System) -> str:
    late = tr(", late: missed {rounds}", rounds=_numbers(fact.missed)) if fact.missed else ""
    if fact.stand_in:
        return tr("{name} enrolled as stand-in player {number}", name=fact.name, number=fact.player) + late
    return tr("{name} enrolled as player {number}", name=fact.name, number=fact.player) + late


@tell.register
def _(fact: facts.PlayerAmended, names: Names, system: System) -> str:
    changes = [tr("name {name}", name=fact.name)] if fact.name is not None else []
    changes += [f"{key} {value}" for key, value in fact.values.items()]
    listed = ", ".join(changes) or tr("nothing")
    return tr("Player {number} amended: {changes}", number=fact.player, changes=listed)


@tell.register
def _(fact: facts.CheckedIn, names: Names, system: System) -> str:
    return tr("{name} checked in", name=names[fact.player])


@tell.register
def _(fact: facts.CheckedOut, names: Names, system: System) -> str:
    return tr("{name} is not here after all", name=names[fact.player])


@tell.register
def _(fact: facts.ScenarioChosen, names: Names, system: System) -> str:
    if fact.rolled:
        return tr("Scenario of round {round} rolled: {name}", round=fact.round, name=fact.name)
    return tr("Scenario of round {round} chosen: {name}", round=fact.round, name=fact.name)


@tell.register
def _(fact: facts.RoundDrawn, names: Names, system: System) -> str:
    pairs = plural(len(fact.pairs), "{n} pair", "{n} pairs")
    if fact.by_hand:
        told = tr("Round {round} paired by hand: {pairs}", round=fact.round, pairs=pairs)
    else:
        told = tr("Round {round} drawn ({draw}): {pairs}", round=fact.round, draw=fact.draw, pairs=pairs)
    byes = tr(", bye: {names}", names=_list(names, [b.player for b in fact.byes])) if fact.byes else ""
    return told + byes + _because(fact.reason)


@tell.register
def _(fact: facts.PlayersSwapped, names: Names, system: System) -> str:
    first, second = names[fact.first], names[fact.second]
    told = tr("Round {round}: {first} and {second} change seats", round=fact.round, first=first, second=second)
    return told + _because(fact.reason)


@tell.register
def _(fact: facts.TableMoved, names: Names, system: System) -> str:
    a, b = names.sides(fact.round, fact.match)
    told = tr("Round {round}: {a} v {b} moves to table {table}", round=fact.round, a=a, b=b, table=fact.table)
    return told + _because(fact.reason)


@tell.register
def _(fact: facts.RoundWithdrawn, names: Names, system: System) -> str:
    return tr("Round {round} taken back", round=fact.round) + _because(fact.reason)


@tell.register
def _(fact: facts.RoundPublished, names: Names, system: System) -> str:
    return tr("Round {round} published", round=fact.round)


def _told(fact: facts.ResultReported | facts.ResultKeyed | facts.ResultCorrected, names: Names, system: System) -> str:
    by = [names[p] for p in fact.result.by]
    return in_words(system, fact.result, names.sides(fact.round, fact.match), by)


@tell.register
def _(fact: facts.ClockStarted, names: Names, system: System) -> str:
    return tr("Clock of round {round} started", round=fact.round)


@tell.register
def _(fact: facts.ClockPaused, names: Names, system: System) -> str:
    return tr("Clock of round {round} paused", round=fact.round)


@tell.register
def _(fact: facts.ClockResumed, names: Names, system: System) -> str:
    return tr("Clock of round {round} goes on", round=fact.round)


@tell.register
def _(fact: facts.TimeAdded, names: Names, system: System) -> str:
    if fact.minutes < 0:
        less = plural(-fact.minutes, "{n} minute", "{n} minutes")
        return tr("Round {round} made {minutes} shorter", round=fact.round, minutes=less) + _because(fact.reason)
    more = plural(fact.minutes, "{n} minute", "{n} minutes")
    return tr("Round {round} made {minutes} longer", round=fact.round, minutes=more) + _because(fact.reason)


@tell.register
def _(fact: facts.TableExtended, names: Names, system: System) -> str:
    where = names.table(fact.round, fact.match)
    if fact.minutes < 0:
        less = plural(-fact.minutes, "{n} minute", "{n} minutes")
        said = tr("Round {round}: {minutes} taken back from {where}", round=fact.round, minutes=less, where=where)
    else:
        more = plural(fact.minutes, "{n} minute", "{n} minutes")
        said = tr("Round {round}: {minutes} more for {where}", round=fact.round, minutes=more, where=where)
    return said + _because(fact.reason)


@tell.register
def _(fact: facts.ResultReported, names: Names, system: System) -> str:
    where, told = names.place(fact.round, fact.match), _told(fact, names, system)
    if fact.reporter is None:
        return tr("{where} reported: {result}", where=where, result=told)
    return tr("{where} reported by {name}: {result}", where=where, name=names[fact.reporter], result=told)


@tell.register
def _(fact: facts.ResultKeyed, names: Names, system: System) -> str:
    where, told = names.place(fact.round, fact.match), _told(fact, names, system)
    return tr("{where} keyed, not booked yet: {result}", where=where, result=told)


@tell.register
def _(fact: facts.ResultConfirmed, names: Names, system: System) -> str:
    where = names.place(fact.round, fact.match)
    by = names[fact.confirmer] if fact.confirmer is not None else tr("staff")
    return tr("{where} confirmed by {by}", where=where, by=by)


@tell.register
def _(fact: facts.ResultCorrected, names: Names, system: System) -> str:
    where, told = names.place(fact.round, fact.match), _told(fact, names, system)
    return tr("{where} corrected: {result}", where=where, result=told) + _because(fact.reason)


@tell.register
def _(fact: facts.PlayerDropped, names: Names, system: System) -> str:
    if fact.retired:
        told = tr("{name} retires after round {round}", name=names[fact.player], round=fact.round)
    else:
        told = tr("{name} drops after round {round}", name=names[fact.player], round=fact.round)
    return told + _because(fact.reason)


@tell.register
def _(fact: facts.PlayerRejoined, names: Names, system: System) -> str:
    missed = tr(", missed {rounds}", rounds=_numbers(fact.missed)) if fact.missed else ""
    return tr("{name} rejoins", name=names[fact.player]) + missed


@tell.register
def _(fact: facts.PlayerExcused, names: Names, system: System) -> str:
    return tr("{name} is excused from round {round}", name=names[fact.player], round=fact.round)


@tell.register
def _(fact: facts.PlayerDisqualified, names: Names, system: System) -> str:
    return tr("{name} disqualified", name=names[fact.player]) + _because(fact.reason)


@tell.register
def _(fact: facts.PenaltyGiven, names: Names, system: System) -> str:
    told = tr("Penalty for {name}: {penalty}", name=names[fact.player], penalty=fact.penalty)
    return told + _because(fact.note)


@tell.register
def _(fact: facts.RulingGiven, names: Names, system: System) -> str:
    if fact.table:
        return tr("Ruling at table {table}: {note}", table=fact.table, note=fact.note)
    return tr("Ruling: {note}", note=fact.note)


@tell.register
def _(fact: facts.RecommendationDeclined, names: Names, system: System) -> str:
    return tr("Recommendation {number} declined: {reason}", number=fact.penalty, reason=fact.reason)


@tell.register
def _(fact: facts.RulingAppealed, names: Names, system: System) -> str:
    return tr("{player} appeals against ruling {number}", player=names[fact.player], number=fact.ruling) + _because(
        fact.note
    )


@tell.register
def _(fact: facts.AppealDecided, names: Names, system: System) -> str:
    if fact.upheld:
        return tr("Ruling {number} upheld on appeal: {note}", number=fact.ruling, note=fact.note)
    return tr("Ruling {number} overturned on appeal: {note}", number=fact.ruling, note=fact.note)


@tell.register
def _(fact: facts.StaffJoined, names: Names, system: System) -> str:
    plays = "" if fact.player is None else tr(", and plays as {player}", player=names[fact.player])
    return tr("{name} joins as {role}{plays}", name=fact.name, role=tr(fact.role.value), plays=plays)


@tell.register
def _(fact: facts.StaffRemoved, names: Names, system: System) -> str:
    return tr("{name} leaves the staff", name=names.of_staff(fact.staff))


@tell.register
def _(fact: facts.StaffPlays, names: Names, system: System) -> str:
    if fact.player is None:
        return tr("{name} no longer plays", name=names.of_staff(fact.staff))
    return tr("{name} plays as {player}", name=names.of_staff(fact.staff), player=names[fact.player])


@tell.register
def _(fact: facts.StaffDuty, names: Names, system: System) -> str:
    if fact.on:
        return tr("{name} is on duty", name=names.of_staff(fact.staff))
    return tr("{name} is off duty", name=names.of_staff(fact.staff))


@tell.register
def _(fact: facts.LinkRenewed, names: Names, system: System) -> str:
    if fact.player is not None:
        return tr("Private link of {player} renewed", player=names[fact.player])
    return tr("Invitation for {role} renewed", role=tr(fact.whose.value))


@tell.register
def _(fact: list_facts.ListHandedIn, names: Names, system: System) -> str:
    # What the list says is for those who may see it, not for whoever reads the log.
    late = f", {tr('late')}" if fact.late else ""
    return tr("{name} handed in list {slot}", name=names[fact.player], slot=fact.slot) + late + _because(fact.reason)


@tell.register
def _(fact: list_facts.ListsLocked, names: Names, system: System) -> str:
    return tr("Lists locked: {whose}", whose=_whose(fact.players, names)) + _because(fact.reason)


@tell.register
def _(fact: list_facts.ListsUnlocked, names: Names, system: System) -> str:
    return tr("Lists unlocked: {whose}", whose=_whose(fact.players, names)) + _because(fact.reason)


def _whose(players: Sequence[PlayerId], names: Names) -> str:
    return ", ".join(names[p] for p in players) or tr("everybody's")


@tell.register
def _(fact: list_facts.ListMarked, names: Names, system: System) -> str:
    found = {list_facts.Mark.IN_ORDER: tr("in order"), list_facts.Mark.FAULTY: tr("faulty")}[fact.mark]
    what = tr("List {slot} of {name} checked: {found}", slot=fact.slot, name=names[fact.player], found=found)
    return what + _because(fact.note)


@tell.register
def _(fact: list_facts.ListConsent, names: Names, system: System) -> str:
    if fact.given:
        return tr("{name} agrees that their lists are shown after the event", name=names[fact.player])
    return tr("{name} does not agree that their lists are shown after the event", name=names[fact.player])


@tell.register
def _(fact: list_facts.ProxyMade, names: Names, system: System) -> str:
    return tr("Proxy for “{card}” of {name}, by {leader}", card=fact.card, name=names[fact.player], leader=fact.leader)


@tell.register
def _(fact: list_facts.ChoiceSealed, names: Names, system: System) -> str:
    return tr(
        "{name} declared {key} in secret for round {round}", name=names[fact.player], key=fact.key, round=fact.round
    )


@tell.register
def _(fact: facts.Announced, names: Names, system: System) -> str:
    return tr("Announced: {text}", text=fact.text)


@tell.register
def _(fact: facts.AnnouncementWithdrawn, names: Names, system: System) -> str:
    return tr("Announcement taken down")


@tell.register
def _(fact: facts.CutMade, names: Names, system: System) -> str:
    return tr("Cut to the top {size}: {names}", size=fact.size, names=_list(names, fact.seeds))


@tell.register
def _(fact: facts.CutRefilled, names: Names, system: System) -> str:
    left = names[fact.left]
    if fact.promoted is None:
        told = tr("{left} leaves the cut, nobody comes in", left=left)
    else:
        new = names[fact.promoted]
        told = tr("{left} leaves the cut, {new} comes in as the lowest seed", left=left, new=new)
    return told + (tr(" ({names} declined)", names=_list(names, fact.declined)) if fact.declined else "")


@tell.register
def _(fact: facts.RoundClosed, names: Names, system: System) -> str:
    return tr("Round {round} closed; standings sealed {digest}", round=fact.round, digest=fact.digest)


@tell.register
def _(fact: facts.EventFinished, names: Names, system: System) -> str:
    return tr("Event finished; seed {seed}", seed=fact.seed or tr("unknown")) + _because(fact.reason)


@tell.register
def _(fact: facts.Undone, names: Names, system: System) -> str:
    return tr("Undone: {what}", what=_taken(fact.first, fact.last, names, system))


@tell.register
def _(fact: facts.Redone, names: Names, system: System) -> str:
    return tr("Redone: {what}", what=_taken(fact.first, fact.last, names, system))


def _taken(first: int, last: int, names: Names, system: System) -> str:
    """What the entries of one action did, by its last one."""
    entry = names.entry(last)
    if entry is None:
        return tr("entry {number}", number=last)
    more = tr(", and {more} more", more=last - first) if last > first else ""
    return tell(entry.fact, names, system) + more


@tell.register
def _(fact: venue.TerrainStocked, names: Names, system: System) -> str:
    if not fact.count:
        return tr("Terrain “{piece}” taken out of the stock", piece=fact.piece.name)
    return tr("Terrain in stock: {count} × “{piece}”", count=fact.count, piece=fact.piece.name)


@tell.register
def _(fact: venue.LayoutSaved, names: Names, system: System) -> str:
    layout = fact.layout
    pieces = plural(len(layout.pieces), "{n} piece", "{n} pieces")
    if fact.draw:
        return tr("Layout “{name}” drawn ({draw}): {pieces}", name=layout.name, draw=fact.draw, pieces=pieces)
    return tr("Layout “{name}” saved: {pieces}", name=layout.name, pieces=pieces) + _because(fact.reason)


@tell.register
def _(fact: venue.LayoutRemoved, names: Names, system: System) -> str:
    return tr("Layout “{name}” removed", name=fact.name)


@tell.register
def _(fact: venue.TerrainAssigned, names: Names, system: System) -> str:
    if not fact.layout:
        return tr("Table {table} has no layout from round {round} on", table=fact.table, round=fact.round)
    return tr(
        "Table {table} has the layout “{name}” from round {round} on",
        table=fact.table,
        name=fact.layout,
        round=fact.round,
    )


@tell.register
def _(fact: venue.TerrainReviewed, names: Names, system: System) -> str:
    return tr("Terrain looked over before round {round}", round=fact.round) + _because(fact.note)


@tell.register
def _(fact: venue.GroundLaid, names: Names, system: System) -> str:
    elements = plural(len(fact.ground.elements), "{n} element", "{n} elements")
    return tr("Positions of scenario “{name}”: {elements}", name=fact.ground.scenario, elements=elements)


@tell.register
def _(fact: venue.SheetAttached, names: Names, system: System) -> str:
    if not fact.data:
        return tr("Own sheet of scenario “{name}” taken away", name=fact.scenario)
    return tr("Own sheet of scenario “{name}” attached: {file}", name=fact.scenario, file=fact.file)


def _because(reason: str) -> str:
    return f" ({tr(reason)})" if reason else ""


def _list(names: Names, players: Sequence[PlayerId]) -> str:
    return ", ".join(names[p] for p in players)


def _numbers(rounds: Sequence[int]) -> str:
    return plural(len(rounds), "round {rounds}", "rounds {rounds}", rounds=", ".join(str(r) for r in rounds))
