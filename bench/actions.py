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
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.past import history
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.pairing.swiss import SwissPlayer, pair_players
from muster.core.rules.rounds import pool, present
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
    """`seconds`: of CPU, for each time an action was done."""

    players: int
    seconds: dict[str, list[float]] = field(default_factory=lambda: {action: [] for action in ACTIONS})

    def timed(self, action: str, act: Callable[[], object]) -> None:
        start = process_time()
        act()
        self.seconds[action].append(process_time() - start)

    def median(self, action: str) -> float:
        return median(self.seconds[action])


def measure(players: int, folder: Path, samples: int = SAMPLES) -> Run:
    """In a process whose garbage collector runs as rarely as the server's."""
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
    found = list(invented(rounds.publish(desk, EVENT, STAFF), lots))
    # From all over the hall: each sample needs a result to enter, and one to confirm.
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
    """Rounds that are played; the last round's last result comes in by itself."""
    options = {"two_sided_confirm": "yes"}
    events.create(desk, "Bench", SYSTEM, STAFF, event_id=EVENT, seed="bench", options=options)
    roster.enrol(desk, EVENT, [(f"Player {n}", {}) for n in range(1, players + 1)], STAFF)
    for _ in range(PLAYED):
        rounds.pair(desk, EVENT, STAFF)
        *found, last = invented(rounds.publish(desk, EVENT, STAFF), lots)
        results.report(desk, EVENT, found, STAFF)
        results.report(desk, EVENT, [last], STAFF)


def _draws(desk: Desk, run: Run, samples: int) -> None:
    """The next round, drawn repeatedly, and besides it the pairing engine alone on the same field.

    The last result comes in again each time, and so do the standings.
    """
    opened = desk.open(EVENT)
    match = opened.event.rounds[-1].matches[-1]
    assert match.result is not None
    last = Report(str(match.table), raw=match.result.values)
    everybody, _ = pool(opened.event, opened.system, PLAYED + 1, present(opened.event, PLAYED + 1))
    ready = [SwissPlayer(e.id, e.points, frozenset(everybody.met[e.id]), e.byes) for e in everybody.entrants]
    for sample in range(samples):
        if sample:
            history.undo(desk, EVENT, STAFF)
            history.undo(desk, EVENT, STAFF)
            results.report(desk, EVENT, [last], STAFF)
        run.timed("draw", partial(rounds.pair, desk, EVENT, STAFF))
        run.timed("engine alone", partial(pair_players, ready, Lots("bench", f"draw {sample}")))


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
    """The lines of a Markdown table."""
    lines = [f"| players | {' | '.join(ACTIONS)} |", f"|{'---:|' * (len(ACTIONS) + 1)}"]
    for run in runs:
        lines.append(f"| {run.players:,} | {' | '.join(f'{run.median(a) * 1000:.2f}' for a in ACTIONS)} |")
    return lines


def lines_of(runs: Sequence[Run]) -> list[str]:
    """The section of docs/benchmarks.md."""
    if not runs:
        return []
    small, large = runs[0], runs[-1]
    entering = large.median("enter a result") / small.median("enter a result")
    drawing = large.median("draw") / large.median("engine alone")
    costs = (
        f"- Entering a result at {large.players:,} players costs {entering:.1f} times what it costs at {small.players}"
    )
    return [
        f"CPU milliseconds, medians of {SAMPLES}, on the SQLite store, in a process that has the event open as the",
        f"server does. The event is Legend of the Five Rings in round {PLAYED + 1}. A draw closes the round before and",
        "includes standings, pairs with their reasons, tables and the journal; next to it is the pairing engine alone",
        "on the same field.",
        "",
        *table(runs),
        "",
        f"{costs} (target: at most 3).",
        f"- Drawing a round there costs {drawing:.0f} times what the pairing engine alone costs (target: at most 60).",
    ]


def main() -> None:
    print("\n".join(lines_of(run_all(SIZES))))


if __name__ == "__main__":
    main()
