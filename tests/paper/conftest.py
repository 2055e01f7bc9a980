"""Events to print, and eyes for what was printed: the text of each page, and the page as a picture."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Actor
from muster.main import desk_at
from muster.paper.kinds import printed, sheets
from muster.paper.press import as_pictures
from muster.paper.way_back import WayBack
from muster.systems import registry
from tests.typed import Results, needed

STAFF = Actor()
PARTED = "\x02"
"""What the reader of PDFs makes of a hyphen at the end of a line."""
NAMES = ("Ann Lee", "Борис Иванов", "Ελένη Παππά", "Jörg Müller-Lüdenscheidt", "Zoë Ångström")
RESULTS = Results(
    {
        "bushido": {"vp": "2-1", "sp": "7-4", "vim": "3-"},
        "l5r": {"winner": "a"},
        "warmachine": {"winner": "a", "how": "scenario", "cp": "5-1", "apd": "30-10", "list": "Butcher/Haley"},
        "urban_war": {"lost": "2-6"},
        "custom": {"score": "2-0"},
    }
)
FIELDS = {
    "urban_war": {"models": "13", "faction": "Viridia", "points": "298"},
    "bushido": {"faction": "Prefecture", "rice": "75"},
}
ADDRESS = "http://192.168.0.7:8000"
DOTS = 72
EDGE_MM = 4
"""Printers leave this much of the paper white."""


class Printer:
    """Prints sheets of one event."""

    def __init__(self, desk: Desk, address: str = ADDRESS) -> None:
        self.desk = desk
        self.address = address

    @property
    def opened(self) -> Opened:
        return self.desk.open("cup")

    def back(self) -> WayBack:
        return WayBack("cup", self.address)

    def pages(self, kind: str, paper: str = "a4", number: int | None = None, player: str = "") -> list[str]:
        """Each page's text, with spaces and line breaks collapsed."""
        made = printed(
            self.opened, kind, self.back(), paper=paper, when="today", language="en", number=number, player=player
        )
        return self.texts(made.pdf)

    def texts(self, pdf: bytes) -> list[str]:
        with pdfium.PdfDocument(pdf) as document:
            texts = [page.get_textpage().get_text_bounded() for page in document]
        return [" ".join(text.replace(PARTED, "- ").split()) for text in texts]

    def text(self, kind: str, paper: str = "a4", number: int | None = None, player: str = "") -> str:
        return " ".join(self.pages(kind, paper, number, player))

    def pictures(self, kind: str, paper: str = "a4", dots: int = DOTS) -> list[Image.Image]:
        numbers = {p.name: f"#{p.id}" for p in self.opened.event.players.values()}
        found = sheets(self.opened, kind, self.back())
        made = as_pictures(found, paper, event="Cup", printed="today", dots=dots, names=numbers)
        return [Image.open(io.BytesIO(page)).convert("L") for page in made]

    def play(self, count: int = 1) -> None:
        """Rounds drawn, played and closed; side a wins each."""
        for _ in range(count):
            self.publish()
            for match in self.opened.event.rounds[-1].matches:
                results.report(self.desk, "cup", [Report(str(match.table), RESULTS[self.opened.system.key])], STAFF)
            rounds.close(self.desk, "cup", STAFF)

    def publish(self) -> None:
        rounds.pair(self.desk, "cup", STAFF)
        rounds.publish(self.desk, "cup", STAFF)


def start(folder: Path, system: str, names: tuple[str, ...] = NAMES, options: dict[str, str] | None = None) -> Printer:
    desk = desk_at(folder)
    events.create(desk, "Cup", system, STAFF, seed="seed")
    for key, value in (options or {}).items():
        events.set_option(desk, "cup", key, value, STAFF)
    roster.enrol(desk, "cup", [(name, FIELDS.get(system, needed(system))) for name in names], STAFF)
    return Printer(desk)


@pytest.fixture(params=registry.BUILT_IN)
def every(request: pytest.FixtureRequest, tmp_path: Path) -> Printer:
    """An event of each game, one round played, the next published."""
    printer = start(tmp_path, request.param)
    printer.play()
    printer.publish()
    return printer


def joined(text: str) -> str:
    """Without what a line break may have added or removed."""
    return text.replace(" ", "").replace("-", "")


def ink(page: Image.Image) -> tuple[int, int, int, int]:
    """The box around everything that is printed on a page."""
    box = page.point(lambda grey: 255 if grey < 200 else 0).getbbox()
    assert box is not None, "an empty page"
    return box


def must_fit(pages: list[Image.Image], dots: int = DOTS) -> None:
    """Nothing is cut off: no ink where a printer prints none."""
    edge = EDGE_MM / 25.4 * dots
    for at, page in enumerate(pages, 1):
        left, top, right, bottom = ink(page)
        assert left >= edge and top >= edge, (at, ink(page))
        assert right <= page.width - edge and bottom <= page.height - edge, (at, ink(page), page.size)


def letters_on_letters(pdf: bytes) -> list[str]:
    """Pairs of letters that overlap by more than a third of the smaller one."""
    document = pdfium.PdfDocument(pdf)
    found: list[str] = []
    for at in range(len(document)):
        text = document[at].get_textpage()
        seen = [n for n in range(text.count_chars()) if text.get_text_range(n, 1).strip(" \r\n\u200b")]
        box = np.array([text.get_charbox(n) for n in seen])
        low = np.maximum(box[:, None, :2], box[None, :, :2])
        high = np.minimum(box[:, None, 2:], box[None, :, 2:])
        shared = np.prod(np.clip(high - low, 0, None), axis=2)
        area = np.prod(box[:, 2:] - box[:, :2], axis=1)
        over = np.triu(shared > np.minimum(area[:, None], area[None, :]) / 3, 2)  # Two in a row may be one sign: ff.
        found += [
            f"page {at + 1}: {text.get_text_range(seen[a], 9)!r} on {text.get_text_range(seen[b], 9)!r}"
            for a, b in np.argwhere(over)
        ]
    document.close()
    return found
