"""People: enrol, amend, check in, drop, rejoin, disqualify, penalties and rulings."""

from __future__ import annotations

from collections.abc import Iterator

import click

from muster.app.desk import Opened
from muster.app.events import actions as events
from muster.app.exact import reasons
from muster.app.numbers import count
from muster.app.people import comings, intake, roster
from muster.app.people.sources import SOURCES, BroughtList
from muster.app.persons import actions as people
from muster.app.staff import rulings
from muster.app.staff.actions import ORGANISER
from muster.app.views.event import penalty_view, player_view, ruling_view
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.input.asking import answers, with_answers
from muster.cli.input.files import read_bytes
from muster.cli.output.answers import Answer, warn
from muster.cli.output.tables import notices_blocks
from muster.cli.params import event_argument, needed_public_reason, pairs, public_reason_option
from muster.cli.progress import watched
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.kit.progress import ENROLLING
from muster.core.kit.reasons import Reason
from muster.core.record.facts.play import CutRefilled, Entry, PlayerEnrolled
from muster.core.record.player import Player
from muster.core.rules.rounds import advice

STAFF = Actor()

OLDER = "The file is not UTF-8. It was read as Western European letters: check the names with accents."

field_option = click.option(
    "--field", "fields", multiple=True, metavar="KEY=VALUE", help="A field of the player (repeatable)."
)


@command("enrol")
@event_argument
@click.argument("names", metavar="[NAME]...", nargs=-1)
@field_option
@click.option(
    "--file", "file", metavar="FILE", help="A CSV file with a column “name”, just names, or another program's list."
)
@click.option(
    "--from",
    "source",
    type=click.Choice([one.key for one in SOURCES], case_sensitive=False),
    help="The program that the file is from; most are recognised without it.",
)
@click.option("--like", metavar="EVENT", help="Everybody of an earlier event, as the same people.")
@click.option("--stand-in", is_flag=True, help="Plays only when someone would sit out; not ranked.")
@click.option("--against-bye", is_flag=True, help="Came late: plays whoever has the bye in this round.")
def enrol_command(
    call: Call,
    event: str,
    names: tuple[str, ...],
    fields: tuple[str, ...],
    file: str | None,
    source: str | None,
    like: str | None,
    stand_in: bool,
    against_bye: bool,
) -> Answer:
    """Enrol players by name, from a file, or from an earlier event."""
    if bool(names) + (file is not None) + (like is not None) != 1:
        raise click.UsageError("Give names, --file or --like.")
    if source is not None and file is None:
        raise click.UsageError("--from works with --file.")
    if against_bye and (len(names) != 1 or stand_in):
        raise click.UsageError("--against-bye works with one name, without --stand-in.")
    texts = pairs(fields, "a field")
    notes: list[str] = []
    written = with_answers(call, call.desk.open(event), [intake.Written(0, name, texts) for name in names])
    if against_bye:
        opened = comings.enter(call.desk, event, names[0], written[0].texts, STAFF, against_bye=True)
    elif like is not None:
        if texts or stand_in:
            raise click.UsageError("--like takes people as they were, without --field and --stand-in.")
        now = call.desk.open(event)
        more = answers(call, now, roster.to_copy(now, call.desk.open(like), {}))
        with watched(ENROLLING, colour=call.colour) as progress:
            opened, _ = people.copy_players(call.people, event, like, STAFF, progress=progress, answers=more)
    elif file is None:
        opened = roster.enrol_list(call.desk, event, "", written, STAFF, stand_in=stand_in)
    else:
        if texts:
            raise click.UsageError("--field works with names. In a file, fields are columns.")
        text, older = intake.text_of_file(file, read_bytes(file))
        brought = intake.read_list(file, text, next((one for one in SOURCES if one.key == source), None))
        before = call.desk.open(event)
        listed = with_answers(call, before, intake.as_brought(before.system, brought))
        with watched(ENROLLING, colour=call.colour) as progress:
            opened = roster.enrol_list(
                call.desk, event, brought.sheet.name, listed, STAFF, stand_in=stand_in, progress=progress
            )
        notes = [*([OLDER] if older else []), *_brought(brought, intake.left_out(before.system, brought))]
    added = [opened.event.players[e.fact.player] for e in _last(opened) if isinstance(e.fact, PlayerEnrolled)]
    said = reasons(opened, _advice(opened))
    if len(added) == 1:
        done = f"{added[0].name} enrolled as player {added[0].id}.{_against(opened, added[0])}"
    else:
        done = f"{count(len(added), 'player')} enrolled; {len(opened.event.players)} in total."
    notes += _seen_before(call, opened)
    enrolled = [player_view(opened, p) for p in added]
    blocks = (*(warn(note) for note in notes), *notices_blocks(said))
    return changed(opened, done, *blocks, enrolled=enrolled, advice=said, notes=notes)


