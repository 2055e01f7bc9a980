"""Every page in every state: axe finds nothing, nothing scrolls sideways, everything is large enough to press.

axe looks at each page on a phone, at the colours of every second page in the light and of the others in the dark, and
at every second page in a translation; MUSTER_LONG_TESTS=1 has it look at every width in both, and at every language.
"""

from __future__ import annotations

import os
from itertools import cycle, product
from typing import Literal

import pytest

from muster.app.languages import CODES
from tests.browser.figures import Figures
from tests.browser.looks import COLOURS, LABELS, sideways, small_targets, unfold, violations
from tests.browser.tour import OTHERS, STOPS, Tour

Theme = Literal["light", "dark"]
LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
WIDTHS = (320, 390, 768, 1280, 1920)
PHONES = (320, 390)
BOTH: tuple[Theme, ...] = ("light", "dark")
THEMES = {stop: BOTH if LONG else (theme,) for stop, theme in zip(STOPS, cycle(BOTH), strict=False)}
"""In which axe looks at a page's colours."""
TRANSLATED = list(product(STOPS, CODES) if LONG else zip([*STOPS][::2], cycle(CODES), strict=False))


@pytest.mark.parametrize(("stop", "code"), TRANSLATED)
def test_page_in_translation(translated_tours: dict[str, Tour], figures: Figures, stop: str, code: str) -> None:
    """Other words have other lengths."""
    page = translated_tours[code].visit(stop).page
    assert page.evaluate("document.documentElement.lang") == code
    unfold(page)
    wide = []
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        wide += [f"{width}: {sideways(page)} px too wide"] if sideways(page) > 0 else []
    page.set_viewport_size({"width": 320, "height": 844})
    small = small_targets(page)
    broken = violations(page, [LABELS])
    assert not [*broken, *wide, *small], "\n".join([*broken, *wide, *small])
    for key, found in (("axe", broken), ("sideways", wide), ("small", small)):
        figures.measured(key, len(found))


@pytest.mark.parametrize("stop", STOPS)
def test_page(tour: Tour, figures: Figures, stop: str) -> None:
    page = tour.visit(stop).page
    unfold(page)
    broken, wide, small, turned = [], [], [], []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        if width == WIDTHS[0] or LONG:
            broken += [f"{width}: {one}" for one in violations(page, but_for=(COLOURS,))]
            for theme in THEMES[stop]:
                page.emulate_media(color_scheme=theme)
                broken += [f"{width} {theme}: {one}" for one in violations(page, [COLOURS])]
        wide += [f"{width}: {sideways(page)} px too wide"] if sideways(page) > 0 else []
        small += [f"{width}: {one}" for one in small_targets(page)] if width in PHONES else []
    page.evaluate("document.documentElement.dir = 'rtl'")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        turned += [f"{width}: {sideways(page)} px too wide"] if sideways(page) > 0 else []
        turned += [f"{width}: {one}" for one in small_targets(page)] if width in PHONES else []
    found = [*broken, *wide, *small, *turned]
    assert not found, "\n".join(found)
    for key, found in (("axe", broken), ("sideways", wide), ("small", small), ("right to left", turned)):
        figures.measured(key, len(found))


@pytest.mark.parametrize("code", CODES)
def test_the_standings_of_a_bracket_show_their_last_column_on_a_laptop(
    translated_tours: dict[str, Tour], code: str
) -> None:
    """Beside the picture of all ranks: a long sentence about the bracket moved “Why?” out of sight in German."""
    page = translated_tours[code].visit("standings, finished").page
    page.set_viewport_size({"width": 1280, "height": 800})
    hidden = page.locator("main .scroll").first.evaluate("(one) => one.scrollWidth - one.clientWidth")
    assert hidden <= 1


@pytest.mark.parametrize("stop", OTHERS)
def test_page_as_others_see_it(tour: Tour, figures: Figures, stop: str) -> None:
    """In the short form without colours, which are the same as on the page above."""
    page = tour.visit(stop).page
    page.set_viewport_size({"width": 320, "height": 844})
    unfold(page)
    broken = violations(page, but_for=() if LONG else (COLOURS,))
    wide = [f"{sideways(page)} px too wide"] if sideways(page) > 0 else []
    small = small_targets(page)
    assert not [*broken, *wide, *small], "\n".join([*broken, *wide, *small])
    for key, found in (("axe", broken), ("sideways", wide), ("small", small)):
        figures.measured(key, len(found))
