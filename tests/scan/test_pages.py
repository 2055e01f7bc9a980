"""Slips in PDFs, as office scanners make them: every page is looked at; what cannot be read is said in words."""

from __future__ import annotations

import io
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, NumberObject

from muster.core.kit.errors import Refusal
from muster.paper import slip_layout as where
from muster.paper.way_back import Code
from muster.scan.found import Marks, Read
from muster.scan.reading import MOST_PAGES, ranges, read_file
from tests.paper.conftest import Printer
from tests.scan.camera import Grey, alone, as_pdf, blurred, fill, page_of, published, turned

pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed: pip install “muster-tournaments[scan]”")

WHITE: Grey = np.full((1754, 1240), 255, np.uint8)


@pytest.fixture
def printer(tmp_path: Path) -> Printer:
    return published(tmp_path, "bushido")


def marked(printer: Printer) -> Grey:
    plan = where.layout(printer.opened.system)
    page = fill(page_of(printer), plan, 0, [("vp-1", "3"), ("vp-2", "0")])
    return fill(page, plan, 1, [("vp-1", "1"), ("vp-2", "1")])


def read(printer: Printer, content: bytes, most: int = MOST_PAGES) -> Read:
    return read_file("slips.pdf", content, printer.opened.system, "cup", most)


def refused(printer: Printer, content: bytes, most: int = MOST_PAGES) -> str:
    with pytest.raises(Refusal) as refusal:
        read(printer, content, most)
    return str(refusal.value)


@pytest.mark.parametrize("dots", [72, 150, 600])
def test_every_page_is_a_picture_whatever_size_it_says_it_has(printer: Printer, dots: int) -> None:
    """A slip a page, one of them upside down, and the whole sheet at an angle."""
    page = marked(printer)
    pages = [alone(page, 1), np.ascontiguousarray(alone(page, 0)[::-1, ::-1]), turned(page, 7)]
    made = read(printer, as_pdf(pages, dots))
    matches = {m.table: Code("cup", 1, m.table, (m.a, m.b)) for m in printer.opened.event.rounds[0].matches}
    assert [(one.page, one.code) for one in made.found] == [
        (1, matches[2]),
        (2, matches[1]),
        (3, matches[1]),
        (3, matches[2]),
    ]
    first, second = Marks({"vp-1": "3", "vp-2": "0"}, {}), Marks({"vp-1": "1", "vp-2": "1"}, {})
    assert [one.marks for one in made.found] == [second, first, first, second]
    assert (made.faults, made.pages) == ([], 3)


def test_a_sheet_of_ours_that_was_never_on_paper_is_read_too(printer: Printer) -> None:
    """Filled in on a tablet, say: no pictures in it, only lines and letters."""
    from muster.paper.kinds import printed

    content = printed(printer.opened, "slips", printer.back(), paper="letter", when="today").pdf
    assert [one.marks for one in read(printer, content).found] == [Marks({}, {})] * 2


def test_pages_without_a_slip_are_named_and_the_others_are_read(printer: Printer) -> None:
    page = marked(printer)
    smeared = blurred(page, 2.5)
    made = read(printer, as_pdf([WHITE, page, WHITE, WHITE, WHITE, smeared]))
    assert [one.page for one in made.found] == [2, 2]
    assert made.faults == [
        "“slips.pdf”, pages 1, 3–5: no slip found. If there is one, enter its result by table.",
        "“slips.pdf”, page 6: the code is too blurred to read. Scan it again, or enter the result by table.",
    ]


def test_a_damaged_page_does_not_take_the_others_with_it(printer: Printer) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(as_pdf([marked(printer), WHITE]))))
    tree: Any = writer.root_object["/Pages"].get_object()
    tree["/Kids"].append(NumberObject(7))
    tree[NameObject("/Count")] = NumberObject(3)
    file = io.BytesIO()
    writer.write(file)
    made = read(printer, file.getvalue())
    assert [one.page for one in made.found] == [1, 1]
    assert made.faults == [
        "“slips.pdf”, page 2: no slip found. If there is one, enter its result by table.",
        "“slips.pdf”, page 3: damaged. Scan it again, or enter the result by table.",
    ]


def test_a_locked_or_broken_file_is_refused_in_words(printer: Printer) -> None:
    whole = as_pdf([marked(printer)])
    locked = PdfWriter(clone_from=PdfReader(io.BytesIO(whole)))
    locked.encrypt("secret", algorithm="RC4-128")
    file = io.BytesIO()
    locked.write(file)
    assert refused(printer, file.getvalue()) == (
        "“slips.pdf” is locked with a password. Save it without one, or send pictures of the slips."
    )
    for broken in (b"%PDF-1.7 ...", whole[:400]):
        assert refused(printer, broken) == (
            "“slips.pdf” cannot be opened: it is damaged or not a whole PDF. Scan the slips again."
        )


def test_a_password_that_only_keeps_people_from_changing_it_is_no_lock(printer: Printer) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(as_pdf([marked(printer)]))))
    writer.encrypt("", "owner", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    assert len(read(printer, file.getvalue()).found) == 2


def blank(pages: int) -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(595, 842)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def test_too_many_pages_are_refused_before_any_is_read(printer: Printer) -> None:
    assert refused(printer, blank(500)) == (
        f"“slips.pdf” has 500 pages. At most {MOST_PAGES} can be read together, so none was read. Send it in parts."
    )
    assert refused(printer, blank(3), most=2) == (
        f"“slips.pdf” was not read: with the other files there are more than {MOST_PAGES} pages. Send it separately."
    )
    assert read(printer, blank(MOST_PAGES)).faults == [
        f"“slips.pdf”, pages 1–{MOST_PAGES}: no slip found. If there is one, enter its result by table."
    ]


def test_two_people_may_send_a_file_at_once(printer: Printer, monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFium itself cannot do two things at a time: overlapping calls crash the process or give wrong pages."""
    from muster.scan.pages import Pages

    drawn, now, together = Pages._drawn, Counter[str](), []

    def slowly(self: Pages, at: int) -> Grey:
        now["drawn"] += 1
        together.append(now["drawn"])
        sleep(0.01)
        grey = drawn(self, at)
        now["drawn"] -= 1
        return grey

    monkeypatch.setattr(Pages, "_drawn", slowly)
    content = as_pdf([marked(printer)] * 3)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: read(printer, content), range(4)))
    assert [len(one.found) for one in found] == [6] * 4
    assert together == [1] * 12


def test_without_pypdfium2_the_answer_says_what_to_do(printer: Printer, monkeypatch: pytest.MonkeyPatch) -> None:
    content = as_pdf([WHITE])
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    monkeypatch.delitem(sys.modules, "muster.scan.pages", raising=False)
    monkeypatch.delattr("muster.scan.pages", raising=False)
    assert refused(printer, content) == (
        "“slips.pdf” is a PDF, which the computer that runs Muster cannot read yet. Install what it needs there with "
        "“muster scan --install”; until then, send JPEG, PNG or WebP."
    )


def test_pages_are_told_in_ranges() -> None:
    assert ranges([2]) == "2"
    assert ranges([1, 2, 4, 6, 7, 8]) == "1–2, 4, 6–8"
