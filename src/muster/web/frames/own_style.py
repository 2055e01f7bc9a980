"""The organiser's own stylesheet for the overlays of an event: a file in the data folder, uploaded or put there.

What it can reach is decided by the policy of the overlay's page (`muster.web.frames.policies`), which a stylesheet
cannot change: nothing from another address. What is refused here would not load, so whoever uploads it is told.
"""

from __future__ import annotations

import re
from pathlib import Path

from muster.app.keeping import files
from muster.core.kit.errors import BadInput, Refusal

FOLDER = "overlays"
LARGEST = 300_000
"""Bytes: enough for a logo and a font."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_OWN_DATA = re.compile(r"""url\(\s*(?:"data:[^"]*"|'data:[^']*'|data:[^)]*)\s*\)""", re.IGNORECASE)
_ELSEWHERE = re.compile(r"""@import\b[^;\n]*|url\(\s*(?!["']?#)[^)\n]*\)?|(?:https?:)?//[^\s"')]*""", re.IGNORECASE)


class OwnStyles:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def file(self, event: str) -> Path:
        return self._folder / f"{event}.css"

    def has(self, event: str) -> bool:
        return self.file(event).is_file()

    def read(self, event: str) -> str:
        """Checked as if it were uploaded now, because somebody may have put it there."""
        file = self.file(event)
        try:
            with file.open("rb") as opened:
                return checked(file.name, opened.read(LARGEST + 1))
        except OSError as error:
            raise Refusal("This event does not have a stylesheet of its own.") from error

    def put(self, event: str, name: str, content: bytes) -> None:
        """Replaces the previous one, completely or not at all."""
        text = checked(name, content)
        with files.in_words(self.file(event)):
            files.make_folder(self._folder)
            files.put(self.file(event), text.encode())

    def remove(self, event: str) -> None:
        """Removing one that is gone changes nothing."""
        self.file(event).unlink(missing_ok=True)


def checked(name: str, content: bytes) -> str:
    """The text of a stylesheet that loads nothing from elsewhere."""
    if len(content) > LARGEST:
        raise BadInput("“{name}” is too large for a stylesheet. The limit is {n} KB.", name=name, n=LARGEST // 1_000)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput("“{name}” is not a stylesheet: it is not text in UTF-8.", name=name) from error
    if "\0" in text or "{" not in text:
        raise BadInput("“{name}” is not a stylesheet: it does not have a rule such as .ov {{ }}.", name=name)
    elsewhere = _ELSEWHERE.search(_COMMENT.sub("", _OWN_DATA.sub("", text)))
    if elsewhere is not None:
        raise BadInput(
            "“{name}” loads something from another address: {what}. Put it into the stylesheet itself, as url(data:…).",
            name=name,
            what=elsewhere[0][:80],
        )
    return text
