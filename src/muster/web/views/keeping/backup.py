"""Backups for the organiser: download one, choose the folder for those that are made by themselves."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.core.kit.errors import Refusal
from muster.web.backups import KEEP, RoundBackups
from muster.web.guard import Ask


def show(ask: Ask) -> HttpResponse:
    return _page(ask)


def _page(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    found = _backups(ask)
    typed = ask.typed("folder") if refusal else found.folder
    return ask.page(
        "keeping/backup.html",
        None,
        409 if refusal else 200,
        backups=found,
        keep=KEEP,
        typed=typed,
        refusal=refusal,
    )


def _backups(ask: Ask) -> RoundBackups:
    if ask.site.backups is None:
        raise Refusal("This server does not keep backups.")
    return ask.site.backups


def download(ask: Ask) -> HttpResponse:
    try:
        name, content = _backups(ask).download()
    except Refusal as refusal:
        return _page(ask, refusal)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/zip", headers=headers)


def choose(ask: Ask) -> HttpResponse:
    try:
        _backups(ask).choose(ask.typed("folder"))
    except Refusal as refusal:
        return _page(ask, refusal)
    return redirect("backup")


def now(ask: Ask) -> HttpResponse:
    try:
        _backups(ask).now()
    except Refusal as refusal:
        return _page(ask, refusal)
    return redirect("backup")
