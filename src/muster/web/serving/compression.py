"""Compressing pages to a tenth of their size, except where the length could reveal a secret.

Static files are compressed once, when the server starts (`server._packed`). The live stream is not Django's and is
sent line by line as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""Sheets, photographs and backups are already compressed."""

LEAST = 500
"""Bytes. Anything smaller fits into one packet anyway."""

PADDING = 100
"""A random number of bytes up to this is added to each answer, so that its length does not reveal how well it
compressed.
"""


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Wraps everything that still changes an answer.

    What must not be stored (`no-store`) contains a secret that stays the same from one answer to the next, and is sent
    uncompressed (docs/decisions/0039).
    """

    def pack(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "no-store" in response["Cache-Control"]:
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if len(response.content) < LEAST or not response["Content-Type"].startswith(TEXTS):
            return response
        if takes_gzip(request.headers.get("Accept-Encoding", "")):
            response.content = compress_string(response.content, max_random_bytes=PADDING)
            response["Content-Encoding"] = "gzip"
            response["Content-Length"] = str(len(response.content))
        return response

    return pack


def takes_gzip(accepted: str) -> bool:
    """Whether a browser says so in Accept-Encoding; a weight of 0 means that it does not."""
    for part in accepted.casefold().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "").rstrip("0") not in ("q=", "q=0.")
    return False