def _seen_before(call: Call, opened: Opened) -> Iterator[str]:
    """Who may have played here before; nobody is treated as somebody else without being asked."""
    seen = people.seen_before(call.people, opened.id)
    if seen:
        told = "has the name of somebody" if seen == 1 else "have the names of people"
        yield f"{count(seen, 'player')} {told} in another event. Say who is who: muster people alike {opened.id}"


def _brought(brought: BroughtList, left_out: list[str]) -> Iterator[str]:
    """What to know about another program's list."""
    if brought.source is not None:
        yield f"Read as a list from {brought.source.name}."
    if left_out:
        yield f"Left out, because this game has no place for it: {', '.join(left_out)}."
    if brought.gone:
        yield f"{count(brought.gone, 'player')} left out who had dropped out there."


def _against(opened: Opened, player: Player) -> str:
    """Whom a latecomer plays in the current round; empty for everybody else."""
    match = opened.event.shown[-1].match_of(player.id) if opened.event.shown else None
    if match is None:
        return ""
    return f" Plays {opened.event.name_of(match.other(player.id))} at table {match.table}."


def _advice(opened: Opened) -> tuple[Reason, ...]:
    try:
        return advice(opened.event, opened.system)
    except Refusal:
        return ()


def _last(opened: Opened) -> list[Entry]:
    """The entries of the last action."""
    request = opened.entries[-1].request
    return [e for e in opened.entries if e.request == request]


@command("amend")
@event_argument
@click.argument("player")
@click.option("--name", metavar="NAME", help="The new name.")
@field_option
def amend_command(call: Call, event: str, player: str, name: str | None, fields: tuple[str, ...]) -> Answer:
    """Change a player's name or fields. PLAYER is a name or #number."""
    if name is None and not fields:
        raise click.UsageError("Give --name, --field, or both.")
    number = call.desk.open(event).event.find(player).id
    opened = roster.amend(call.desk, event, f"#{number}", STAFF, name=name, texts=pairs(fields, "a field"))
    changed_player = opened.event.players[number]
    return changed(opened, f"{changed_player.name} updated.", player=player_view(opened, changed_player))


