"""A game of one's own: made by `muster new-system`, installed as a package, and played like any other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from muster.cli.root import run
from muster.cli.scaffold import new_game
from muster.main import desk_at
from muster.systems import registry
from muster.web.site import Site
from tests.plugins import Packages
from tests.web.conftest import Browser, organiser_of, player_of, start

ROOT = Path(__file__).resolve().parents[2]


def made(folder: Path, *args: str) -> int:
    return run(desk_at, ["--data", str(folder / "data"), "new-system", *args])


def install(project: Path, site: Path) -> None:
    """What `pip install --target` leaves behind: the package, and its dist-info."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    (packages,) = about["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    name, version = about["project"]["name"], about["project"]["version"]
    shutil.copytree(project / packages, site / Path(packages).name)
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    points = "\n".join(f"{k} = {v}" for k, v in about["project"]["entry-points"][registry.GROUP].items())
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{points}\n", "utf-8")


def test_a_new_game_passes_its_tests_and_is_on_desk_phone_and_paper_in_german_too(
    tmp_path: Path, site: Site, packages: Packages
) -> None:
    project = tmp_path / "muster-harbour"
    assert made(tmp_path, "harbour", "--name", "Harbour War", "--into", str(project)) == 0
    install(project, tmp_path / "site")

    path = os.pathsep.join([str(ROOT / "src"), str(tmp_path / "site")])
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 passed" in tests.stdout, tests.stdout + tests.stderr

    packages.use(tmp_path / "site")
    opened = start(site, "harbour")
    assert (opened.event.package, opened.event.game_version) == ("muster-harbour", "0.1.0")
    match = opened.event.rounds[0].matches[0]
    organiser, phone = organiser_of(site), player_of(site, "cup", match.a)
    assert "Harbour War" in organiser.see("/new/")
    assert "Flags" in organiser.see("/e/cup/desk/") and "Flags" in phone.see("/e/cup/me/report/")
    assert "Flags" in slip(organiser)

    for browser in (organiser, phone):
        browser.get("/?lang=de")
    assert "Flaggen" in organiser.see("/e/cup/desk/") and "Flaggen" in phone.see("/e/cup/me/report/")
    assert "Flaggen" in slip(organiser)
    assert "Paarung: durch Los unter Punktgleichen" in phone.see("/e/cup/rules/")
    assert "Deine Modelle und Würfel." in phone.see("/e/cup/expected/")
    assert "Könnt ihr euch nicht einigen, würfelt und spielt weiter." in phone.see("/e/cup/me/")
    filled = phone.form("/e/cup/me/report/", "/e/cup/me/report/send/")
    too_many = {**filled, "ending": "played", "flags-1": "4", "flags-2": "3"}
    assert "Flaggen: „4-3“ sollte höchstens 6 ergeben." in phone.send("/e/cup/me/report/send/", 409, **too_many)


def slip(organiser: Browser) -> str:
    """The text of the printed result slips."""
    answer = organiser.get("/e/cup/print/slips/")
    assert answer.status_code == 200
    with pdfium.PdfDocument(answer.getvalue()) as document:
        return " ".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("bushido",), "There is already a game with the key “bushido”. Choose another."),
        (("1x",), "“1x” is not a key. Use 2 to 40 small letters, digits and underscores, with a letter first."),
        (
            ("Harbour War",),
            "“Harbour War” is not a key. Use 2 to 40 small letters, digits and underscores, with a letter first.",
        ),
        (("harbour", "--name", 'The "Harbour"'), "is not a name for a game: leave out quotes and backslashes."),
        (("harbour", "--into", "."), "“.” already exists. Choose another folder with --into."),
    ],
)
def test_a_key_name_or_folder_that_will_not_do_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: tuple[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert made(tmp_path, *args) == 1
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_name_of_the_pattern_is_replaced() -> None:
    for path, text in new_game("harbour", "Harbour War").items():
        assert "skirmish" not in (path + text).casefold() and "SK-" not in text, path
