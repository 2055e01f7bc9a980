"""The stylesheets hold nothing that no page uses, and know a beginning and an end of a line, not a left and a right."""

from __future__ import annotations

import re
from pathlib import Path

import muster

WEB = Path(muster.__file__).parent / "web"
DRAWN = [*(WEB / "templates").rglob("*.html"), *(WEB / "static").glob("*.js"), *WEB.parent.glob("app/**/terrain_*.py")]
DRAWN += [WEB.parent / "core" / "record" / "terrain.py"]  # A way of hatching is the class of its shapes.
DRAWN += [WEB / "drawing" / name for name in ("boards.py", "course.py", "rating.py")]
STYLES = {file.name: file.read_text("utf-8") for file in sorted((WEB / "static").glob("*.css"))}


def test_every_class_of_a_stylesheet_is_on_some_page() -> None:
    words = set(re.findall(r"[\w-]+", "\n".join(file.read_text("utf-8") for file in DRAWN)))
    unused = {name: sorted(set(_classes(text)) - words) for name, text in STYLES.items() if set(_classes(text)) - words}
    assert unused == {}


def test_every_token_is_used() -> None:
    css = "\n".join(STYLES.values())
    assert sorted(set(re.findall(r"(--[\w-]+)\s*:", css)) - set(re.findall(r"var\((--[\w-]+)", css))) == []


def test_sides_are_named_by_the_direction_of_writing() -> None:
    sides = re.compile(
        r"(?:margin|padding|border)-(?:left|right)\b|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)"
    )
    assert {name: sides.findall(text) for name, text in STYLES.items() if sides.search(text)} == {}


def _classes(css: str) -> list[str]:
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    selectors = " ".join(re.findall(r"([^{}]+)\{", bare))
    return re.findall(r"\.([a-zA-Z][\w-]*)", selectors)
