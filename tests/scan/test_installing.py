"""The extra that reads slips, installed by a real pip: from a shelf of this test, into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.progress import Stopped, unwatched
from muster.scan.installing import LOCK, command, install, packages

ROOT = Path(__file__).parents[2]


def test_the_lock_is_the_extra_and_what_the_tests_ran_with() -> None:
    """Both locks must change together: scripts/lock writes them. Neither names a host."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extra = [one.partition(">=")[0] for one in project["optional-dependencies"]["scan"]]
    assert packages() == extra
    dev = (ROOT / "requirements-dev.lock").read_text("utf-8")
    entries = [line for line in LOCK.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert "\n".join(entries).count("==") == len(extra) and all(f"{line}\n" in dev for line in entries)
    assert not any("//" in line for line in entries)
    assert f"extra src/muster/scan/scan.lock '{'|'.join(extra)}'\n" in (ROOT / "scripts" / "lock").read_text("utf-8")


def test_the_command_takes_what_is_locked_and_nothing_else() -> None:
    words = command()
    assert words[:5] == [sys.executable, "-I", "-m", "pip", "install"]
    assert {"--require-hashes", "--no-deps", "--only-binary", "--no-input"} <= set(words)
    assert words[-2:] == ["--requirement", str(LOCK)] and not any("://" in word for word in words)


class Shelf:
    """A folder with a wheel instead of the network, and a Python whose environment is thrown away."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.lock = folder / "test.lock"
        venv.create(folder / "env", with_pip=False, symlinks=True)
        self.python = str(folder / "env" / "bin" / "python")
        (site,) = (folder / "env" / "lib").glob("python3*/site-packages")
        self.site = site
        (site / "pip.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
        wheel = self.wheel()
        self.hash = sha256(wheel.read_bytes()).hexdigest()
        self.pin(self.hash)
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.setenv("PIP_TARGET", str(folder / "elsewhere"))  # Somebody's own setting, which we ignore.

    def wheel(self) -> Path:
        made = self.folder / "slipeyes-1.0-py3-none-any.whl"
        info = "slipeyes-1.0.dist-info"
        files = {
            "slipeyes.py": "SEES = True\n",
            f"{info}/METADATA": "Metadata-Version: 2.1\nName: slipeyes\nVersion: 1.0\n",
            f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        digests = {name: urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=") for name, text in files.items()}
        record = "".join(f"{name},sha256={digest.decode()},\n" for name, digest in digests.items())
        with ZipFile(made, "w") as opened:
            for name, text in {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
                opened.writestr(name, text)
        return made

    def pin(self, digest: str, version: str = "1.0") -> None:
        self.lock.write_text(f"slipeyes=={version} \\\n    --hash=sha256:{digest}\n", "utf-8")

    @property
    def installed(self) -> bool:
        run = subprocess.run([self.python, "-c", "import slipeyes"], capture_output=True, check=False)
        return run.returncode == 0


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


def test_it_is_installed_step_by_step(shelf: Shelf) -> None:
    steps: list[tuple[int, int]] = []
    install(lambda done, total: steps.append((done, total)), shelf.lock, shelf.python)
    assert shelf.installed and not (shelf.folder / "elsewhere").exists()
    assert set(steps) <= {(0, 2), (1, 2)} and steps[0] == (0, 2)
    install(unwatched, shelf.lock, shelf.python)  # Twice is the same as once.


def test_a_package_that_is_another_one_is_not_installed(shelf: Shelf) -> None:
    shelf.pin("0" * 64)
    with pytest.raises(Refusal, match=r"differs from the one Muster was tested with\. Nothing was installed"):
        install(unwatched, shelf.lock, shelf.python)
    assert not shelf.installed


def test_a_computer_that_no_package_fits(shelf: Shelf) -> None:
    shelf.pin(shelf.hash, "2.0")
    with pytest.raises(Refusal, match="There is no package for this computer and its Python"):
        install(unwatched, shelf.lock, shelf.python)


def test_without_a_network_one_sentence_says_so(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(Refusal) as refused:
        install(unwatched, shelf.lock, shelf.python)
    assert str(refused.value) == (
        "The packages could not be downloaded. Nothing was installed. Connect this computer to the internet and try "
        "again; entering results by table works without them."
    )


def test_a_python_without_pip_is_not_ours_to_change(shelf: Shelf) -> None:
    (shelf.site / "pip.pth").unlink()
    with pytest.raises(Refusal, match="Muster is not allowed to install anything into the Python it runs with"):
        install(unwatched, shelf.lock, shelf.python)


def test_stopped_while_it_looks_for_packages_nothing_is_installed(shelf: Shelf) -> None:
    def stop(done: int, total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        install(stop, shelf.lock, shelf.python)
    assert not shelf.installed
