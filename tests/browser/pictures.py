"""Pictures of the main pages for the documents: `scripts/figures` takes them, a test sees that all are shown."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image, ImageDraw, ImageFilter, ImageOps
from playwright.sync_api import sync_playwright

from tests.browser.scene import Scene
from tests.browser.screens import Desk
from tests.browser.server import Server
from tests.browser.tour import Tour
from tests.browser.venue import Person, Venue, launch

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOLDER = DOCS / "screenshots"
PAGE = DOCS / "screenshots.md"
SIZES = {"phone": (390, 844), "desk": (1280, 900), "screen": (1920, 1080)}
COLOURS = 64


@dataclass(frozen=True, slots=True)
class Picture:
    """One stop of the tour, in that screen's size."""

    name: str
    caption: str
    stop: str
    size: str
    scheme: Literal["light", "dark"] = "light"
    language: str = "en"
    over: tuple[str, ...] = ()
    """For an overlay: the stops of others in the same picture, over a stand-in for a camera's view."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.png"


SHOWN = {
    "The organiser’s desk": (
        Picture(
            "desk", "Collecting results: disputed tables first, then one report, then still playing", "desk", "desk"
        ),
        Picture("desk-dark", "The same in the dark", "desk", "desk", "dark"),
        Picture("draft", "A draft with its reasons, before anyone else sees it", "desk, draft", "desk"),
        Picture("entry", "Entering a result at the desk", "desk, one table", "desk"),
        Picture("correction", "A correction shows its effect before you save it", "correct", "desk"),
        Picture("new", "A new event", "new", "desk"),
        Picture("links", "Links and QR codes to hand out", "links", "desk"),
        Picture("people", "Check-in: one press per person", "people", "desk"),
        Picture("terrain", "A table’s terrain, checked as you move the pieces", "terrain, editor", "desk"),
        Picture("lists", "Whose list is missing, late or illegal", "lists, l5r", "desk"),
        Picture("scenarios", "The day’s scenarios, hidden until their round", "scenarios, rolled", "desk"),
        Picture("print", "Everything on paper too", "print", "desk"),
        Picture("scan", "Result slips come back by photograph or scan", "scan", "desk"),
        Picture("log", "The log", "log", "desk"),
    ),
    "A player’s phone": (
        Picture("pick", "Scan the code, pick your name", "me", "phone"),
        Picture("my-table", "Your table and opponent", "me, open", "phone"),
        Picture("my-table-dark", "In the dark", "me, open", "phone", "dark"),
        Picture("report", "Reporting, Bushido", "my-report", "phone"),
        Picture("report-l5r", "Legend of the Five Rings", "report, l5r", "phone"),
        Picture("report-warmachine", "WARMACHINE", "report, warmachine", "phone"),
        Picture("report-urban-war", "Urban War", "report, urban_war", "phone"),
        Picture("confirm", "The opponent has reported", "me, asked to confirm", "phone"),
        Picture("disputed", "Two reports that differ", "me, disputed", "phone"),
        Picture("result", "The result is in", "me, in", "phone"),
        Picture("my-list", "A list, and what the rules say about it", "my list with faults, urban_war", "phone"),
    ),
    "A game at the table": (
        Picture("game-warmachine", "WARMACHINE: the Deathclock", "game, warmachine", "phone"),
        Picture("game-l5r", "Legend of the Five Rings: honor, provinces and Favor", "game, l5r", "phone"),
        Picture("game-bushido", "Bushido: the Main Phase, in the dark", "game, bushido", "phone", "dark"),
        Picture("game-urban-war", "Urban War: losses against the break point", "game, urban_war", "phone"),
        Picture("game-both", "One phone between the players", "game on one phone", "phone"),
        Picture("game-staff", "What a judge sees of it", "game, as the staff, urban_war", "phone"),
        Picture("game-german", "In German", "game, warmachine", "phone", language="de"),
    ),
    "A judge’s phone": (
        Picture("tables", "Every table by its state", "tables", "phone"),
        Picture("list", "Checking a deck at the table", "list with faults, l5r", "phone"),
        Picture("tables-dark", "In the dark, one table picked", "tables, one table", "phone", "dark"),
    ),
    "For everyone": (
        Picture("event", "The event", "event", "desk"),
        Picture("pairings", "Pairings", "pairings", "desk"),
        Picture("pairings-phone", "On a phone, by name", "pairings by name", "phone"),
        Picture("standings", "Standings: grey numbers did not affect the order", "standings", "desk"),
        Picture("standings-dark", "In the dark", "standings, warmachine", "desk", "dark"),
        Picture("bracket", "The bracket after a cut", "bracket, finished", "desk"),
        Picture("player", "One player, and why they are ranked there", "player", "desk"),
        Picture("rules", "Rules and options", "rules", "desk"),
    ),
    "The big screen": (
        Picture("screen", "Pairings", "screen", "screen"),
        Picture("screen-dark", "In the dark", "screen", "screen", "dark"),
        Picture("podium", "At the end", "screen, finished", "screen"),
    ),
    "On a stream": (
        Picture(
            "overlay-table",
            "A game that everyone may watch",
            "overlay of a game",
            "screen",
            over=("overlay of a game",),
        ),
        Picture(
            "overlay-round",
            "Standings, pairings and the clock, over the picture of a camera",
            "overlay-standings",
            "screen",
            over=("overlay-standings", "overlay-pairings", "overlay-clock"),
        ),
    ),
    "Over many events": (
        Picture("season", "A season’s leaderboard", "season", "desk"),
        Picture("season-desk", "Running a season", "season-desk", "desk"),
        Picture("profile", "A player’s profile, with the course of the rating", "profile, as a stranger", "desk"),
        Picture("everybody", "Who is who: you are asked, nothing is assumed", "everybody", "desk"),
        Picture("awards", "Awards and votes", "awards, finished", "desk"),
        Picture("statistics", "Statistics of an event", "statistics, finished", "desk"),
    ),
}
PICTURES = [picture for pictures in SHOWN.values() for picture in pictures]
WIDTHS = {"phone": 240, "desk": 640, "screen": 640}
OPENING = """# Screenshots

