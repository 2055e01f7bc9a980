"""Data that lists are checked against, for all events of this server: what is kept, and a file to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.lists import data as list_data
from muster.core.kit.errors import Refusal
from muster.systems import registry
from muster.web.guard import Ask
from muster.web.views.lists import files as list_files

LARGEST = 32_000_000
"""Bytes of a file with cards."""


@dataclass(frozen=True, slots=True)
class KeptData:
    """What was imported for a game: how much of each kind."""

    key: str
    name: str
    counts: Mapping[str, int]


def show(ask: Ask) -> HttpResponse:
    return _show(ask)


def _show(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    counted = list_data.kept_counts(ask.site.desk)
    kept = [KeptData(key, registry.find(key).name, counts) for key, counts in counted.items()]
    return ask.page(
        "lists/list_data.html", None, 409 if refusal else 200, kept=kept, system=ask.typed("system"), refusal=refusal
    )


def take(ask: Ask) -> HttpResponse:
    """An import replaces what it repeats and leaves the rest; a file that cannot be used changes nothing."""
    try:
        sent = list_files.files(ask, LARGEST)
        if not sent:
            raise Refusal(
                "No file was chosen. Choose one with cards, packs, roles or rosters: JSON, or a zip of JSON files."
            )
        name, data = sent[0]
        list_data.take_in(ask.site.desk, name, data, ask.typed("system"))
    except Refusal as refusal:
        return _show(ask, refusal)
    return redirect("list-data")