@command("checkin")
@event_argument
@click.argument("names", metavar="[PLAYER]...", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everyone who is not checked in yet.")
@click.option("--against-bye", is_flag=True, help="Came late: plays whoever has the bye in this round.")
def checkin_command(call: Call, event: str, names: tuple[str, ...], everybody: bool, against_bye: bool) -> Answer:
    """Check players in; round 1 then pairs only those."""
    if everybody == bool(names):
        raise click.UsageError("Give either names or --all.")
    if against_bye:
        if len(names) != 1:
            raise click.UsageError("--against-bye works with one player.")
        return _late(call, event, names[0])
    if everybody:
        waiting = [p for p in call.desk.open(event).event.active_players() if not p.checked_in and not p.stand_in]
        if not waiting:
            raise Refusal("Everyone is already checked in.")
        names = tuple(f"#{p.id}" for p in waiting)
    opened = roster.check_in(call.desk, event, names, STAFF)
    inside = sum(p.checked_in for p in opened.event.players.values())
    done = f"{count(len(names), 'player')} checked in. {inside} of {len(opened.event.active_players())} are here."
    return changed(opened, done, checked_in=inside)


def _late(call: Call, event: str, name: str) -> Answer:
    if call.desk.open(event).event.find(name).checked_in:
        opened = comings.play_the_bye(call.desk, event, name, STAFF)
    else:
        opened = comings.arrive(call.desk, event, name, STAFF, against_bye=True)
    came = opened.event.find(name)
    inside = sum(p.checked_in for p in opened.event.players.values())
    return changed(opened, f"{came.name} is here.{_against(opened, came)}", checked_in=inside)


@command("drop")
@event_argument
@click.argument("player")
@public_reason_option
@click.option("--declined", multiple=True, metavar="NAME", help="Declined to step into the cut (repeatable).")
def drop_command(call: Call, event: str, player: str, reason: str, declined: tuple[str, ...]) -> Answer:
    """Drop a player from the event."""
    opened = roster.drop(call.desk, event, player, STAFF, reason, declined)
    left = opened.event.find(player)
    done = f"{left.name} dropped."
    for entry in _last(opened):
        if isinstance(entry.fact, CutRefilled):
            new = entry.fact.promoted
            done += " " + (f"{opened.event.name_of(new)} steps in." if new is not None else "Nobody can step in.")
    return changed(opened, done, player=player_view(opened, left))


@command("rejoin")
@event_argument
@click.argument("player")
def rejoin_command(call: Call, event: str, player: str) -> Answer:
    """Bring a dropped player back."""
    opened = roster.rejoin(call.desk, event, player, STAFF)
    back = opened.event.find(player)
    missed = ", ".join(str(n) for n in sorted(back.missed))
    done = f"{back.name} is back" + (f"; unpaired losses for round {missed}." if missed else ".")
    return changed(opened, done, player=player_view(opened, back))


infraction_option = click.option(
    "--for", "infraction", default="", metavar="INFRACTION", help="What for, as `systems show` lists it."
)


@command("disqualify")
@event_argument
@click.argument("player")
@needed_public_reason
@infraction_option
def disqualify_command(call: Call, event: str, player: str, reason: str, infraction: str) -> Answer:
    """Disqualify a player."""
    opened = roster.disqualify(call.desk, event, player, reason, STAFF, infraction)
    out = opened.event.find(player)
    return changed(opened, f"{out.name} is disqualified.", player=player_view(opened, out))


@command("penalty")
@event_argument
@click.argument("player")
@click.argument("penalty")
@click.option("--note", default="", metavar="TEXT", help="The reason.")
@infraction_option
def penalty_command(call: Call, event: str, player: str, penalty: str, note: str, infraction: str) -> Answer:
    """Record a penalty."""
    opened = events.give_penalty(call.desk, event, player, penalty, note, STAFF, infraction=infraction)
    view = penalty_view(opened, opened.event.staff.penalties[-1])
    return changed(opened, f"Penalty for {view.name} recorded: {view.penalty}.", penalty=view)


@command("ruling")
@event_argument
@click.argument("text")
@click.option("--table", type=click.IntRange(1), metavar="N", help="The table it was given at.")
@click.option("--about", "subject", default="", metavar="SUBJECT", help="What it is about, as `systems show` lists it.")
def ruling_command(call: Call, event: str, text: str, table: int | None, subject: str) -> Answer:
    """Record a ruling."""
    opened = rulings.rule(call.desk, event, ORGANISER, table or 0, "", text, subject=subject)
    return changed(opened, "Ruling recorded.", ruling=ruling_view(opened, opened.event.staff.rulings[-1]))
