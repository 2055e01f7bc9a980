"""Decoders are built by one thread at a time, whoever asks first."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3] / "src"

CROWD = """
import json, sys
from threading import Barrier, Thread
import msgspec
from muster.api.routes import EVERY
from muster.core.kit.decoding import decoder

sys.setswitchinterval(1e-6)
together = Barrier(6)

def read(kind, sent):
    together.wait()
    try:
        decoder(kind).decode(sent)
    except msgspec.MsgspecError:
        pass

for kind in dict.fromkeys(route.answer for route in EVERY if route.answer is not bytes):
    names = [name for one in kind.__mro__ for name in vars(one).get("__annotations__", ())]
    sent = json.dumps(dict.fromkeys(names, {})).encode()
    crowd = [Thread(target=read, args=(kind, sent)) for _ in range(6)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
print("read")
"""


def test_six_threads_may_be_the_first_to_read_into_a_class() -> None:
    """With one decoder per thread the process crashed, every time."""
    ran = subprocess.run(
        [sys.executable, "-c", CROWD], capture_output=True, text=True, env={"PYTHONPATH": str(SOURCE)}, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "read\n"), ran.stderr


def test_no_other_module_builds_a_decoder_of_a_class() -> None:
    built = re.compile(r"msgspec\.(?:json\.decode|convert)\(|json\.Decoder\((?!dict\[)")
    found = [file.name for file in sorted(SOURCE.rglob("*.py")) if built.search(file.read_text("utf-8"))]
    assert found == ["decoding.py"]