Taken by `scripts/figures` from the events of `tests/browser/scene.py`, so they show the pages as they are.
"""


def text() -> str:
    """The page, in plain Markdown except for the widths of the pictures."""
    parts = [OPENING]
    for title, pictures in SHOWN.items():
        parts.append(f"\n## {title}\n")
        for one in pictures:
            picture = f'<img src="screenshots/{one.name}.png" alt="{one.caption}" width="{WIDTHS[one.size]}">'
            parts.append(f"\n{one.caption}:\n\n{picture}\n")
    return "".join(parts)


def take(person: Person, picture: Picture) -> None:
    page = person.page
    width, height = SIZES[picture.size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=picture.scheme)
    if picture.stop == "correct":
        Desk(person, "").look({"vp-1": "0", "vp-2": "3"}, "slip misread")
    page.evaluate("document.activeElement?.blur()")
    page.evaluate(
        "document.querySelector('[data-hear]')?.setAttribute('hidden', '')"
    )  # As when nobody is at the screen.
    page.wait_for_timeout(500)
    taken = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
    taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(picture.file, optimize=True)


def take_over(tour: Tour, picture: Picture) -> None:
    """Overlays as streaming software lays them over its picture: transparent parts let it through."""
    whole = camera(SIZES[picture.size])
    for stop in picture.over:
        page = tour.visit(stop).page
        page.set_viewport_size({"width": whole.width, "height": whole.height})
        page.wait_for_timeout(500)
        taken = page.screenshot(animations="disabled", omit_background=True)
        whole.alpha_composite(Image.open(BytesIO(taken)).convert("RGBA"))
    few = whole.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(picture.file, optimize=True)


def camera(size: tuple[int, int]) -> Image.Image:
    """A table in a hall, out of focus."""
    width, height = size
    whole = Image.linear_gradient("L").resize(size)
    whole = ImageOps.colorize(whole, "#6a6458", "#2c2b27")
    draw = ImageDraw.Draw(whole)
    for n in range(14):
        x, y, r = width * (n * 37 % 100) // 100, height * (n * 13 % 40) // 100, 40 + n * 7 % 30
        draw.ellipse((x - r, y - r, x + r, y + r), fill=("#d9c49a", "#8aa0b8", "#a8694f")[n % 3])
    whole = whole.filter(ImageFilter.GaussianBlur(24))
    draw = ImageDraw.Draw(whole)
    edges = ((0.16, 1.0), (0.27, 0.45), (0.73, 0.45), (0.84, 1.0))
    draw.polygon([(x * width, y * height) for x, y in edges], fill="#61734a")
    for n in range(10):
        x, y, r = width * (30 + n * 29 % 41) // 100, height * (52 + n * 17 % 40) // 100, 22 + n * 5 % 20
        draw.rectangle((x - r, y - r, x + r, y + r), fill=("#9c9384", "#8f3f35", "#3f5588")[n % 3])
    return whole.filter(ImageFilter.GaussianBlur(3)).convert("RGBA")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        scene, browser = Scene(Path(folder)), launch(driver)
        for sizes, scale in ((("phone",), 2), (("desk", "screen"), 1)):
            with Server(Path(folder)) as server:
                venue = Venue(browser, server)
                wanted = [picture for picture in PICTURES if picture.size in sizes]
                tours = {p.language: Tour(venue, scene, locale=p.language, device_scale_factor=scale) for p in wanted}
                for picture in wanted:
                    if picture.over:
                        take_over(tours[picture.language], picture)
                    else:
                        take(tours[picture.language].visit(picture.stop), picture)
                venue.close()
        browser.close()
    PAGE.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
