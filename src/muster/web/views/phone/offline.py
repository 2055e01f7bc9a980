"""What makes a player's phone keep its pages: the manifest for the home screen, and the browser's worker."""

from __future__ import annotations

import json

from django.http import HttpResponse, JsonResponse

from muster.web.guard import Ask
from muster.web.pages import STATIC, static, static_folder, url

FILES = (
    *("tokens.css", "muster.css", "pages.css", "clock.css", "phone.css"),
    *("theme.js", "live.js", "morph.js", "phone.js", "clock.js", "icon.svg"),
)
"""What a player's page consists of."""


def manifest(ask: Ask, event: str) -> HttpResponse:
    """Opens the player's own table in this event."""
    name = ask.open(event).event.name
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in (192, 512)
    ]
    answer = {
        "name": name,
        "short_name": name[:12].strip(),
        "id": url("me", event=event),
        "start_url": url("me", event=event),
        "scope": "/",
        "display": "standalone",
        "background_color": "#fafaf7",
        "theme_color": "#fafaf7",
        "icons": icons,
    }
    return JsonResponse(answer, content_type="application/manifest+json")


def worker(ask: Ask) -> HttpResponse:
    """At the top of the site, because a worker only sees what is below it."""
    known = f"const STATIC = {json.dumps('/' + static_folder())}, FILES = {json.dumps([static(f) for f in FILES])};\n"
    script = (STATIC / "worker.js").read_text("utf-8")
    return HttpResponse(known + script, content_type="text/javascript; charset=utf-8")
