"""Copying an installation from one store to another, such as a data folder or a database. The source stays."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.desk import Desk
from muster.app.keeping.everything import copy_all
from muster.app.past.verify import Verification, verify
from muster.app.ports import JournalName, Journals
from muster.core.kit.errors import Refusal
from muster.core.record.event_journal import EVENT


@dataclass(frozen=True, slots=True)
class Transferred:
    """How many events and entries; tables, seasons and people are transferred with them."""

    events: int
    entries: int


def transfer(source: Desk, target: Desk) -> Transferred:
    """Everything, read back and verified by replay, or nothing."""
    stored = source.journals.listed()
    if not stored and not source.journals.games_with_list_data():
        raise Refusal("There is nothing to transfer: no events are kept there.")
    if target.journals.listed() or target.journals.games_with_list_data():
        raise Refusal(
            "There are already events at the destination, and a transfer never mixes events. Name an empty "
            "folder or database."
        )
    try:
        copy_all(source.journals, target.journals)
        _must_agree(source, target)
    except BaseException:  # Also an interrupt: nothing half done may be left there; the error is raised again.
        for one in target.journals.listed():
            target.journals.remove(JournalName(one.kind, one.id))
        raise
    events = [one for one in stored if one.kind == EVENT.kind]
    return Transferred(len(events), sum(one.entries for one in events))


def _must_agree(source: Desk, target: Desk) -> None:
    if target.journals.listed() != source.journals.listed() or _list_data(target.journals) != _list_data(
        source.journals
    ):
        raise _changed()
    for one in source.journals.listed():
        journal = JournalName(one.kind, one.id)
        if target.journals.rows(journal) != source.journals.rows(journal):
            raise _changed()
        if target.journals.seed(journal) != source.journals.seed(journal):
            raise _changed()
        if one.kind == EVENT.kind and _replayed(target, one.id) != _replayed(source, one.id):
            raise Refusal("The copy of “{event}” does not match the original. Nothing was transferred.", event=one.id)


def _list_data(journals: Journals) -> dict[str, str]:
    return {system: journals.list_data(system) for system in journals.games_with_list_data()}


def _replayed(desk: Desk, event: str) -> Verification | str:
    """The outcome of its draws, lots and standings, or why they cannot be replayed here."""
    try:
        return verify(desk.open(event), desk.seed(event))
    except Refusal as refusal:
        return str(refusal)


def _changed() -> Refusal:
    return Refusal(
        "Events were changed while they were being copied. Nothing was transferred. Stop the server, and try again."
    )
