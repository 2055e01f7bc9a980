"""The measured figures as Markdown: the page docs/benchmarks.md and the short table of the README."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench import actions, counts, programs, seasons, tables
from bench.events import Run, table
from bench.pairing.judge import Quality
from bench.pairing.peers import MUSTER, Engine
from bench.pairing.trial import Outcome
from bench.phones import Run as PhonesRun
from bench.phones import lines_of

START, END = "<!-- bench -->", "<!-- /bench -->"
"""The benchmark writes what is between these two lines in the README."""

DEEP = "†"
"""Marks an engine that needs a larger stack than the system gives by default."""

DEEP_NOTE = "It crashes with the stack that the system gives by default; measured with an unlimited one."

PROSE = Path(__file__).parent / "prose.md"
PLACE = "<!-- tables -->"


@dataclass(slots=True)
class Measured:
    """Everything that one run found out. `sized` and `small` by engine key; a size that was not tried is missing."""

    engines: Sequence[Engine]
    rounds: int
    limit: int
    sized: dict[str, dict[int, Outcome]] = field(default_factory=dict)
    bounds: dict[int, Quality] = field(default_factory=dict)
    small: dict[str, dict[str, list[Outcome]]] = field(default_factory=dict)
    events: Sequence[Run] = ()
    actions: Sequence[actions.Run] = ()
    phones: Sequence[PhonesRun] = ()
    programs: programs.Programs | None = None
    tables: Sequence[tables.Run] = ()
    seasons: Sequence[str] = ()
    counts: Sequence[str] = ()
    lists: Sequence[str] = ()
    paper: Sequence[str] = ()
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def label(self, engine: Engine) -> str:
        name = f"{engine.label} {self.versions.get(engine.package, '')}".strip()
        name = f"**{name}**" if engine.is_muster else name
        return f"{name}, {engine.way}" if engine.way else name


def short(measured: Measured) -> list[str]:
    """CPU seconds by size, with the ratio to Muster, and the hard small fields."""
    sizes = list(measured.bounds)
    kinds = list(measured.small)
    lines = [
        _row(["engine", *(f"{n:,}" for n in sizes), *(f"{kind}: best" for kind in kinds)]),
        _row(["---", *["---:"] * (len(sizes) + len(kinds))]),
    ]
    for engine in measured.engines:
        cells = [_speed(measured, engine, n) for n in sizes]
        for kind in kinds:
            outcomes = measured.small[kind][engine.key]
            cells.append(f"{sum(o.best is True for o in outcomes)} of {len(outcomes)}")
        lines.append(_row([measured.label(engine), *cells]))
    if any(o.deep for sized in measured.sized.values() for n, o in sized.items() if n in sizes):
        lines += ["", f"{DEEP} {DEEP_NOTE}"]
    return lines


def block(measured: Measured) -> list[str]:
    """What goes into the README."""
    link = "Memory, quality, growth, whole events and how to run it: [docs/benchmarks.md](docs/benchmarks.md)."
    return [_caption(measured), "", *short(measured), "", link]


def page(measured: Measured) -> str:
    """The whole of docs/benchmarks.md: the prose, with the tables inserted."""
    lines = ["## Speed", "", _caption(measured), "", *short(measured), ""]
    for n, bound in measured.bounds.items():
        lines += [f"### {n:,} players, round {measured.rounds + 1}", "", *_quality(measured, n, bound), ""]
    for kind in measured.small:
        lines += [f"### {kind[0].upper()}{kind[1:]}", "", *_small(measured, kind), ""]
    lines += ["## Growth", "", *_growth(measured), "", "## A full event", ""]
    lines += ["Wall-clock seconds per phase, summed over the rounds, on the SQLite store.", "", *table(measured.events)]
    lines += ["", "## Single actions", "", *actions.lines_of(measured.actions)]
    lines += ["", "## Phones", "", *lines_of(measured.phones)]
    if measured.programs is not None:
        lines += ["", programs.TITLE, "", *programs.lines_of(measured.programs)]
    lines += ["", "## Games at tables", "", *tables.lines_of(measured.tables)]
    for title, about, said in (
        ("Seasons", seasons.ABOUT, measured.seasons),
        ("Statistics", counts.ABOUT, measured.counts),
    ):
        lines += ["", f"## {title}", "", about, "", "```", *said, "```"]
    for title, said in (("Lists", measured.lists), ("Paper", measured.paper)):
        lines += ["", f"## {title}", "", "```", *said, "```"]
    lines += ["", "## Where this was measured", "", *machine(measured)]
    return PROSE.read_text(encoding="utf-8").replace(PLACE, "\n".join(lines))


def rewrite(readme: Path, lines: Sequence[str]) -> bool:
    """Puts the lines between the marks of a file; False if there are none."""
    if not readme.exists():
        return False
    text = readme.read_text(encoding="utf-8")
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        return False
    readme.write_text("\n".join([before + start, *lines, end + after]), encoding="utf-8")
    return True


def machine(measured: Measured) -> list[str]:
    """What the numbers depend on, and who took no part."""
    model = ""
    if Path("/proc/cpuinfo").exists():
        found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        model = f" ({found[0].partition(':')[2].strip()})" if found else ""
    versions = ", ".join(f"{package} {version}" for package, version in sorted(measured.versions.items()))
    lines = [
        f"- {os.cpu_count()} cores{model}, {platform.machine()}, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}",
    ]
    if versions:
        lines.append(f"- Peers: {versions}")
    lines += [f"- Not available here: {package}: {reason}." for package, reason in sorted(measured.missing.items())]
    return lines


def slope(points: Sequence[tuple[int, float]]) -> float:
    """k of the least-squares fit of seconds to n to the power of k."""
    xs = [math.log(n) for n, _ in points]
    ys = [math.log(seconds) for _, seconds in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def _caption(measured: Measured) -> str:
    return (
        f"CPU seconds to pair round {measured.rounds + 1}, and in brackets how many times as long as {MUSTER.label} "
        f"with {MUSTER.way} took in the same run. Limit: {measured.limit} CPU seconds."
    )


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _seconds(value: float) -> str:
    """Two significant digits."""
    digits = max(0, 1 - math.floor(math.log10(value))) if value else 0
    return f"{value:.{digits}f}"


def _ratio(value: float) -> str:
    return f"{value:,.0f}x" if value >= 10 else f"{value:.2g}x"


def _speed(measured: Measured, engine: Engine, n: int) -> str:
    outcome = measured.sized[engine.key].get(n)
    if outcome is None or outcome.failure:
        return outcome.failure.partition(":")[0] if outcome else "-"
    ours = measured.sized[MUSTER.key].get(n)
    told = _seconds(outcome.seconds) + (DEEP if outcome.deep else "")
    if engine == MUSTER or ours is None or ours.failure:
        return told
    return f"{told} ({_ratio(outcome.seconds / ours.seconds)})"


def _quality(measured: Measured, n: int, bound: Quality) -> list[str]:
    heads = ["engine", "CPU s (ratio)", "peak MB", "left out", "rematches", "second byes", "cross-group pairs"]
    lines = [_row([*heads, "distance", "widest gap", "best?"]), _row(["---", *["---:"] * 9])]
    for engine in measured.engines:
        outcome = measured.sized[engine.key].get(n)
        if outcome is None:
            continue
        cells = [measured.label(engine), _speed(measured, engine, n)]
        q = outcome.quality
        if q is not None:
            told = (q.left_out, q.rematches, q.second_byes, q.cross, q.distance, q.widest)
            cells += [f"{outcome.megabytes:.0f}", *(f"{number:,}" for number in told)]
            cells.append({True: "yes", False: "no", None: "bound not met"}[outcome.best])
        lines.append(_row(cells + [""] * (10 - len(cells))))
    if any(o.deep for o in (measured.sized[e.key].get(n, Outcome()) for e in measured.engines)):
        lines += ["", f"{DEEP} {DEEP_NOTE}"]
    lines += ["", f"No pairing has a distance under {bound.distance:,} or a widest gap under {bound.widest}."]
    return lines


def _small(measured: Measured, kind: str) -> list[str]:
    heads = ["engine", "CPU s, all cases", "answered", "best", "rematches", "second byes", "players left out"]
    lines = [_row([*heads, "distance", "without an answer"]), _row(["---", *["---:"] * 7, "---"])]
    for engine in measured.engines:
        outcomes = measured.small[kind][engine.key]
        answered = [o for o in outcomes if o.quality is not None]
        qualities = [o.quality for o in answered if o.quality is not None]
        failures = sorted({o.failure for o in outcomes if o.failure})
        cells = [
            measured.label(engine),
            _seconds(sum(o.seconds for o in answered)),
            f"{len(answered)} of {len(outcomes)}",
            str(sum(o.best is True for o in answered)),
            str(sum(q.rematches for q in qualities)),
            str(sum(q.second_byes for q in qualities)),
            str(sum(q.left_out for q in qualities)),
            str(sum(q.distance for q in qualities)),
            "; ".join(failures),
        ]
        lines.append(_row(cells))
    return lines


def _growth(measured: Measured) -> list[str]:
    """CPU time as a power of the number of players, for each engine with three sizes or more."""
    lines = [_row(["engine", "from", "to", "CPU time grows as"]), _row(["---", "---:", "---:", "---"])]
    for engine in measured.engines:
        timed = [(n, o.seconds) for n, o in sorted(measured.sized[engine.key].items()) if not o.failure]
        if engine.is_muster:
            timed = [(n, seconds) for n, seconds in timed if n >= 1_000] or timed
        if len(timed) > 2:
            power = f"n^{slope(timed):.2f} ({len(timed)} sizes)"
            lines.append(_row([measured.label(engine), f"{timed[0][0]:,}", f"{timed[-1][0]:,}", power]))
    return lines
