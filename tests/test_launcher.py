"""The launcher, with a stand-in for Python and pip: what it runs, what it says, and what it leaves behind."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("sh", "cmp", "cat", "cp", "rm", "mkdir", "grep", "dirname", "readlink", "uname", "tr")

# Answers the launcher's probe as $PROBE says, makes a .venv whose python is itself, and fails as pip if $PIP is set.
PYTHON = """#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in
    *ensurepip*) echo "$PROBE $0" ;;
    *"-m venv"*)
        for venv; do :; done
        rm -rf "$venv"
        mkdir -p "$venv/bin" "$venv/lib/python3.11/site-packages"
        cp "$0" "$venv/bin/python" ;;
    *"-m pip"*) [ -z "$PIP" ] || { echo "$PIP"; exit 1; } ;;
    *"-m muster"*) shift 3; for word; do echo "[$word]"; done ;;
esac
"""


@dataclass
class Machine:
    folder: Path
    calls: Path
    env: dict[str, str]

    def start(self, *args: str, by: str = "", env: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Exit code, output and complaints of one start, from a different folder."""
        self.calls.write_text("", encoding="utf-8")
        command = [by or str(self.folder / "muster"), *args]
        environment = {**self.env, **(env or {})}
        run = subprocess.run(command, env=environment, cwd="/", capture_output=True, encoding="utf-8", check=False)
        return run.returncode, run.stdout, run.stderr

    def installs(self) -> int:
        return self.calls.read_text(encoding="utf-8").count("-m pip install")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder = tmp_path / "a folder with spaces"
    (folder / "scripts").mkdir(parents=True)
    scripts = (
        "muster",
        "scripts/venv.sh",
        "scripts/chromium.sh",
        "scripts/engines.sh",
        "scripts/postgres.sh",
        "scripts/test",
    )
    for name in (*scripts, "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, folder / name)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    (tools / "python3").write_text(PYTHON, encoding="utf-8")
    (tools / "python3").chmod(0o755)
    calls = tmp_path / "calls"
    return Machine(folder, calls, {"PATH": str(tools), "CALLS": str(calls), "PROBE": "3.11 able", "PIP": ""})


def test_first_start_says_one_line_and_later_starts_nothing(machine: Machine) -> None:
    venv = machine.folder / ".venv"
    line = f"muster: setting up '{venv}' with Python 3.11 (once; half a minute or so) ...\n"
    assert machine.start("demo", "two words") == (0, "[demo]\n[two words]\n", line)
    assert machine.installs() == 1
    assert machine.start("demo") == (0, "[demo]\n", "")
    assert machine.calls.read_text(encoding="utf-8") == "-P -m muster demo\n"


def test_starts_through_a_link_to_a_link(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(Path("a folder with spaces") / "muster")
    (tmp_path / "two").symlink_to("one")
    assert machine.start("demo", by=str(tmp_path / "two"))[:2] == (0, "[demo]\n")


def test_changed_lock_is_installed_once(machine: Machine) -> None:
    machine.start()
    change_lock(machine)
    machine.start()
    assert machine.installs() == 1
    machine.start()
    assert machine.installs() == 0


def added(machine: Machine, name: str) -> Path:
    """A package that somebody installed into the environment."""
    info = machine.folder / ".venv" / "lib" / "python3.11" / "site-packages" / f"{name}.dist-info"
    info.mkdir()
    return info


def change_lock(machine: Machine) -> None:
    with (machine.folder / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")


def test_a_changed_lock_leaves_what_was_added_to_the_environment(machine: Machine) -> None:
    machine.start()
    game = added(machine, "my_game-1.0")
    change_lock(machine)
    code, _, err = machine.start()
    assert (code, machine.installs()) == (0, 1)
    assert err == f"muster: bringing '{machine.folder / '.venv'}' up to date (once; what you added to it stays) ...\n"
    assert game.is_dir()
    assert "-m venv" not in machine.calls.read_text(encoding="utf-8")


def test_an_environment_that_must_be_made_again_says_what_is_lost(machine: Machine) -> None:
    machine.start()
    for name in ("My_Game-1.0", "django-5.2.1", "pip-25.0"):
        added(machine, name)
    venv_python = machine.folder / ".venv" / "bin" / "python"
    venv_python.unlink()
    code, _, err = machine.start()
    assert (code, machine.installs()) == (0, 1)
    assert err.splitlines()[1:] == [
        f"muster: what was added to it is lost; to get it back: '{venv_python}' -m pip install my-game"
    ]


def with_scan(machine: Machine) -> Path:
    """What the page *Scan slips* leaves in the environment, once it has installed the extra."""
    lock = machine.folder / "src" / "muster" / "scan" / "scan.lock"
    lock.parent.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "muster" / "scan" / "scan.lock", lock)
    shutil.copy(lock, machine.folder / ".venv" / "scan.lock")
    return lock


@pytest.mark.parametrize("how", ["new scan lock", "new lock", "made again"])
def test_the_scan_extra_stays_with_every_later_lock(machine: Machine, how: str) -> None:
    machine.start()
    lock = with_scan(machine)
    assert machine.start()[2] == "" and machine.installs() == 0
    if how == "new scan lock":
        lock.write_text("pypdfium2==9.9.9 --hash=sha256:0\n", "utf-8")
    elif how == "new lock":
        change_lock(machine)
    else:
        (machine.folder / ".venv" / "bin" / "python").unlink()
    machine.start()
    installs = [call for call in machine.calls.read_text("utf-8").splitlines() if "-m pip install" in call]
    assert [call.rpartition("/")[2] for call in installs] == ["requirements.lock", "scan.lock"]
    assert "--no-deps --only-binary :all: --require-hashes" in installs[1]
    assert (machine.folder / ".venv" / "scan.lock").read_bytes() == lock.read_bytes()
    assert machine.start()[2] == "" and machine.installs() == 0


def test_another_python_is_taken_where_it_is_asked_for(machine: Machine) -> None:
    machine.start()
    change_lock(machine)
    machine.start(env={"MUSTER_PYTHON": "python3"})
    assert "-m venv --clear" in machine.calls.read_text(encoding="utf-8")


def test_failed_installation_never_looks_complete(machine: Machine) -> None:
    code, out, err = machine.start(env={"PIP": "no route to host"})
    assert (code, out) == (1, "")
    assert "no route to host" in err
    assert err.endswith(
        "muster: pip could not install requirements.lock (its message is above);"
        " check the network connection and start again.\n"
    )
    assert machine.start("demo")[:2] == (0, "[demo]\n")
    assert machine.installs() == 1


def test_download_with_another_hash_is_refused(machine: Machine) -> None:
    code, _, err = machine.start(env={"PIP": "THESE PACKAGES DO NOT MATCH THE HASHES"})
    assert code == 1
    assert err.endswith(
        "muster: a downloaded package differs from the one locked in requirements.lock, so it was not installed.\n"
    )


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"PROBE": "3.9 old"}, "needs Python 3.11 or newer, found 3.9 ("),
        ({"PROBE": "3.12 bare"}, "lacks the ensurepip module; install that, or another Python 3.11 or newer"),
        ({"MUSTER_PYTHON": "snake"}, "MUSTER_PYTHON is 'snake', which is not a Python 3.11 or newer."),
    ],
)
def test_unfit_python_is_named(machine: Machine, env: dict[str, str], sentence: str) -> None:
    code, _, err = machine.start(env=env)
    assert code == 1
    assert sentence in err
    assert not (machine.folder / ".venv").exists()


