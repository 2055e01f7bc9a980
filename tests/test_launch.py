"""The launcher in Python (scripts/launch.py) and muster.cmd: what can be seen of them without Windows.

Paths, console and start are asked for both systems. The lock of Windows runs on a stand-in for its one function.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
WINDOWS, POSIX = "nt", "posix"

needs_posix = pytest.mark.skipif(os.name != POSIX, reason="its stand-ins are shell scripts")


def load() -> Any:
    spec = spec_from_file_location("launch", ROOT / "scripts" / "launch.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


launch = load()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the project with a complete environment; its Python reports how it was called, and exits with 3."""
    root = tmp_path / "a folder with spaces"
    (root / "scripts").mkdir(parents=True)
    (root / "scripts" / "launch.py").write_bytes((ROOT / "scripts" / "launch.py").read_bytes())
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nfor word; do echo "[$word]"; done\necho "$PYTHONUTF8"\nexit 3\n', encoding="utf-8")
    python.chmod(0o755)
    for place in (root, root / ".venv"):
        (place / "requirements.lock").write_text("click==8\n", encoding="utf-8")
    return root


def test_paths_of_both_systems() -> None:
    venv = PurePosixPath("/m/.venv")
    assert launch.venv_python(venv, WINDOWS) == PurePosixPath("/m/.venv/Scripts/python.exe")
    assert launch.venv_python(venv, POSIX) == PurePosixPath("/m/.venv/bin/python")
    assert os.path.relpath("/m/src", launch.packages_folder(venv, WINDOWS)) == os.path.join("..", "..", "..", "src")
    here = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    assert launch.packages_folder(venv, POSIX) == PurePosixPath(f"/m/.venv/lib/{here}/site-packages")


def test_output_is_utf_8_on_windows_too() -> None:
    assert launch.console({"A": "b"}, WINDOWS) == {"A": "b", "PYTHONUTF8": "1"}
    assert launch.console({"A": "b"}, POSIX) == {"A": "b"}


@needs_posix
def test_a_complete_environment_is_started_with_every_word(folder: Path) -> None:
    command = [sys.executable, "-I", str(folder / "scripts" / "launch.py"), "new", "l5r", "Two words", "Ünï", ""]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stderr) == (3, "")
    assert run.stdout.splitlines()[:7] == ["[-P]", "[-m]", "[muster]", "[new]", "[l5r]", "[Two words]", "[Ünï]"]


@needs_posix
def test_windows_waits_for_the_program_and_ends_as_it_does(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert launch.start(folder / ".venv" / "bin" / "python", ["serve"], WINDOWS) == 3
    assert capfd.readouterr().out.splitlines() == ["[-P]", "[-m]", "[muster]", "[serve]", "1"]


@needs_posix
def test_what_is_not_complete_is_not_ready(folder: Path) -> None:
    assert launch.is_ready(folder)
    scan = folder / ".venv" / "scan.lock"
    scan.write_text("old", encoding="utf-8")
    assert not launch.is_ready(folder)
    scan.unlink()
    (folder / ".venv" / "requirements.lock").write_text("click==7\n", encoding="utf-8")
    assert not launch.is_ready(folder)
    (folder / ".venv" / "requirements.lock").unlink()
    assert not launch.is_ready(folder)


HOLDER = """
import fcntl, sys
file = open(sys.argv[1], "a+b")
fcntl.lockf(file, fcntl.LOCK_EX, 1) if sys.argv[2] == "nt" else fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.readline()
"""


def stand_in() -> types.ModuleType:
    """msvcrt with its one function, using this system's byte locks."""
    import fcntl

    module = types.ModuleType("msvcrt")
    module.LK_LOCK, module.LK_NBLCK, module.LK_UNLCK = 1, 2, 0  # type: ignore[attr-defined]  # a stand-in for Windows

    def locking(handle: int, mode: int, size: int) -> None:
        kinds = {1: fcntl.LOCK_EX, 2: fcntl.LOCK_EX | fcntl.LOCK_NB, 0: fcntl.LOCK_UN}
        fcntl.lockf(handle, kinds[mode], size)

    module.locking = locking  # type: ignore[attr-defined]  # a stand-in for Windows
    return module


@needs_posix
@pytest.mark.parametrize("system", [WINDOWS, POSIX])
def test_a_second_start_waits_for_the_first(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", stand_in())
    with launch.turn(tmp_path, system):
        pass
    assert capsys.readouterr().err == ""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / ".venv.lock"), system]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin and first.stdout and first.stdout.readline() == "held\n"
        told: list[str] = []

        def say(sentence: str) -> None:
            told.append(sentence)
            assert first.stdin
            first.stdin.write("\n")
            first.stdin.flush()

        monkeypatch.setattr(launch, "say", say)
        with launch.turn(tmp_path, system):
            assert told == ["waiting for another start that is setting up .venv ..."]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / ".venv.lock").mkdir()
    with pytest.raises(launch.Trouble, match="copy the folder to a place of your own"), launch.turn(tmp_path):
        pass


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "THESE PACKAGES DO NOT MATCH THE HASHES",
            "a downloaded package differs from the one locked in requirements.lock",
        ),
        ("no route to host", "pip could not install requirements.lock (see above); check the network connection"),
    ],
)
@needs_posix
def test_what_pip_cannot_do_is_told_and_the_environment_stays_incomplete(
    folder: Path, said: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "requirements.lock").write_text("click==9\n", encoding="utf-8")
    python = folder / ".venv" / "bin" / "python"
    python.write_text(
        f'#!/bin/sh\ncase "$*" in *"import pip") exit 0 ;; esac\necho "{said}"\nexit 1\n', encoding="utf-8"
    )
    with pytest.raises(launch.Trouble) as trouble:
        launch.make_venv(folder)
    assert str(trouble.value).startswith(sentence)
    assert said in capsys.readouterr().err
    assert not launch.is_ready(folder)


