"""The journal in words: every entry as a line that an organiser understands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from muster.app.desk import Opened
from muster.app.exact import Json
from muster.core import facts, list_facts
from muster.core.errors import BadInput
from muster.core.event import Event
from muster.core.fold import effective
from muster.core.journal import Entry
from muster.core.language import plural, tr
from muster.core.model import Ending, PlayerId, Result, Scalar
from muster.core.system import System


def log_view(opened: Opened) -> list[Json]:
    """Every entry, oldest first; `counts` is false for what was undone."""
    counting = {e.seq for e in effective(opened.entries)}
    names = Names(opened.event, opened.entries)
    return [
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
        for entry in opened.entries
    ]


class Names:
    """Names of everybody who was ever enrolled or led, also of those whose enrolment was undone."""

    def __init__(self, event: Event, entries: Sequence[Entry]) -> None:
        self._names = {e.fact.player: e.fact.name for e in entries if isinstance(e.fact, facts.PlayerEnrolled)}
        self._names.update({p.id: p.name for p in event.players.values()})
        self._staff = {e.fact.staff: e.fact.name for e in entries if isinstance(e.fact, facts.StaffJoined)}

        self._event = event

    def table(self, round_: int, match: int) -> str:
        """Where a match is played; by its number where the round was taken back."""
        try:
            return tr("table {table}", table=self._event.match(round_, match).table)
        except BadInput:
            return tr("match {match}", match=match)

    def __getitem__(self, player: PlayerId) -> str:
        return self._names.get(player, f"player {player}")

    def of_staff(self, number: int) -> str:
        return self._staff.get(number) or tr("organiser")


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
    return f"Event “{fact.name}” created ({fact.edition}); seed hash {fact.seed_hash[:12]}…"


@tell.register
def _(fact: facts.OptionSet, names: Names, system: System) -> str:
    return f"Option {fact.key} set to {fact.value}" + _because(fact.reason)


@tell.register
def _(fact: facts.PlayerEnrolled, names: Names, system: System) -> str:
    late = f", late: missed {_numbers(fact.missed)}" if fact.missed else ""
    return f"{fact.name} enrolled as {'stand-in ' if fact.stand_in else ''}player {fact.player}{late}"


@tell.register
def _(fact: facts.PlayerAmended, names: Names, system: System) -> str:
    changes = [f"name {fact.name}"] if fact.name is not None else []
    changes += [f"{key} {value}" for key, value in fact.values.items()]
    return f"Player {fact.player} amended: {', '.join(changes) or 'nothing'}"


@tell.register
def _(fact: facts.CheckedIn, names: Names, system: System) -> str:
    return f"{names[fact.player]} checked in"


@tell.register
def _(fact: facts.CheckedOut, names: Names, system: System) -> str:
    return tr("{name} is not here after all", name=names[fact.player])


@tell.register
def _(fact: facts.ScenarioChosen, names: Names, system: System) -> str:
    return f"Scenario of round {fact.round} {'rolled' if fact.rolled else 'chosen'}: {fact.name}"


@tell.register
def _(fact: facts.RoundDrawn, names: Names, system: System) -> str:
    how = "paired by hand" if fact.by_hand else f"drawn ({fact.draw})"
    byes = f", bye: {', '.join(names[b.player] for b in fact.byes)}" if fact.byes else ""
    return f"Round {fact.round} {how}: {len(fact.pairs)} pairs{byes}" + _because(fact.reason)


@tell.register
def _(fact: facts.PlayersSwapped, names: Names, system: System) -> str:
    return f"Round {fact.round}: {names[fact.first]} and {names[fact.second]} change seats" + _because(fact.reason)


@tell.register
def _(fact: facts.TableMoved, names: Names, system: System) -> str:
    return f"Round {fact.round}: match {fact.match} moves to table {fact.table}" + _because(fact.reason)


@tell.register
def _(fact: facts.RoundWithdrawn, names: Names, system: System) -> str:
    return f"Round {fact.round} taken back" + _because(fact.reason)


@tell.register
def _(fact: facts.RoundPublished, names: Names, system: System) -> str:
    return f"Round {fact.round} published"


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
    by = f" by {names[fact.reporter]}" if fact.reporter is not None else ""
    return f"Round {fact.round}, match {fact.match} reported{by}: {result_text(fact.result, names, system)}"


@tell.register
def _(fact: facts.ResultConfirmed, names: Names, system: System) -> str:
    by = names[fact.confirmer] if fact.confirmer is not None else "staff"
    return f"Round {fact.round}, match {fact.match} confirmed by {by}"


@tell.register
def _(fact: facts.ResultCorrected, names: Names, system: System) -> str:
    what = f"Round {fact.round}, match {fact.match} corrected: {result_text(fact.result, names, system)}"
    return what + _because(fact.reason)


@tell.register
def _(fact: facts.PlayerDropped, names: Names, system: System) -> str:
    verb = "retires" if fact.retired else "drops"
    return f"{names[fact.player]} {verb} after round {fact.round}" + _because(fact.reason)


@tell.register
def _(fact: facts.PlayerRejoined, names: Names, system: System) -> str:
    missed = f", missed {_numbers(fact.missed)}" if fact.missed else ""
    return f"{names[fact.player]} rejoins{missed}"


@tell.register
def _(fact: facts.PlayerExcused, names: Names, system: System) -> str:
    return f"{names[fact.player]} is excused from round {fact.round}"


@tell.register
def _(fact: facts.PlayerDisqualified, names: Names, system: System) -> str:
    return f"{names[fact.player]} disqualified" + _because(fact.reason)


@tell.register
def _(fact: facts.PenaltyGiven, names: Names, system: System) -> str:
    return f"Penalty for {names[fact.player]}: {fact.penalty}" + _because(fact.note)


@tell.register
def _(fact: facts.RulingGiven, names: Names, system: System) -> str:
    return "Ruling" + (f" at table {fact.table}" if fact.table else "") + f": {fact.note}"


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
    return f"Cut to the top {fact.size}: {', '.join(names[p] for p in fact.seeds)}"


@tell.register
def _(fact: facts.CutRefilled, names: Names, system: System) -> str:
    new = f"{names[fact.promoted]} comes in as the lowest seed" if fact.promoted is not None else "nobody comes in"
    refused = f" ({', '.join(names[p] for p in fact.declined)} declined)" if fact.declined else ""
    return f"{names[fact.left]} leaves the cut, {new}{refused}"


@tell.register
def _(fact: facts.RoundClosed, names: Names, system: System) -> str:
    return f"Round {fact.round} closed; standings sealed {fact.digest}"


@tell.register
def _(fact: facts.EventFinished, names: Names, system: System) -> str:
    return f"Event finished; seed {fact.seed or 'unknown'}" + _because(fact.reason)


@tell.register
def _(fact: facts.Undone, names: Names, system: System) -> str:
    return f"Undone: {_span(fact.first, fact.last)}"


@tell.register
def _(fact: facts.Redone, names: Names, system: System) -> str:
    return f"Redone: {_span(fact.first, fact.last)}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _numbers(rounds: Sequence[int]) -> str:
    return "round " + ", ".join(str(r) for r in rounds)


def _span(first: int, last: int) -> str:
    return f"entry {first}" if first == last else f"entries {first} to {last}"
