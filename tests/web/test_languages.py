"""Pages answer in the reader's language: by the browser's wish, or by the reader's own choice, which is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import tzset

import pytest

import muster.web
from muster.app.languages import CODES, NAMES, day, language, moment, place, stamp
from muster.app.numbers import decimal
from muster.app.speech import plural, speaking, tr
from muster.web.pages import counted, text
from muster.web.site import Site
from tests.web.conftest import Browser, player_of, start

TEMPLATES = Path(muster.web.__file__).parent / "templates"
LOST = "No connection. This page is from {time} and will update by itself."
"""What every page carries."""


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("nl,en;q=0.5,de;q=0.7", "de"),
        ("nl-BE", "en"),
        ("en-GB,de;q=0.9", "en"),
        ("", "en"),
        (";;q=x,,de;q=zwei", "en"),
    ],
)
def test_the_browser_says_which_language(site: Site, stranger: Browser, header: str, code: str) -> None:
    start(site)
    answer = stranger.get("/e/cup/pairings/", headers={"accept-language": header})
    assert answer["Content-Language"] == code
    assert f'<html lang="{code}" dir="ltr">' in answer.content.decode()
    assert ("Paarungen der Runde 1" in answer.content.decode()) == (code == "de")
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in answer["Vary"].split(",")}


@pytest.mark.parametrize("code", CODES)
def test_every_language_is_on_pages_desk_and_phone(
    site: Site, organiser: Browser, stranger: Browser, code: str
) -> None:
    opened = start(site)
    said = language(code)
    others = [name for other, name in NAMES.items() if other != code]
    page = stranger.see(f"/e/cup/standings/?lang={code}")
    assert said.text("Standings") in page and all(name in page for name in others)
    assert NAMES[code] in stranger.see("/e/cup/standings/?lang=en")
    phone = player_of(site, "cup", opened.event.rounds[0].matches[0].a)
    for browser, path in ((organiser, "/e/cup/desk/"), (phone, "/e/cup/me/")):
        answer = browser.get(f"{path}?lang={code}").content.decode()
        assert f'<html lang="{code}"' in answer and said.text(LOST) in answer, path


def test_a_choice_is_kept_and_a_wrong_one_is_no_choice(site: Site, stranger: Browser) -> None:
    start(site)
    assert "Rangliste" in stranger.see("/e/cup/standings/?lang=de")
    assert "Rangliste" in stranger.see("/e/cup/standings/")
    assert "Rangliste" in stranger.see("/e/cup/standings/?lang=xx")
    assert "Standings" in stranger.see("/e/cup/standings/?lang=en")


def test_reasons_refusals_and_figures_are_in_the_readers_language(site: Site, organiser: Browser) -> None:
    start(site, "l5r", played=2)
    organiser.get("/e/cup/?lang=de")
    page = organiser.see("/e/cup/players/1/")
    assert "gewann die Partie: 10 Turnierpunkte" in page or "verlor die Partie: 1 Turnierpunkt" in page
    assert "Paarungen: " in organiser.see("/e/cup/rules/")
    assert "Kein Name eingegeben" in organiser.send("/e/cup/enrol/", 409, names=" ")


LATER = "2018-11-19T12:05:00Z"
WRITTEN = {
    "en": ("en-GB", "15 November 2026", "19/11/2018, 12:05"),
    "en-GB,de;q=0.9": ("en-GB", "15 November 2026", "19/11/2018, 12:05"),
    "en-US,en;q=0.9": ("en-US", "November 15, 2026", "11/19/18, 12:05 PM"),
    "de-AT": ("de-AT", "15. November 2026", "19.11.18, 12:05"),
    "fr": ("fr", "15 novembre 2026", "19/11/2018 12:05"),
    "es-XX,es;q=0.5": ("es", "15 de noviembre de 2026", "19/11/18, 12:05"),
}


@pytest.fixture
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as there:
        there.setenv("TZ", "UTC")
        tzset()
        yield
    tzset()


@pytest.mark.usefixtures("greenwich")
@pytest.mark.parametrize("code", NAMES)
def test_dates_and_numbers_are_written_as_the_reader_writes_them(code: str) -> None:
    """A day, a time of another day, what a sheet says of its printing, a number."""
    with speaking(language(code)):
        written = (day("2026-11-15"), moment(LATER), stamp(LATER), decimal("71/16"))
    assert (
        written
        == {
            "en": ("15 November 2026", "19/11/2018, 12:05", "19 November 2018, 12:05", "4.4375"),
            "de": ("15. November 2026", "19.11.18, 12:05", "19. November 2018, 12:05", "4,4375"),
            "es": ("15 de noviembre de 2026", "19/11/18, 12:05", "19 de noviembre de 2018, 12:05", "4,4375"),
            "fr": ("15 novembre 2026", "19/11/2018 12:05", "19 novembre 2018, 12:05", "4,4375"),
        }[code]
    )


@pytest.mark.usefixtures("greenwich")
@pytest.mark.parametrize("header", WRITTEN)
def test_the_country_of_the_browser_decides_how_dates_are_written(site: Site, organiser: Browser, header: str) -> None:
    """On pages, in the log, in options, and by the pages' own script, which is told the same."""
    start(site)
    organiser.send("/e/cup/amend/", name="Cup", date="2026-11-15", place="", map_link="", schedule="")
    organiser.send("/e/cup/option/", key="lists_due", value=LATER, reason="as announced")
    asked = {"accept-language": header}
    dates, day_, time_ = WRITTEN[header]
    page = organiser.get("/e/cup/", headers=asked).content.decode().replace("\u202f", " ")
    assert f'data-dates="{dates}"' in page
    assert day_ in page and "2026-11-15<" not in page
    rules = organiser.get("/e/cup/rules/", headers=asked).content.decode().replace("\u202f", " ")
    assert time_ in rules
    log = organiser.get("/e/cup/log/", headers=asked).content.decode().replace("\u202f", " ")
    assert day_ in log and time_ in log
    assert "2026-11-15<" not in log and "2018-11-19 12" not in log


