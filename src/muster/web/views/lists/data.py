"""Data that lists are checked against, for all events of this server: what is kept, and a file to add."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.lists import data as list_data
from muster.core.kit.errors import Refusal
from muster.systems import registry
from muster.web.guard import Ask
from muster.web.views.lists import files as list_files

LARGEST = 32_000_000
"""Bytes of a file with cards."""


def show(ask: Ask) -> HttpResponse:
    return _show(ask)


def _show(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    kept: list[dict[str, Any]] = [
        {"key": key, "name": registry.find(key).name, "counts": counts}
        for key, counts in list_data.kept_counts(ask.site.desk).items()
    ]
    return ask.page(
        "list_data.html", None, 409 if refusal else 200, kept=kept, system=ask.typed("system"), refusal=refusal
    )


def take(ask: Ask) -> HttpResponse:
    """What is taken in replaces what it repeats and leaves the rest; a file that cannot be used changes nothing."""
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
