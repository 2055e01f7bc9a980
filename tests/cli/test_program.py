"""The program as a process: what it imports, its exit codes, pipes, signals, completion, terminals."""

from __future__ import annotations

import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from muster.cli.root import can_say_everything

ROOT = Path(__file__).resolve().parents[2]
HEAVY = (
    "rich",
    "msgspec",
    "numpy",
    "rustworkx",
    "sqlite3",
    "muster.app",
    "muster.core",
    "muster.systems",
    "muster.store",
    "muster.web",
    "django",
    "jinja2",
    "uvicorn",
    "asyncio",
)


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder), **more}


def start(folder: Path, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "muster", *args],
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["nonsense"]])
def test_help_imports_nothing_heavy(tmp_path: Path, args: list[str]) -> None:
    code = f"import sys\nfrom muster.cli.root import run\nrun(None, {args})\nprint('LOADED', *sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    loaded = set(ran.stdout.rpartition("LOADED ")[2].split())
    assert "click" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_piped_output_loads_no_rich_and_has_no_escape_codes(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom muster.cli.root import run\nfrom muster.main import desk_at\n"
        "run(desk_at, ['demo', 'bushido'])\nprint('LOADED', *sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    shown, _, loaded = ran.stdout.rpartition("LOADED ")
    assert "Final standings" in shown
    assert "\x1b" not in shown and not set(shown) & set("│─┃━┏╭|")
    assert "rich" not in loaded.split()


def test_exit_codes(tmp_path: Path) -> None:
    assert start(tmp_path, "--version").returncode == 0
    assert start(tmp_path, "--help").returncode == 0
    assert start(tmp_path, "new", "l5r", "Kyoto").returncode == 0
    refused = start(tmp_path, "standings", "kyotto")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "No event is called “kyotto”; did you mean “kyoto”?\n"
    misused = start(tmp_path, "standings")
    assert (misused.returncode, misused.stdout) == (2, "")
    assert start(tmp_path).returncode == 2


def test_data_folder_by_option_and_by_environment(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    start(one, "new", "l5r", "Kyoto")
    start(one, "new", "l5r", "Osaka", "--data", str(two))
    assert "kyoto" in start(one, "events").stdout
    assert "osaka" in start(one, "--data", str(two), "events").stdout
    home = start(tmp_path, "new", "l5r", "Nara", MUSTER_DATA="", XDG_DATA_HOME=str(tmp_path / "share"))
    assert home.returncode == 0
    if sys.platform.startswith("linux"):
        assert (tmp_path / "share" / "muster" / "muster.db").exists()


def test_narrow_encodings_do_not_break_the_output(tmp_path: Path) -> None:
    start(tmp_path, "new", "l5r", "Kyoto")
    start(tmp_path, "enrol", "kyoto", "山田太郎", "Ann")
    ran = start(tmp_path, "show", "kyoto", PYTHONIOENCODING="latin-1")
    assert ran.returncode == 0 and "\\u5c71" in ran.stdout
    ran = start(tmp_path, "show", "kyoto", "--json", PYTHONIOENCODING="latin-1")
    assert ran.returncode == 0 and "\\u5c71" in ran.stdout


def test_closed_pipe_is_no_error(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m muster demo all --players 60 | head -n 1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(
        ["bash", "-c", command], env=environment(tmp_path), capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[-1] == "141"
    assert start(tmp_path, "events").stdout.startswith("There is no event yet")


def test_interrupt_ends_with_a_word(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "muster", "demo", "l5r", "--players", "2000"],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Demo Legend")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.strip()) == (130, "Stopped.")


def test_shell_completion(tmp_path: Path) -> None:
    """Commands, events and games."""
    start(tmp_path, "new", "l5r", "Kyoto")
    for words, expected in (
        ("muster stand", {"plain,standings"}),
        ("muster show k", {"plain,kyoto"}),
        ("muster systems show u", {"plain,urban_war"}),
    ):
        ran = start(tmp_path, COMP_WORDS=words, COMP_CWORD=str(words.count(" ")), _MUSTER_COMPLETE="bash_complete")
        assert set(ran.stdout.split()) == expected


def on_terminal(folder: Path, width: int, *args: str, **more: str) -> str:
    """What a terminal of this width gets to see."""
    master, slave = pty.openpty()
    import fcntl
    import struct
    import termios

    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "muster", *args],
        env=environment(folder, TERM="xterm-256color", **more),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        close_fds=True,
    )
    os.close(slave)
    seen = b""
    written = select.poll()
    written.register(master, select.POLLIN)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if written.poll(200):
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            seen += data
        elif process.poll() is not None and not written.poll(0):
            break  # It has ended, and everything it wrote at the last moment has been read.
    process.wait(timeout=10)
    os.close(master)
    return seen.decode("utf-8").replace("\r\n", "\n")


def test_terminal_gets_colour_and_keeps_to_its_width(tmp_path: Path) -> None:
    start(tmp_path, "demo", "custom", "--keep")
    wide = on_terminal(tmp_path, 100, "standings", "demo-swiss")
    assert "\x1b[" in wide
    for width in (80, 24):
        plain = on_terminal(tmp_path, width, "show", "demo-swiss", "--no-colour")
        assert "\x1b[3" not in plain.replace("\x1b[39m", "")
        bare = [_without_codes(line) for line in plain.splitlines()]
        assert max(map(len, bare)) <= width
        assert any("Farid" in line for line in bare)
    assert "\x1b[31m" in on_terminal(tmp_path, 80, "standings", "nowhere")
    assert "\x1b[31m" not in on_terminal(tmp_path, 80, "standings", "nowhere", NO_COLOR="1")


def _without_codes(line: str) -> str:
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", line)


@pytest.mark.parametrize(
    ("system", "written"), [("win32", "“Größe” ✓".encode()), ("linux", "“Größe” \\u2713".encode("cp1252"))]
)
def test_on_windows_pipes_and_files_get_utf_8_whatever_the_code_page(system: str, written: bytes) -> None:
    out = BytesIO()
    stream = TextIOWrapper(out, encoding="cp1252")
    can_say_everything(stream, system)
    print("“Größe” ✓", end="", file=stream, flush=True)
    assert out.getvalue() == written
