"""A phone that has the page asks for its main part alone: the same as on the whole page, and nothing that is not."""

from __future__ import annotations

import re
from typing import Any

import pytest

from muster.web.site import Site
from tests.web.conftest import Browser, judge_of, start
from tests.web.views.table.test_table import GAME, JUDGED, TAP, begin, lost, taps

SLIM = {"HTTP_MUSTER_PART": "main"}
CHANGING = re.compile(r' value="\w{64}"| data-(now|since|left)="\d+"')
"""The token, each time another one, and the time."""


def main_of(page: str) -> str:
    found = re.search(r"<main.*</main>", page, flags=re.S)
    assert found is not None, page[:500]
    return CHANGING.sub("", found[0]).replace("\n", "")


def body_of(page: str) -> dict[str, str]:
    """What a script reads off the body."""
    found = re.search(r"<body([^>]*)>", page)
    assert found is not None
    return dict(re.findall(r'([\w-]+)="([^"]*)"', CHANGING.sub("", found[1])))


def same(browser: Browser, path: str) -> str:
    """The slim page, which has the same main part as the whole one and the same data."""
    whole, slim = browser.get(path), browser.get(path, **SLIM)  # type: ignore[arg-type]  # a header
    assert "Muster-Part" in whole["Vary"] and "Muster-Part" in slim["Vary"]
    pages = whole.content.decode(), slim.content.decode()
    assert main_of(pages[1]) == main_of(pages[0])
    assert body_of(pages[1]) == {k: v for k, v in body_of(pages[0]).items() if k != "data-dates"}
    assert len(pages[1]) < len(pages[0]) and "<head" not in pages[1] and "<header" not in pages[1]
    return pages[1]


@pytest.mark.parametrize("system", ["urban_war", "bushido", "warmachine", "l5r"])
def test_the_main_part_is_that_of_the_whole_page(site: Site, system: str) -> None:
    one, two = begin(site, system)
    for path in (GAME, GAME + "both/"):
        same(one, path)
    same(judge_of(site, "cup"), JUDGED)
    same(two, GAME)


def test_the_answer_to_a_tap_is_as_slim(site: Site) -> None:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    fields = {"taps": '[{"key":"begin","count":1},{"key":"lost","count":2,"values":{"side":0,"by":1}}]', "run": "one"}
    answer = one.post(TAP, {"csrfmiddlewaretoken": one.token(), **fields}, **SLIM).content.decode()  # type: ignore[arg-type]  # headers and fields in one
    whole = one.get(GAME).content.decode()
    assert main_of(answer) == main_of(whole) and body_of(answer)["data-seq"] == body_of(whole)["data-seq"] == "3"
    assert 'name="seen" value="3"' in answer and "<head" not in answer
    same(two, GAME)


def test_a_game_outside_of_an_event(site: Site) -> None:
    start(site)
    one = Browser(site)
    one.see("/play/")
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    path = f"/t/{site.tables.listed()[0].id}/"
    assert '<svg class="qrcode"' in same(one, path)
    same(one, path + "both/")


def test_a_tap_that_does_not_count_says_why_also_after_the_page_was_loaded_again(site: Site) -> None:
    """A page that is loaded again counts its taps from one."""
    one, _ = begin(site)
    one.see(GAME)
    taps(one, {"key": "begin", "count": 1}, lost(0, 1, 2), lost(0, 1, 3))
    assert "“dance”" in taps(one, {"key": "dance", "count": 1}, run="two")
    assert "“dance”" not in taps(one, lost(0, 1, 2), run="two")


def test_a_refusal_is_in_it(site: Site) -> None:
    one, _ = begin(site)
    one.see(GAME)
    sent: dict[str, Any] = {"csrfmiddlewaretoken": one.token(), "taps": "x", "run": "one"}
    answer = one.post(TAP, sent, **SLIM)  # type: ignore[arg-type]  # a header
    assert answer.status_code == 409 and "not a list of taps" in main_of(answer.content.decode())