@pytest.mark.skipif(not os.environ.get("MUSTER_LONG_TESTS"), reason="makes a whole environment")
@needs_posix
def test_an_environment_is_made_and_the_sources_are_on_its_path(folder: Path) -> None:
    """Without packages to download: an empty lock."""
    for lock in folder.rglob("requirements.lock"):
        lock.unlink()
    (folder / "requirements.lock").write_text("", encoding="utf-8")
    (folder / "src").mkdir()
    (folder / "src" / "muster.py").write_text("import sys; print(sys.argv[1:])", encoding="utf-8")
    (folder / ".venv" / "bin" / "python").unlink()
    command = [sys.executable, "-I", str(folder / "scripts" / "launch.py"), "--version"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stdout) == (0, "['--version']\n"), run.stderr
    assert launch.is_ready(folder)


def test_the_batch_file_leads_to_the_launcher() -> None:
    """Its lines end as on Windows, every label it jumps to exists, and it returns the program's exit code."""
    data = (ROOT / "muster.cmd").read_bytes()
    lines = data.decode("ascii").split("\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert set(re.findall(r"goto (\w+)", data.decode())) == {line[1:] for line in lines if line.startswith(":")}
    [path] = re.findall(r"%~dp0([\w\\\\.]+)", data.decode())
    assert (ROOT / path.replace("\\", "/")).is_file()
    starts = [n for n, line in enumerate(lines) if line.endswith('"%launch%" %*')]
    assert len(starts) == 3 and all(lines[n + 1] == "exit /b %errorlevel%" for n in starts)


def batch(programs: dict[str, int], env: dict[str, str]) -> tuple[list[str], int]:
    """What muster.cmd starts on a computer with these programs, each with the exit code of all it runs, and its own."""
    lines = (ROOT / "muster.cmd").read_text("ascii").splitlines()
    started: list[str] = []
    at = level = 0
    while True:
        line = lines[at].split(">nul")[0].strip()
        word, _, rest = line.partition(" ")
        at += 1
        if line.startswith((":", "@", "set", "rem ", "echo ")):
            continue
        if jump := re.fullmatch(r"goto (\w+)|if (defined (\w+)|errorlevel 1) goto (\w+)", line):
            plain, _, name, label = jump.groups()
            if plain or (name in env if name else level >= 1):
                at = lines.index(f":{plain or label}") + 1
        elif word == "exit":
            return started, level if rest == "/b %errorlevel%" else int(rest.removeprefix("/b "))
        else:
            program = re.sub(r"%(\w+)%", lambda found: env[found[1]], word).strip('"')
            level = programs.get(program, 9009)  # what Windows says of a program that is not there
            if "%launch%" in rest:
                started.append(program)


@pytest.mark.parametrize(
    ("programs", "started", "code"),
    [
        ({"py": 0, "python": 0}, ["py"], 0),
        ({"python": 0}, ["python"], 0),
        ({"py": 103, "python": 0}, ["python"], 0),  # py without a Python 3
        ({"py": 103}, [], 1),
        ({"py": 103, "python": 9009}, [], 1),  # python is the link to the Store
        ({}, [], 1),
    ],
)
def test_the_batch_file_starts_a_python_that_works(programs: dict[str, int], started: list[str], code: int) -> None:
    assert batch(programs, {}) == (started, code)


def test_the_batch_file_starts_the_python_that_is_named() -> None:
    assert batch({"py": 0, r"C:\P\python.exe": 3}, {"MUSTER_PYTHON": r"C:\P\python.exe"}) == ([r"C:\P\python.exe"], 3)
