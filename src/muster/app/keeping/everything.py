"""Copies everything from one store to another."""

from __future__ import annotations

from muster.app.ports import JournalName, Journals
from muster.core.record.vocabulary import Title


def copy_all(source: Journals, target: Journals) -> None:
    """Every journal as it is, of any kind and in the same order, and the data for list checks."""
    for stored in source.listed():
        journal = JournalName(stored.kind, stored.id)
        target.create(journal, Title(stored.name, stored.system), source.seed(journal), source.rows(journal))
    for system in source.games_with_list_data():
        target.keep_list_data(system, source.list_data(system), "")
