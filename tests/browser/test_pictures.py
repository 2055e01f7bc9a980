"""The page of screenshots shows every picture, every picture is there, and together they stay small."""

from __future__ import annotations

import re

from tests.browser.pictures import DOCS, FOLDER, PAGE, PICTURES, text
from tests.browser.tour import STOPS


def test_every_picture_is_shown_and_small() -> None:
    assert PAGE.read_text("utf-8") == text()
    assert sorted(FOLDER.glob("*")) == sorted(picture.file for picture in PICTURES)
    assert sum(picture.file.stat().st_size for picture in PICTURES) < 3_000_000
    shown = re.findall(r'src="docs/screenshots/([\w-]+).png"', (DOCS.parent / "README.md").read_text("utf-8"))
    assert shown and set(shown) <= {picture.name for picture in PICTURES}
    assert {picture.stop for picture in PICTURES} <= set(STOPS)
