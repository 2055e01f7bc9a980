"""The wheel and the source archive: what is in them, the command as an installer leaves it behind, and the tests that
come along. Nothing is downloaded."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from sysconfig import get_path

from muster import __version__

ROOT = Path(__file__).resolve().parent.parent


def built(folder: Path, kind: str) -> Path:
    program = f"import hatchling.build, sys; print(hatchling.build.build_{kind}(sys.argv[1]))"
    run = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return folder / run.stdout.split()[-1]


def test_the_command_runs_from_a_wheel_and_its_pages_and_languages_are_there(tmp_path: Path) -> None:
    wheel = built(tmp_path, "wheel")
    names = zipfile.ZipFile(wheel).namelist()
    pages = {name.partition("/data/share/doc/muster/")[2] for name in names if "/data/share/" in name}
    assert pages >= {"README.md", "docs/library.md", "docs/organisers-guide.md", "docs/screenshots/desk.png"}
    assert {f"muster/app/catalogues/{code}.po" for code in ("de", "es", "fr")} <= set(names)
    assert not [name for name in names if "__pycache__" in name]

    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = str(venv / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--quiet"]
    subprocess.run([*install, str(wheel)], check=True, env={**os.environ, "PYTHONPATH": ""})
    [packages] = (venv / "lib").glob("python3*/site-packages")
    (packages / "locked.pth").write_text(get_path("purelib"), encoding="utf-8")  # what the lock file lists

    def muster(*words: str) -> str:
        environment = {"PATH": os.environ["PATH"], "MUSTER_DATA": str(tmp_path / "data")}
        command = [str(venv / "bin" / "muster"), *words]
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        return run.stdout

    assert __version__ in muster("--version")
    assert "bushido" in muster("systems")
    assert (venv / "share" / "doc" / "muster" / "docs" / "library.md").is_file()


def test_the_source_archive_has_everything_that_the_tests_look_at_and_they_run(tmp_path: Path) -> None:
    with tarfile.open(built(tmp_path, "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    [root] = (one for one in tmp_path.iterdir() if one.is_dir())
    if (ROOT / ".git").exists():  # An archive has no list of its own.
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert {name for name in listed.split() if not (root / name).exists()} <= {".editorconfig"}
    some = ["tests/test_glossary.py", "tests/core/reading/test_timetable.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *some]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
