"""Starts Muster from this folder on any system; the first start makes the virtual environment .venv beside it.

`muster.cmd` runs this on Windows. It does what scripts/venv.sh does for `./muster`: a lock file that was installed
completely is copied into .venv as the last step, so comparing two files tells whether there is anything to do. It
starts under Pythons from 3.7 too, to be able to say which one is needed; everything it says goes to stderr.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    Lock = tuple[Callable[[bool], bool], Callable[[], None]]
    """Takes the lock, waiting for it or not, and says whether it got it; and releases it."""

LOCK = "requirements.lock"
SCAN = "src/muster/scan/scan.lock"
OLDEST = (3, 11)
WINDOWS = "nt"


class Trouble(Exception):
    """A sentence that ends the start."""


def say(sentence: str) -> None:
    print("muster: " + sentence, file=sys.stderr)


def venv_python(venv: Path, system: str = os.name) -> Path:
    """Where the Python of an environment is."""
    return venv / "Scripts" / "python.exe" if system == WINDOWS else venv / "bin" / "python"


def packages_folder(venv: Path, system: str = os.name) -> Path:
    """Where an environment has its packages."""
    own = "Lib" if system == WINDOWS else "lib/python{}.{}".format(*sys.version_info[:2])
    return venv / own / "site-packages"


def console(environment: Mapping[str, str], system: str = os.name) -> dict[str, str]:
    """The program's environment: on Windows its output is UTF-8 in pipes and files too, as everywhere else."""
    return {**environment, "PYTHONUTF8": "1"} if system == WINDOWS else dict(environment)


def same(one: Path, other: Path) -> bool:
    """Whether both files are there and equal."""
    try:
        return one.read_bytes() == other.read_bytes()
    except OSError:
        return False


def is_ready(root: Path) -> bool:
    venv = root / ".venv"
    scans = not (venv / "scan.lock").exists() or same(root / SCAN, venv / "scan.lock")
    return venv_python(venv).exists() and same(root / LOCK, venv / LOCK) and scans


@contextlib.contextmanager
def turn(root: Path, system: str = os.name) -> Iterator[None]:
    """Waits for another start that is installing. The lock ends with the process that holds it, however it ends."""
    with _opened(root) as file:
        take, leave = _windows_lock(file) if system == WINDOWS else _posix_lock(file)
        if not take(False):
            say("waiting for another start that is setting up .venv ...")
            while not take(True):
                pass  # On Windows a wait gives up after ten tries.
        try:
            yield
        finally:
            leave()


def _opened(root: Path) -> IO[bytes]:
    try:
        return open(root / ".venv.lock", "a+b")
    except OSError:
        raise Trouble(f"cannot write in '{root}'; copy the folder to a place of your own and start it there.") from None


def _posix_lock(file: IO[bytes]) -> Lock:
    import fcntl

    def take(wait: bool) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    return take, lambda: fcntl.flock(file, fcntl.LOCK_UN)


def _windows_lock(file: IO[bytes]) -> Lock:
    import msvcrt

    def take(wait: bool) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def leave() -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

    return take, leave


def make_venv(root: Path) -> None:
    """Updates .venv to match the lock file; anything else installed in it stays if its Python still works."""
    venv = root / ".venv"
    python = venv_python(venv)
    scans = (venv / "scan.lock").exists()
    if python.exists() and _run([str(python), "-I", "-c", "import pip"]):
        say(f"bringing '{venv}' up to date (once; what you added to it stays) ...")
    else:
        say("setting up '{}' with Python {}.{} (once; half a minute or so) ...".format(venv, *sys.version_info[:2]))
        if not _run([sys.executable, "-I", "-m", "venv", "--clear", "--", str(venv)]):
            raise Trouble(f"'{sys.executable} -m venv' failed; install Python with venv and pip, then start again.")
        packages = packages_folder(venv)
        source = os.path.relpath(root / "src", packages)
        (packages / "muster-source.pth").write_text(source + "\n", encoding="utf-8")
    for name in (LOCK, "requirements-dev.lock"):
        with contextlib.suppress(FileNotFoundError):
            (venv / name).unlink()
    _install(python, root / LOCK, venv / "pip.log")
    if scans:
        _keep_scan(root, venv, python)
    shutil.copyfile(root / LOCK, venv / LOCK)


def _install(python: Path, lock: Path, log: Path) -> None:
    if _run(_pip(python, lock), log):
        return
    told = log.read_text(encoding="utf-8", errors="replace")
    print(told, file=sys.stderr)
    if "DO NOT MATCH THE HASHES" in told:
        raise Trouble(f"a downloaded package differs from the one locked in {lock.name}, so it was not installed.")
    raise Trouble(f"pip could not install {lock.name} (see above); check the network connection and start again.")


def _keep_scan(root: Path, venv: Path, python: Path) -> None:
    """The scan extra as this version needs it. Everything else works without it, so a failure here ends nothing."""
    (venv / "scan.lock").unlink()
    if _run([*_pip(python, root / SCAN), "--no-deps", "--only-binary", ":all:"], venv / "pip.log"):
        shutil.copyfile(root / SCAN, venv / "scan.lock")
    else:
        say("what reads slips could not be installed again; the page “Scan slips” offers it.")


def _pip(python: Path, lock: Path) -> list[str]:
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    return [str(python), "-I", "-m", "pip", "install", *quiet, "--require-hashes", "--requirement", str(lock)]


def _run(command: Sequence[str], log: Path | None = None) -> bool:
    """Whether a command succeeds; its output goes to the log, or nowhere."""
    bare = {key: value for key, value in os.environ.items() if key not in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX")}
    with open(log or os.devnull, "wb") as out:
        return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=bare).returncode == 0


def start(python: Path, arguments: Sequence[str], system: str = os.name) -> int:
    """Runs the program and returns its exit code. Windows cannot replace one program with another, so it is waited
    for.
    """
    command = [str(python), "-P", "-m", "muster", *arguments]
    environment = console(os.environ, system)
    if system != WINDOWS:
        os.execve(command[0], command, environment)
    program = subprocess.Popen(command, env=environment)
    while True:
        try:
            return program.wait()
        except KeyboardInterrupt:
            pass  # Ctrl-C is for the program, which ends in its own way.


def main(arguments: Sequence[str]) -> int:
    if sys.version_info < OLDEST:
        raise Trouble("needs Python 3.11 or newer, found {}.{} ({}).".format(*sys.version_info[:2], sys.executable))
    root = Path(__file__).resolve().parent.parent
    if not is_ready(root):
        with turn(root):
            if not is_ready(root):
                make_venv(root)
    return start(venv_python(root / ".venv"), arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        say(str(trouble))
        sys.exit(1)
