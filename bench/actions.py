"""Single actions, as the desk and the phones make them, at four sizes: CPU milliseconds each, and how they grow.

A round is drawn on a server that has the event open, as after four rounds that were played on it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from django.conf import settings
from django.test import Client

from bench.events import STAFF, invented
from bench.pairing.engines import muster_objects
from bench.pairing.workloads import swiss
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.core.kit.model import Actor, PlayerId, Role
from muster.main import desk_at
from muster.web.serving.server import SWEEPS
from muster.web.serving.settings import configure
from muster.web.site import Site
from muster.web.who.sessions import Sessions

SIZES = (32, 512, 2_048, 8_192)
SYSTEM = "l5r"
EVENT = "bench"
PLAYED = 4
ACTIONS = ("enter a result", "confirm", "undo", "desk page", "draw", "engine alone")
SAMPLES = 7


@dataclass(frozen=True, slots=True)
class Run:
    """`seconds`: of CPU, for every time that an action was done."""

    players: int
    seconds: dict[str, list[float]] = field(default_factory=lambda: {action: [] for action in ACTIONS})

    def timed(self, action: str, act: Callable[[], object]) -> None:
        start = process_time()
        act()
        self.seconds[action].append(process_time() - start)

    def median(self, action: str) -> float:
        return median(self.seconds[action])


def measure(players: int, folder: Path, samples: int = SAMPLES) -> Run:
    """In a process that sweeps as the server does."""
    usual = gc.get_threshold()
    gc.set_threshold(*SWEEPS)
    try:
        return _measure(players, folder, samples)
    finally:
        gc.set_threshold(*usual)


def _measure(players: int, folder: Path, samples: int) -> Run:
    run, lots = Run(players), Lots("bench", f"actions of {players}")
    desk = desk_at(folder)
    _play(desk, players, lots)
    _draws(desk, run, samples)
    _alone(run, samples)
    found = list(invented(rounds.publish(desk, EVENT, STAFF), lots))
    # From all over the hall: each sample takes a result to enter, one to confirm.
    step = max(1, len(found) // (2 * samples))
    picked = found[::step][: 2 * samples]
    see = _desk_page(desk, folder)
    see()
    for entered, confirmed in zip(picked[::2], picked[1::2], strict=False):
        run.timed("enter a result", partial(results.report, desk, EVENT, [entered], STAFF))
        run.timed("desk page", see)
        results.report(desk, EVENT, [confirmed], _somebody_at(desk, confirmed))
        run.timed("confirm", partial(results.confirm, desk, EVENT, confirmed.where, STAFF))
        run.timed("undo", lambda: history.undo(desk, EVENT, STAFF))
    return run


def _play(desk: Desk, players: int, lots: Lots) -> None:
    """Rounds that are played; the last result of the last one comes in by itself."""
    options = {"two_sided_confirm": "yes"}
    events.create(desk, "Bench", SYSTEM, STAFF, event_id=EVENT, seed="bench", options=options)
    roster.enrol(desk, EVENT, [(f"Player {n}", {}) for n in range(1, players + 1)], STAFF)
    for _ in range(PLAYED):
        rounds.pair(desk, EVENT, STAFF)
        *found, last = invented(rounds.publish(desk, EVENT, STAFF), lots)
        results.report(desk, EVENT, found, STAFF)
        results.report(desk, EVENT, [last], STAFF)


def _draws(desk: Desk, run: Run, samples: int) -> None:
    """The next round, drawn again and again; the last result comes in again each time, so that the standings do too."""
    opened = desk.open(EVENT)
    match = opened.event.rounds[-1].matches[-1]
    assert match.result is not None
    last = Report(str(match.table), raw=match.result.values)
    for sample in range(samples):
        if sample:
            history.undo(desk, EVENT, STAFF)
            history.undo(desk, EVENT, STAFF)
            results.report(desk, EVENT, [last], STAFF)
        run.timed("draw", lambda: rounds.pair(desk, EVENT, STAFF))


def _alone(run: Run, samples: int) -> None:
    """The pairing engine on a field of the same size after as many rounds."""
    ready = muster_objects.prepare(swiss(run.players, PLAYED, "bench"))
    for _ in range(samples):
        run.timed("engine alone", lambda: muster_objects.pair(ready))


def _somebody_at(desk: Desk, report: Report) -> Actor:
    match = desk.open(EVENT).event.rounds[-1].match_at(int(report.where))
    assert match is not None
    return Actor("bench", Role.PLAYER, PlayerId(match.a))


def _desk_page(desk: Desk, folder: Path) -> Callable[[], None]:
    """What opens the desk in the organiser's browser."""
    if not settings.configured:
        configure(folder)
    site = Site(desk, "http://localhost:8000", settings.SECRET_KEY, Sessions(folder))
    place: dict[str, Any] = {"SERVER_NAME": "localhost", "muster.site": site}
    browser = Client(**place)
    browser.get(f"/sign-in/{site.sign_in.token()}/")

    def see() -> None:
        answer = browser.get(f"/e/{EVENT}/desk/")
        assert answer.status_code == 200, answer.status_code

    return see


def run_all(sizes: Sequence[int]) -> list[Run]:
    with TemporaryDirectory() as name:
        return [measure(players, Path(name) / str(players)) for players in sizes]


def table(runs: Sequence[Run]) -> list[str]:
    """The lines of a Markdown table, and what the targets are held against."""
    lines = [f"| players | {' | '.join(ACTIONS)} |", f"|{'---:|' * (len(ACTIONS) + 1)}"]
    lines += [
        f"| {run.players:,} | {' | '.join(f'{run.median(action) * 1000:.2f}' for action in ACTIONS)} |" for run in runs
    ]
    small, large = runs[0], runs[-1]
    entering = large.median("enter a result") / small.median("enter a result")
    drawing = large.median("draw") / large.median("engine alone")
    return [
        *lines,
        "",
        f"To enter a result at {large.players:,} players costs {entering:.1f} times what it costs at {small.players}"
        " (target: at most 3);",
        f"to draw the round there, standings and journal included, costs {drawing:.0f} times what the pairing engine "
        "alone does (target: at most 60).",
    ]


def main() -> None:
    print("\n".join(table(run_all(SIZES))))


if __name__ == "__main__":
    main()
