"""Games at the table that cannot go on until the staff decide something, for their list of tables."""

from __future__ import annotations

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.app.staff.rulings import keeps_out_of
from muster.app.table import actions
from muster.app.table.tables import Tables
from muster.core.book.system import tracker_of
from muster.core.book.tracker.tracker import nothing_to_decide
from muster.core.kit.errors import DamagedJournal
from muster.core.record.clock import instant
from muster.core.record.staff import StaffMember


class DecisionView(View, frozen=True):
    """What the staff must decide at a table, and by which rule."""

    round: int
    table: int
    players: tuple[str, str]
    text: str
    clause: str


def decisions_view(tables: Tables, opened: Opened, member: StaffMember) -> list[DecisionView]:
    """By their tables, in the round that is on. A game of one's own is left to the others (L5R-018)."""
    event, tracker = opened.event, tracker_of(opened.system)
    if not event.shown or tracker.to_decide is nothing_to_decide or not actions.may_follow(opened):
        return []
    round_, known = event.shown[-1], {stored.id: stored for stored in tables.listed()}
    found = []
    for match in sorted(round_.matches, key=lambda one: one.table):
        stored = known.get(actions.id_of(opened.id, round_, match))
        if match.result is not None or stored is None or keeps_out_of(opened, member, match) is not None:
            continue
        try:
            table = tables.open_listed(stored)
        except DamagedJournal:  # Its own page says so.
            continue
        game = tables.game(table, actions.round_of(opened, table))
        asked = tracker.to_decide(game.at(instant(tables.now(table))))
        if asked is not None:
            names = event.name_of(match.a), event.name_of(match.b)
            found.append(DecisionView(round_.number, match.table, names, tr(asked.text), asked.clause))
    return found
