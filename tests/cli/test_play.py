"""A table for two people who just play, opened from the terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from urllib.request import urlopen

from tests.cli.conftest import Muster
from tests.web.live.test_stream import ROOT, serving


def page(address: str) -> str:
    with urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())


def test_a_table_beside_a_running_server(muster: Muster) -> None:
    with serving(muster.folder):
        said = muster.ok("play", "warmachine", "Mara", "Ilse", "--scenario", "invasion", "--minutes", "45")
        address = said.split("For both phones: ")[1].split()[0]
        seen = page(address)
        assert "I am Mara" in seen and "I am Ilse" in seen


def test_a_table_with_a_server_of_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "muster", "play", "urban_war", "--host", "127.0.0.1", "--port", "0", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        answer = json.loads("".join([*takewhile(lambda line: line != "}\n", process.stdout), "}"]))
        assert answer["names"] == ["Player A", "Player B"] and "I am Player B" in page(answer["address"])
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=20)
        assert (process.returncode, complaints.strip()) == (130, "Stopped.")
    finally:
        process.kill()
        process.wait()


def test_what_cannot_be_played_is_refused_before_anything_starts(muster: Muster) -> None:
    for arguments, sentence in (
        (("warmahordes",), "warmachine"),
        (("warmachine", "Ann"), "A game at the table has two players, not 1."),
        (("warmachine", "--scenario", "Chess"), "No scenario is called “Chess”"),
        (("l5r", "--scenario", "Chess"), "has no scenarios to choose “Chess” from."),
        (("warmachine", "--minutes", "soon"), "soon"),
        (("warmachine", "--minutes", "0"), "0"),
    ):
        assert sentence in muster.refused("play", *arguments), arguments
    assert not muster.json("events")["events"]
