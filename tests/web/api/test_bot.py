"""The bot that is written from docs/api.md runs an event of each game on a real server, from nothing to the trophy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from muster.app.past.verify import verify
from muster.app.permissions import Scope, ServerScope
from muster.main import desk_at
from tests.browser.server import Server

ROOT = Path(__file__).resolve().parents[3]
BOT = ROOT / "examples" / "bot.py"
GAMES = ("bushido", "l5r", "urban_war", "warmachine")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with Server(folder) as server:
        yield server


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    """As the organiser makes it: signed in, on the page for programs."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    browser.open(server.sign_in()).read()
    page = browser.open(f"{server.base}/tokens/").read().decode()
    form = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert form is not None
    scopes = [("scope", scope.value) for scope in (*Scope, *ServerScope)]
    fields = [("csrfmiddlewaretoken", form[1]), ("name", "Bot"), ("days", "1"), *scopes]
    made = browser.open(f"{server.base}/tokens/make/", urlencode(fields).encode()).read().decode()
    shown = re.search(r"muster_[\w-]+", made)
    assert shown is not None, made
    return shown[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_runs_an_event_from_start_to_trophy(folder: Path, server: Server, token: str, game: str) -> None:
    command = [sys.executable, "-I", str(BOT), server.base, game]
    ran = subprocess.run(
        command, env={**os.environ, "TOKEN": token}, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    said = ran.stdout.splitlines()
    assert said[-1].endswith(" takes the trophy home.") and "Final: 1 games" in said
    assert said[-1].split()[0] in next(line for line in said if line.startswith("First place"))
    desk = desk_at(folder)
    (event,) = (stored.id for stored in desk.listed() if stored.system == game)
    opened = desk.open(event)
    assert opened.event.finished and {entry.actor.name for entry in opened.entries} == {"Bot (API)"}
    assert verify(opened, opened.event.seed).ok


def test_the_bot_knows_nothing_but_the_docs() -> None:
    """It would work in any language: it uses nothing of Muster, and no address that the page does not have."""
    text = BOT.read_text("utf-8")
    assert not re.search(r"^\s*(from|import) (muster|tests)", text, flags=re.M)
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert [game for game in GAMES if f"`{game}`" not in page] == [] and "examples/bot.py" in page
