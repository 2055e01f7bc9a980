"""Which engines there are, and the throw-away environments in which the peers are installed by name."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".cache" / "bench"
NODE_MEMORY = 4096
"""Megabytes that node may use."""


@dataclass(frozen=True, slots=True)
class Engine:
    """`key` names its file in engines/; `package` is what pip or npm installs, empty if it is already here."""

    key: str
    label: str
    way: str = ""
    """How it is used, if there are several ways."""
    package: str = ""
    npm: bool = False
    most: int = 0
    """Not tried above this many players, 0 for no limit: a complete graph would not fit."""

    @property
    def is_muster(self) -> bool:
        return self.key.startswith("muster")


MUSTER = Engine("muster_objects", "Muster", "objects")
BUILT_IN = (
    MUSTER,
    Engine("muster_columns", "Muster", "arrays"),
    Engine("muster_groups", "Muster", "objects, as the books pair"),
    Engine("walk", "top-down walk", "built in"),
)
PEERS = (
    Engine("swisspair", "swisspair", package="swisspair"),
    Engine("py4swiss", "py4swiss", "Dutch", package="py4swiss"),
    Engine("rustworkx", "rustworkx", "one complete graph", package="rustworkx", most=10_000),
    Engine("networkx", "networkx", "one complete graph", package="networkx", most=10_000),
    Engine("tournament_pairings", "tournament-pairings", package="tournament-pairings", npm=True),
)
NO_ADAPTER = ("swiss-pairing",)
"""Wanted, but not available anywhere when the adapters were written; tried again in each run."""

NOT_IN_A_REGISTRY = {"JeffHoogland/pypair": "not in a registry, so it cannot be installed by name"}


def command(engine: Engine) -> list[str]:
    """What starts the engine's worker; its arguments follow."""
    if engine.npm:
        script = Path(__file__).parent / "engines" / f"{engine.key}.mjs"
        return ["node", f"--max-old-space-size={NODE_MEMORY}", str(script)]
    python = _peers_python() if engine.package else Path(sys.executable)
    return [str(python), "-m", "bench.pairing.worker", engine.key]


def folder(engine: Engine) -> Path:
    """Where the worker runs: node looks for packages there, Python for this benchmark."""
    return CACHE / "npm" if engine.npm else ROOT


def install() -> tuple[dict[str, str], dict[str, str]]:
    """Installs every peer: the versions of those installed, and why the others are not, by package."""
    versions: dict[str, str] = {}
    missing = dict(NOT_IN_A_REGISTRY)
    CACHE.mkdir(parents=True, exist_ok=True)
    if not _peers_python().exists():
        subprocess.run([sys.executable, "-m", "venv", str(CACHE / "peers")], check=True)
    for engine in PEERS:
        version, reason = _npm(engine.package) if engine.npm else _pip(engine.package)
        if version:
            versions[engine.package] = version
        else:
            missing[engine.package] = reason
    for package in NO_ADAPTER:
        version, reason = _pip(package)
        missing[package] = f"{version} can be installed, but no adapter is written yet" if version else reason
    return versions, missing


def _peers_python() -> Path:
    return CACHE / "peers" / "bin" / "python"


def _pip(package: str) -> tuple[str, str]:
    run = _said([str(_peers_python()), "-m", "pip", "install", "--disable-pip-version-check", package])
    if run.returncode:
        return "", _reason(run.stderr, "ERROR:", "pip could not install it")
    ask = f"from importlib.metadata import version; print(version({package!r}))"
    return _said([str(_peers_python()), "-c", ask]).stdout.strip(), ""


def _npm(package: str) -> tuple[str, str]:
    if not shutil.which("node") or not shutil.which("npm"):
        return "", "node and npm are not there"
    place = CACHE / "npm"
    place.mkdir(exist_ok=True)
    run = _said(["npm", "install", "--prefix", str(place), "--no-audit", "--no-fund", "--ignore-scripts", package])
    if run.returncode:
        return "", _reason(run.stderr, "npm error code", "npm could not install it")
    told = json.loads((place / "node_modules" / package / "package.json").read_text(encoding="utf-8"))
    return str(told["version"]), ""


def _said(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _reason(text: str, mark: str, otherwise: str) -> str:
    """The last line with the mark, unless it names a place on this machine or network."""
    lines = [line.removeprefix(mark).strip() for line in text.splitlines() if line.startswith(mark)]
    return f"{otherwise} ({lines[-1]})" if lines and "/" not in lines[-1] else otherwise
