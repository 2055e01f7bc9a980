"""`muster print`: a PDF, or a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from muster.app.languages import CODES, NAMES, language
from muster.web.address import Reach
from tests.cli.conftest import Muster


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")


def text(file: str) -> str:
    return " ".join(" ".join(p.extract_text().split()) for p in PdfReader(io.BytesIO(Path(file).read_bytes())).pages)


def test_writes_a_pdf_beside_and_names_it(kyoto: Muster) -> None:
    said = kyoto.ok("print", "kyoto", "pairings")
    assert "“Kyoto”: pairings written to kyoto-pairings.pdf." in said
    assert "The QR codes are left out because no server has run here yet. Give its address with --address." in said
    assert "Round 1: pairings by table" in text("kyoto-pairings.pdf")


def test_codes_lead_where_the_server_was_last(kyoto: Muster) -> None:
    Reach(kyoto.folder, fixed="http://192.168.0.7:8000")
    without = kyoto.json("print", "kyoto", "slips")
    assert without["warnings"] == []
    named = kyoto.json("print", "kyoto", "slips", "--address", "http://10.0.0.1/", "--output", "b.pdf")
    assert named["file"] == "b.pdf"
    assert Path("b.pdf").read_bytes() != Path("kyoto-slips.pdf").read_bytes()


def test_sheets_that_have_no_codes_miss_none(kyoto: Muster) -> None:
    assert kyoto.json("print", "kyoto", "checks")["warnings"] == []
    assert len(kyoto.json("print", "kyoto", "kit")["warnings"]) == 1


def test_a_file_that_is_there_stays(kyoto: Muster) -> None:
    kyoto.ok("print", "kyoto", "slips", "--round", "1", "--output", "mine.pdf")
    before = Path("mine.pdf").read_bytes()
    assert "“mine.pdf” already exists" in kyoto.refused("print", "kyoto", "names", "--output", "mine.pdf")
    assert Path("mine.pdf").read_bytes() == before
    kyoto.ok("print", "kyoto", "names", "--output", "mine.pdf", "--force")
    assert "pairings by name" in text("mine.pdf")


def test_letter_in_every_language(kyoto: Muster) -> None:
    for code in CODES:
        kyoto.ok("print", "kyoto", "names", "--paper", "letter", "--lang", code, "--force", "--output", "names.pdf")
        page = PdfReader(io.BytesIO(Path("names.pdf").read_bytes())).pages[0]
        assert (page.mediabox.width, page.mediabox.height) == (612, 792)
        assert "Opponent" not in page.extract_text() and language(code).text("Opponent") in page.extract_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("slip",), "No sheet is called “slip”; did you mean “slips”?"),
        (("kit", "--round", "9"), "There is no round 9;"),
        (("records",), "has no record sheet. Use result slips."),
        (("slips", "--round", "4"), "There is no round 4; rounds 1 to 1 are drawn."),
        (("badges", "--player", "Bobb"), "No player is called “Bobb”; did you mean “Bob”?"),
        (("badges", "--lang", "tlh"), f"No language is called “tlh”; known: {', '.join(NAMES)}."),
        (("slips", "--address", "10.0.0.1"), "“10.0.0.1” is not an address. Write it as http://192.168.1.20:8000"),
        (("slips", "--output", "no/where.pdf"), "“no/where.pdf” cannot be written: No such file or directory."),
    ],
)
def test_refusals(kyoto: Muster, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in kyoto.refused("print", "kyoto", *words)
    assert list(Path().iterdir()) == []


def test_a_wrong_paper_is_not_understood(kyoto: Muster) -> None:
    assert "a4" in kyoto.misused("print", "kyoto", "slips", "--paper", "a3")
