"""Players' lists: hand in, check, look, lock, mark, take in many, declare in secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import click
from msgspec.structs import asdict

from muster.app.desk import Opened
from muster.app.exact import grown
from muster.app.lists import actions as app
from muster.app.lists import views
from muster.app.lists.actions import Brought
from muster.app.lists.data import data_of
from muster.app.lists.shapes import FindingView, ListInHand, ListsView, ListView, TriedList, VersionView
from muster.app.numbers import count
from muster.app.people.roster import as_player
from muster.app.venue.rooms import seat_text
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title, warn
from muster.cli.params import event_argument, pairs, reason_option
from muster.core.book.lists import withheld
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, Role
from muster.core.record.facts.lists import ListMark
from muster.core.record.player import Player

STAFF = Actor()

STATES = {
    "missing": "missing",
    "illegal": "ILLEGAL",
    "unproven": "no faults found",
    "withheld": "not in this copy",
    "legal": "legal",
}
LEVELS = {"error": "error", "warning": "warning", "not_checked": "not checked"}
MARKS = {None: "", "in_order": "checked, correct", "faulty": "checked, FAULTS"}


@dataclass(frozen=True, slots=True)
class ActionWords:
    """What was typed after the action."""

    event: str
    names: tuple[str, ...]
    slot: int
    file: str | None
    fields: dict[str, str]
    actor: Actor
    reason: str
    mark: str | None
    note: str
    ticks: tuple[str, ...]

    def player(self) -> str:
        if len(self.names) != 1:
            raise click.UsageError("Give one player.")
        return self.names[0]

    def text(self) -> str:
        from muster.cli.input.list_files import read_list

        return read_list(self.file) if self.file else ""


@command("lists")
@event_argument
@click.argument("action", required=False)
@click.argument("names", metavar="[PLAYER]...", nargs=-1)
@click.option(
    "--slot", type=click.IntRange(1), default=1, metavar="N", help="Which of the player's lists (default: 1)."
)
@click.option("--file", "file", metavar="FILE", help="The list as text, - for stdin; for import a folder, JSON or CSV.")
@click.option("--field", "fields", multiple=True, metavar="KEY=VALUE", help="A field of the list (repeatable).")
@click.option("--as", "as_", metavar="PLAYER", help="Act or look as this player.")
@click.option(
    "--mark", type=click.Choice([m.value for m in ListMark]), help="For mark: the result of the check at the table."
)
@click.option("--note", default="", metavar="TEXT", help="For mark: a note to the player.")
@click.option("--tick", "ticks", multiple=True, metavar="CLAUSE", help="For mark: a checklist point that was checked.")
@reason_option
def lists_command(
    call: Call,
    event: str,
    action: str | None,
    names: tuple[str, ...],
    slot: int,
    file: str | None,
    fields: tuple[str, ...],
    as_: str | None,
    mark: str | None,
    note: str,
    ticks: tuple[str, ...],
    reason: str,
) -> Answer:
    """Hand in, check, lock and show players' lists. Without ACTION: shows who has a list in, missing or illegal.

    ACTION is one of hand-in, withdraw, check, missing, show, history, sheet, import, lock, unlock, mark, consent,
    refuse, declare, declared.
    """
    if action is not None and action not in ACTIONS:
        raise click.UsageError(f"There is no action “{action}”; there are {', '.join(ACTIONS)}.")
    actor = as_player(call.desk, event, as_) if as_ else STAFF
    asked = ActionWords(event, names, slot, file, pairs(fields, "a field"), actor, reason, mark, note, ticks)
    return ACTIONS[action](call, asked) if action else _overview(call, asked)


def _overview(call: Call, asked: ActionWords) -> Answer:
    opened = call.desk.open(asked.event)
    view = views.lists_view(opened, app.now(call.desk), data_of(call.desk, opened.system))
    return Answer({"event": asked.event, "lists": view}, _overview_blocks(view))


def _overview_blocks(view: ListsView) -> Iterator[Block]:
    counts = asdict(view.counts)
    yield title(", ".join(f"{number} {STATES[state]}" for state, number in counts.items() if number) or "No lists yet")
    rows = []
    for player in view.players:
        for one in player.lists:
            flags = ["late"] * one.late + ["locked"] * one.locked
            found = [f"{one.errors} wrong"] * bool(one.errors) + [f"{one.not_checked} not checked"] * bool(
                one.not_checked
            )
            state = STATES[one.state] if one.required or one.versions else "none"
            rows.append((player.name, one.name, state, ", ".join(found), MARKS[one.mark], ", ".join(flags)))
    columns = [Column("Player", flex=True), Column("List"), Column("State"), Column("Found", flex=True)]
    yield Grid([*columns, Column("Judge"), Column("Flags")], rows)
    for player in view.players:
        for finding in player.together:
            yield warn(f"{player.name}: {_sentence(finding)}")
    if view.due:
        yield dim(f"Due {view.due}.")


def _sentence(finding: FindingView) -> str:
    where = f"line {finding.line}: " if finding.line else ""
    clause = f" [{finding.clause}]" if finding.clause else ""
    fix = f" {finding.fix}" if finding.fix else ""
    return f"{where}{finding.text}{fix}{clause}"


def _findings(view: TriedList | ListView) -> Iterator[Block]:
    together = view.together if isinstance(view, ListInHand) else ()
    for finding in view.findings:
        look = {"error": "warn", "warning": "plain", "not_checked": "dim"}[finding.level]
        yield Line(f"{LEVELS[finding.level]}: {_sentence(finding)}", look)  # type: ignore[arg-type]  # a look, from the table above
    for finding in together:
        yield warn(f"The lists together: {_sentence(finding)}")
    if not view.findings and not together:
        yield Line("No faults found.", "good")


def _in_hand(call: Call, opened: Opened, player: Player, slot: int) -> ListInHand:
    """A list that is in, judged together with the player's other lists: what they break together counts against
    each.
    """
    now, data = app.now(call.desk), data_of(call.desk, opened.system)
    view, every = views.list_view(opened, player, slot, now, data), views.player_view(opened, player, now, data)
    state = next(one.state for one in every.lists if one.slot == slot)
    return grown(ListInHand, view, state=state, together=every.together)


def _hand_in(call: Call, asked: ActionWords) -> Answer:
    brought = Brought(asked.player(), asked.text(), asked.slot, asked.fields)
    opened = app.hand_in(call.desk, asked.event, brought, asked.actor, asked.reason)
    player = opened.event.find(asked.player())
    view = _in_hand(call, opened, player, asked.slot)
    late = ", late" if view.late else ""
    done = f"{view.name} of {player.name} is in (version {view.versions}{late}): {STATES[view.state]}."
    return changed(opened, done, *_findings(view), list=view)


def _withdraw(call: Call, asked: ActionWords) -> Answer:
    name = asked.player()
    opened = app.withdraw(call.desk, asked.event, name, asked.slot, asked.actor, asked.reason)
    player = opened.event.find(name)
    view = views.list_view(opened, player, asked.slot, app.now(call.desk), data_of(call.desk, opened.system))
    return changed(opened, f"{view.name} of {player.name} is withdrawn. It stays in the history.", list=view)


def _check(call: Call, asked: ActionWords) -> Answer:
    """A text that is not handed in; without one, the list that is."""
    opened = call.desk.open(asked.event)
    player = opened.event.find(asked.player()) if asked.names else None
    if asked.file or asked.fields:
        fields = app.read_fields(opened.system, asked.fields)
        view: TriedList | ListInHand = views.try_view(
            opened, player, asked.slot, asked.text(), fields, data_of(call.desk, opened.system)
        )
    elif player:
        view = _in_hand(call, opened, player, asked.slot)
    else:
        return _overview(call, asked)
    head = title(STATES[view.state].capitalize())
    return Answer({"event": asked.event, "list": view}, [head, *_findings(view)])


def _missing(call: Call, asked: ActionWords) -> Answer:
    missing = views.missing_view(call.desk.open(asked.event))
    rows = [(str(m.number), m.name, ", ".join(s.name for s in m.slots)) for m in missing]
    grid = Grid([Column("No", right=True), Column("Player", flex=True), Column("Missing")], rows)
    blocks: list[Block] = [grid] if rows else [Line("No required list is missing.", "good")]
    return Answer({"event": asked.event, "missing": missing}, blocks)


def _show(call: Call, asked: ActionWords) -> Answer:
    opened = call.desk.open(asked.event)
    owner = opened.event.find(asked.player())
    lists = views.shown_to(opened, owner, asked.actor, app.now(call.desk), data_of(call.desk, opened.system))

    def blocks() -> Iterator[Block]:
        if not lists:
            yield dim(f"{owner.name} has not handed in a list yet.")
        for one in lists:
            yield title(f"{one.name} of {owner.name}")
            yield from (Line(f"{key}: {value}") for key, value in one.fields.items())
            yield from (Line(line) for line in one.text.splitlines())
            if one.withheld:
                yield Line(str(withheld().message), "dim")
            elif isinstance(one, ListView):
                yield from _findings(one)

    return Answer({"event": asked.event, "lists": lists}, blocks())


def _history(call: Call, asked: ActionWords) -> Answer:
    _staff_only(asked)
    opened = call.desk.open(asked.event)
    history = views.history_view(opened, opened.event.find(asked.player()), asked.slot)
    rows = [(str(v.version), v.at, v.who, "late" if v.late else "", v.reason, _told(v)) for v in history]
    columns = [Column("No", right=True), Column("At"), Column("Who"), Column("Late"), Column("Reason", flex=True)]
    return Answer({"event": asked.event, "versions": history}, [Grid([*columns, Column("Then", flex=True)], rows)])


def _told(version: VersionView) -> str:
    """What judges found, and whether it was withdrawn."""
    told = [MARKS[m.mark] + (f" ({m.note})" if m.note else "") for m in version.marks]
    out = version.withdrawn
    if out:
        told.append(f"withdrawn by {out.who}" + (f" ({out.reason})" if out.reason else ""))
    return "; ".join(told)


def _staff_only(asked: ActionWords) -> None:
    if asked.actor.role is Role.PLAYER:
        raise Refusal("Only staff can do this.")


def _sheet(call: Call, asked: ActionWords) -> Answer:
    opened = call.desk.open(asked.event)
    player = opened.event.find(asked.player()) if asked.names else None
    if player:
        views.shown_to(opened, player, asked.actor, app.now(call.desk), data_of(call.desk, opened.system))
    sheet = views.sheet_view(opened, player, asked.slot)

    def blocks() -> Iterator[Block]:
        whose = sheet.player.name if sheet.player else "…" * 12
        yield title(f"{sheet.title}: {whose}")
        yield from (Line(f"{h.label}: {h.value if h.value is not None else '…' * 12}") for h in sheet.head)
        parts = [Column("Part")] if any(sheet.sections) else []
        rows = [
            [*("" if cell is None else str(cell) for cell in row), *([part] if parts else [])]
            for row, part in zip(sheet.rows, sheet.sections, strict=True)
        ]
        if sheet.withheld:
            yield dim(sheet.withheld)
            return
        yield Grid([*(Column(c) for c in sheet.columns), *parts], rows or [[""] * len(sheet.columns)] * 12)

    return Answer({"event": asked.event, "sheet": sheet}, blocks())


def _import(call: Call, asked: ActionWords) -> Answer:
    from muster.cli.input.list_files import read_many

    _staff_only(asked)
    if not asked.file:
        raise click.UsageError("Give --file: a folder, a JSON or a CSV file.")
    brought = read_many(asked.file)
    opened, taken = app.hand_in_many(call.desk, asked.event, brought, asked.actor, asked.reason)
    view = views.lists_view(opened, app.now(call.desk), data_of(call.desk, opened.system))
    done = f"{count(taken, 'list')} imported."
    if taken < len(brought):
        done = f"{taken} of {count(len(brought), 'list')} imported; the rest were already in."
    return changed(opened, done, extra=_overview_blocks(view), taken=taken, lists=view)


def _lock(call: Call, asked: ActionWords) -> Answer:
    _staff_only(asked)
    opened = app.lock(call.desk, asked.event, asked.names, asked.actor, asked.reason)
    return changed(opened, f"Locked: {', '.join(asked.names) or 'all lists'}.")


def _unlock(call: Call, asked: ActionWords) -> Answer:
    _staff_only(asked)
    opened = app.unlock(call.desk, asked.event, asked.names, asked.actor, asked.reason)
    return changed(opened, f"Unlocked: {', '.join(asked.names) or 'all lists'}.")


def _mark(call: Call, asked: ActionWords) -> Answer:
    _staff_only(asked)
    if asked.mark is None:
        raise click.UsageError("Give --mark in_order or --mark faulty.")
    name = asked.player()
    opened = app.mark(
        call.desk, asked.event, name, asked.slot, ListMark(asked.mark), asked.actor, asked.note, asked.ticks
    )
    view = views.list_view(
        opened, opened.event.find(name), asked.slot, app.now(call.desk), data_of(call.desk, opened.system)
    )
    return changed(opened, f"{view.name} of {opened.event.find(name).name}: {MARKS[asked.mark]}.", list=view)


def _consent(call: Call, asked: ActionWords) -> Answer:
    return _agree(call, asked, True)


def _refuse(call: Call, asked: ActionWords) -> Answer:
    return _agree(call, asked, False)


def _agree(call: Call, asked: ActionWords, agrees: bool) -> Answer:
    name = asked.player()
    opened = app.consent(call.desk, asked.event, name, agrees, asked.actor)
    word = "agrees" if agrees else "does not agree"
    done = f"{opened.event.find(name).name} {word} that their lists are shown after the event."
    return changed(opened, done, consent=agrees)


def _declare(call: Call, asked: ActionWords) -> Answer:
    name = asked.player()
    if len(asked.fields) != 1:
        raise click.UsageError("Give one --field, such as --field vim=NAME.")
    ((key, text),) = asked.fields.items()
    opened = app.declare(call.desk, asked.event, name, key, text, asked.actor)
    return changed(opened, f"{opened.event.find(name).name} has declared. It will be shown once both have.")


def _declared(call: Call, asked: ActionWords) -> Answer:
    opened = call.desk.open(asked.event)
    if opened.event.current is None:
        raise Refusal("No round has been drawn yet, so there are no declarations.")
    view = views.declared_view(opened, opened.event.current.number, asked.actor)
    rows = [
        (seat_text(d.table, d.room), d.name, ", ".join(f"{k}: {d.shown.get(k, 'hidden')}" for k in d.declared) or "-")
        for d in view
    ]
    grid = Grid([Column("Table", right=True), Column("Player", flex=True), Column("Declared", flex=True)], rows)
    return Answer({"event": asked.event, "round": opened.event.current.number, "declared": view}, [grid])


ACTIONS: dict[str, Callable[[Call, ActionWords], Answer]] = {
    "hand-in": _hand_in,
    "withdraw": _withdraw,
    "check": _check,
    "missing": _missing,
    "show": _show,
    "history": _history,
    "sheet": _sheet,
    "import": _import,
    "lock": _lock,
    "unlock": _unlock,
    "mark": _mark,
    "consent": _consent,
    "refuse": _refuse,
    "declare": _declare,
    "declared": _declared,
}
