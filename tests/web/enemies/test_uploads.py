"""Files that are not what they say: every form that takes one gets each of them, and answers with a sentence."""

from __future__ import annotations

import io
import zipfile
import zlib
from functools import cache

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from muster.app.permissions import Visitor
from muster.web.site import Site
from tests.web.conftest import Browser, text_of
from tests.web.enemies.walk import OWN, Form, Page, again, gets, heads, two_events, visitor
from tests.web.test_access import address


@cache
def bomb() -> bytes:
    """A zip of some kilobytes with a JSON file of 400 MB in it."""
    packed, blank = io.BytesIO(), b" " * 4_000_000
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("cards.json", "w") as file:
        for _ in range(100):
            file.write(blank)
    return packed.getvalue()


@cache
def bombs() -> dict[str, bytes]:
    return {
        "nested.json": b"[" * 100_000,
        "digits.json": b'{"number": ' + b"9" * 100_000 + b"}",
        "nested.toml": b"name = " + b"[" * 50_000,
        "keys.toml": b"a" + b".a" * 50_000 + b" = 1",
        "bomb.zip": bomb(),
        "cut.zip": bomb()[:-30],
        "nulls.csv": b"\x00" * 10_000,
        "wide.csv": b"name" + b",x" * 50_000 + b"\n" + b"a,b\n" * 10,
        "pages.pdf": b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 999999999>>endobj\n",
        "deep.svg": b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<g>" * 50_000,
        "entities.html": b"<!DOCTYPE x [<!ENTITY a '" + b"a" * 1_000 + b"'>]>" + b"&a;" * 10_000,
        "letters.txt": "a\u0301".encode() * 20_000 + b"\xff\xfe\x00",
        "packed.json": zlib.compress(b"[]" * 1_000),
    }


def doors(browser: Browser) -> set[tuple[str, str]]:
    """Where a file can be sent, and as what."""
    found = set()
    for pattern in gets():
        answer = browser.get(address(pattern, OWN))
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        action = ""
        for tag, given in Page(answer.getvalue().decode()).tags:
            action = given.get("action", "") if tag == "form" else action
            if tag == "input" and given.get("type") == "file":
                found.add((action.partition("#")[0], given["name"]))
    return found


@pytest.mark.parametrize("who", [Visitor.ADMINISTRATOR, Visitor.PLAYER])
def test_no_file_breaks_anything(site: Site, who: Visitor) -> None:
    two_events(site)
    asking = visitor(site, who)
    asking.token()
    found = doors(asking)
    assert len(found) > (7 if who is Visitor.ADMINISTRATOR else 0)
    for action, field in sorted(found):
        before = heads(site)
        for name, content in bombs().items():
            browser = again(asking)
            browser.raise_request_exception = False
            form = Form(action, (("name", "New"), ("system", "bushido"), ("from", "2026-01-01"), ("to", "2026-12-31")))
            sent = {
                **dict(form.fields),
                field: SimpleUploadedFile(name, content),
                "csrfmiddlewaretoken": browser.token(),
            }
            answer = browser.post(action, sent, follow=True)
            assert answer.status_code < 500, (action, name, text_of(answer)[-400:])
        changed = {name for name, head in heads(site).items() if before.get(name) not in (None, head)}
        assert changed <= {name for name in before if name.id == OWN}, (action, changed)
