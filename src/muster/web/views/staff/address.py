"""The address for phones: shows all of this computer's addresses and lets the organiser choose one."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from muster.core.kit.errors import Refusal
from muster.paper.codes import qr_path
from muster.web.guard import Ask


def show(ask: Ask) -> HttpResponse:
    return _page(ask)


def _page(ask: Ask, refusal: Refusal | None = None) -> HttpResponse:
    reach = ask.site.reach
    return ask.page(
        "staff/address.html",
        None,
        409 if refusal else 200,
        reach=reach,
        now=reach.address,
        qr=qr_path(f"{reach.address}/"),
        refusal=refusal,
    )


def choose(ask: Ask) -> HttpResponse:
    try:
        ask.site.reach.choose(ask.typed("ip").strip())
    except Refusal as refusal:
        return _page(ask, refusal)
    return redirect("address")