NAMED = re.compile(
    r'aria-label="\{\{ _\("(?P<read>[^"]+)"[^}]*\) \}\}"[^>]*>'
    r'(?:\{\{ [^}]*icon\([^}]*\}\})?\{\{ _\("(?P<seen>[^"]+)"\) \}\}<'
)


@pytest.mark.parametrize("code", NAMES)
def test_what_is_read_aloud_has_the_words_that_are_seen(code: str) -> None:
    """WCAG 2.5.3, also in translation: whoever speaks to their device says what is on the button."""
    named = [one for page in sorted(TEMPLATES.rglob("*.html")) for one in NAMED.finditer(page.read_text("utf-8"))]
    assert len(named) > 8
    read, seen = ([language(code).text(one[part]).casefold() for one in named] for part in ("read", "seen"))
    assert [pair for pair in zip(read, seen, strict=True) if pair[1].rstrip("\xa0?") not in pair[0]] == []


def test_french_counts_nothing_in_the_singular() -> None:
    with speaking(language("fr")):
        said = [plural(n, "{n} player", "{n} players") for n in (0, 1, 2)]
    assert said == ["0 joueur", "1 joueur", "2 joueurs"]


def test_places_are_counted_as_the_reader_counts_them() -> None:
    assert [place(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 111, 122)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th", "122nd"]
    )
    with speaking(language("de")):
        assert [place(n) for n in (1, 2, 3, 11)] == ["1.", "2.", "3.", "11."]
    with speaking(language("fr")):
        assert [place(n) for n in (1, 2, 11, 21)] == ["1er", "2e", "11e", "21e"]


def test_what_fills_a_text_is_escaped(site: Site, stranger: Browser) -> None:
    start(site)
    page = stranger.get("/e/cup/pairings/?q=%3Cscript%3Ealert(1)%3C/script%3E&lang=de").content.decode()
    assert "<script>alert(1)" not in page
    assert "passt zu „&lt;script&gt;alert(1)" in page
    # Both ways in which a template says something.
    assert text("<b>{name}</b>", name="<i>") == "<b>&lt;i&gt;</b>"
    assert counted(2, "{n} of <b>{name}</b>", "{n} of <b>{name}</b>", name="<i>") == "2 of <b>&lt;i&gt;</b>"


def test_figures_beside_a_name_from_right_to_left_keep_their_order() -> None:
    """Without the marks a reader sees “5” before the name and “3” after it, or a score turned round."""
    name = "משה כהן"
    assert tr("{name} {ours} to {theirs}", name=name, ours="5", theirs="3") == f"\u2068{name}\u2069 5 to 3"
    assert plural(2, "{name} {n}", "{name} {n}", name=name) == f"\u2068{name}\u2069 2"
    assert text("{name} 2 – 1", name=name) == f"\u2068{name}\u2069 2 – 1"
    assert counted(2, "{name} {n}", "{name} {n}", name=name) == f"\u2068{name}\u2069 2"
    assert tr("{name} {ours}", name="Zoë", ours="5") == "Zoë 5"