# Installs whatever is requested, as an empty program with the package's program name; $APT makes it fail.
APT_GET = """#!/bin/sh
echo "apt-get $*" >>"$CALLS"
[ -z "$APT" ] || { echo "$APT" >&2; exit 1; }
case "$*" in *install*) for name; do :; done ;; *) exit 0 ;; esac
case $name in webkit2gtk-driver) name=WebKitWebDriver ;; xvfb) name=Xvfb ;; postgresql) name=initdb ;; esac
cp "$0" "${0%/*}/$name"
"""
ENV = '#!/bin/sh\nshift\nexec "$@"\n'


def debian(machine: Machine, user: int) -> str:
    """The test command on a machine with apt-get and nothing it installs yet, started by that user."""
    tools = Path(machine.env["PATH"])
    for name, program in (("apt-get", APT_GET), ("id", f"#!/bin/sh\necho {user}\n"), ("env", ENV)):
        (tools / name).write_text(program, encoding="utf-8")
        (tools / name).chmod(0o755)
    machine.env |= {"APT": "", "MUSTER_POSTGRES": str(tools)}
    return str(machine.folder / "scripts" / "test")


def test_the_test_command_installs_the_browsers_once(machine: Machine) -> None:
    tests = debian(machine, user=0)
    code, _, err = machine.start("-x", by=tests)
    assert code == 0
    assert err.splitlines()[-3:] == [
        "muster: the package chromium-headless-shell is missing; installing it (once; a minute or two) ...",
        "muster: missing: webkit2gtk-driver xvfb firefox-esr; installing them (once; a minute or two) ...",
        "muster: the package postgresql is missing; installing it (once; a minute) ...",
    ]
    calls = machine.calls.read_text(encoding="utf-8").splitlines()
    assert [call for call in calls if call.startswith("apt-get")] == [
        f"apt-get -qq install -y --no-install-recommends {package}"
        for package in ("chromium-headless-shell", "webkit2gtk-driver", "xvfb", "firefox-esr", "postgresql")
    ]
    assert calls[-1] == "-m pytest -n auto --maxprocesses 8 --dist worksteal -x"
    assert machine.start(by=tests) == (0, "", "")
    assert "apt-get" not in machine.calls.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("user", "apt", "lines"),
    [
        (
            1000,
            "",
            (
                "no Chromium, no browser tests; install it, on Debian with",
                "missing: webkit2gtk-driver xvfb firefox-esr; no tests in WebKit and Firefox without them;",
                "no PostgreSQL, no tests on it; install it, on Debian with",
            ),
        ),
        (
            0,
            "no route to host",
            (
                "the package chromium-headless-shell could not be installed, see above; no browser tests;",
                "the package webkit2gtk-driver could not be installed, see above; install them, on Debian with",
                "the package xvfb could not be installed, see above;",
                "the package firefox-esr could not be installed, see above;",
                "the package postgresql could not be installed, see above; no tests on it;",
            ),
        ),
    ],
)
def test_without_browsers_the_test_command_says_so_and_runs(
    machine: Machine, user: int, apt: str, lines: tuple[str, ...]
) -> None:
    tests = debian(machine, user)
    code, _, err = machine.start(by=tests, env={"APT": apt})
    assert code == 0
    for line in lines:
        assert f"\nmuster: {line}" in err
    assert "-m pytest" in machine.calls.read_text(encoding="utf-8")


def pins(lock: str) -> set[str]:
    return set(re.findall(r"^[a-z][^ ]*", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_tests_run_with_the_versions_that_users_get() -> None:
    assert pins("requirements.lock")
    assert pins("requirements.lock") <= pins("requirements-dev.lock")


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_hold_pins_and_hashes_and_name_no_place(lock: str) -> None:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()[2:]
    only_if = r"[a-z_]+ [<>=!]+ '[\w.]+'"
    fits = re.compile(
        rf"    --hash=sha256:[0-9a-f]{{64}}( \\)?|[a-z0-9-]+==[0-9a-z.]+( ; {only_if}( and {only_if})*)? \\"
    )
    assert [line for line in lines if not fits.fullmatch(line)] == []
