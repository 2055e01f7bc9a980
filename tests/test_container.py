"""The Containerfile, line by line and without a container: what it copies, runs and starts, in a folder of its own.

Packages are not downloaded: those of this environment take the place of the ones that the lock lists.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from sysconfig import get_path

import pytest
import yaml

from muster.cli.verbs.events.serve import serve_command
from muster.store.postgres import address

ROOT = Path(__file__).resolve().parent.parent
HOME = "/opt/muster"
POSTGRES = "src/muster/store/postgres/postgres.lock"

Lines = list[tuple[str, str]]


def stages() -> list[Lines]:
    """Each stage's instructions with their text."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found: list[Lines] = []
    for line in lines:
        word, _, rest = line.partition(" ")
        found += [[]] if word == "FROM" else []
        found[-1].append((word, rest.strip()))
    return found


def said(lines: Lines, word: str) -> str:
    [text] = [rest for instruction, rest in lines if instruction == word]
    return text


def test_it_is_not_root_and_keeps_its_data_in_a_volume() -> None:
    build, image = stages()
    variables = dict(part.split("=", 1) for part in shlex.split(said(image, "ENV")))
    user = said(image, "USER").split(":")
    assert all(part.isdigit() and int(part) for part in user), "a number, so that nobody has to look it up"
    assert said(image, "VOLUME") == variables["MUSTER_DATA"] == variables["HOME"]
    owner = f"--owner={user[0]} --group={user[1]} {variables['MUSTER_DATA']}"
    assert said(image, "RUN") == f"install --directory --mode=0700 {owner}"
    port = next(p.default for p in serve_command.params if p.name == "port")
    assert said(image, "EXPOSE") == str(port) and f"127.0.0.1:{port}/" in said(image, "HEALTHCHECK")
    assert build[0][1].removesuffix(" AS build") == image[0][1], "packages are for the Python they run on"


def test_everything_that_is_downloaded_is_held_against_its_hash() -> None:
    installs = [rest for word, rest in stages()[0] if word == "RUN" and " pip " in rest]
    for install, lock, least in zip(installs, ("requirements.lock", POSTGRES), (100, 20), strict=True):
        assert "--require-hashes " in install and install.endswith(f"--requirement {HOME}/{Path(lock).name}")
        assert (ROOT / lock).read_text(encoding="utf-8").count("--hash=sha256:") > least
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [rest.split()[0] for word, rest in stages()[0] if word == "COPY"]
    assert ignored[1:2] == ["*"] and ignored[2:4] == [*dict.fromkeys(f"!{name.partition('/')[0]}" for name in copied)]


def test_compose_starts_that_image_on_a_database() -> None:
    """Each value as the program reads it; `docker compose` itself is not used."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    muster, database = services["muster"], services["database"]
    assert muster["build"]["dockerfile"] == "Containerfile"
    _, image = stages()
    assert muster["volumes"] == [f"data:{said(image, 'VOLUME')}"]
    assert muster["ports"] == [f"{said(image, 'EXPOSE')}:{said(image, 'EXPOSE')}"]
    verb, *options = muster["command"]
    assert verb == "serve"
    assert serve_command.make_context(verb, options, resilient_parsing=True).params["workers"] == 2
    known = database["environment"]
    asked = muster["environment"]["MUSTER_DATABASE"].replace("${MUSTER_PASSWORD:?}", "pass")
    assert known["POSTGRES_PASSWORD"] == "${MUSTER_PASSWORD:?}"
    assert asked == f"postgresql://{known['POSTGRES_USER']}:pass@database/{known['POSTGRES_USER']}"
    assert address.read(asked).shown == "database/muster"
    asks = said(image, "HEALTHCHECK").partition(" CMD ")[2].replace("/health", "/ready")
    assert muster["healthcheck"]["test"] == ["CMD", *json.loads(asks)], "alive is the image's question, ready is ours"
    assert muster["depends_on"] == {"database": {"condition": "service_healthy"}}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.mark.skipif(os.name == "nt", reason="a container runs Linux")
def test_its_steps_lead_to_a_server_that_is_healthy_and_stops_when_told(tmp_path: Path) -> None:
    home, data, port = tmp_path / "muster", tmp_path / "data", str(free_port())

    def here(text: str) -> str:
        return text.replace(HOME, str(home)).replace("/data", str(data)).replace("8000", port)

    build, image = stages()
    for word, rest in build[1:]:
        if word == "COPY":
            source, to = rest.split()
            target = Path(here(to))
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / source, target)
        elif " -m venv " in f" {rest} ":
            subprocess.run([sys.executable, *shlex.split(here(rest))[1:], "--without-pip"], check=True)
            [packages] = (home / "venv" / "lib").glob("python3*/site-packages")
            (packages / "locked.pth").write_text(get_path("purelib"), encoding="utf-8")
        elif " compileall " in rest:
            # Compiling everything takes a minute; one folder shows that the command is right.
            command = shlex.split(here(rest))
            subprocess.run([*command[:-1], command[-1] + "/muster/store"], check=True)
        elif " pip install " not in rest:
            subprocess.run(shlex.split(here(rest)), check=True, env={"PATH": os.environ["PATH"]})
    catalogues = home / "src" / "muster" / "app" / "catalogues"
    assert [one.name[:2] for one in sorted(catalogues.glob("__pycache__/*.json"))] == ["de", "es", "fr"]
    data.mkdir(mode=0o700)
    environment = {"PATH": os.environ["PATH"]}
    environment |= dict(part.split("=", 1) for part in shlex.split(here(said(image, "ENV"))))
    command = [here(part) for name in ("ENTRYPOINT", "CMD") for part in json.loads(said(image, name))]
    check = [here(part) for part in json.loads(said(image, "HEALTHCHECK").partition(" CMD ")[2])]
    server = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", port],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert "http" in server.stdout.readline(), "it says where it is"
        end = time.monotonic() + 60
        while subprocess.run(check, env=environment, capture_output=True, check=False).returncode:
            assert time.monotonic() < end and server.poll() is None
        assert (data / "web.lock").is_file(), "what it writes is in the volume"
    finally:
        server.send_signal(getattr(signal, said(image, "STOPSIGNAL")))
        stopped = server.wait(timeout=60)
    assert stopped in (0, -signal.SIGTERM)
    assert subprocess.run(check, env=environment, capture_output=True, check=False).returncode
