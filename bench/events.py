"""One full event, enrolment to finish, through the real desk, journal and SQLite store: seconds per phase."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.core.kit.model import Actor
from muster.core.reading.plan import planned
from muster.main import SystemClock
from muster.store.sqlite import SqliteJournals
from muster.systems import registry

SIZES = (8, 128, 513, 5_000)
SYSTEM = "bushido"
STAFF = Actor("bench")
PHASES = ("enrol", "pair", "publish", "report", "close", "finish")


@dataclass(frozen=True, slots=True)
class Run:
    """One event. `seconds` by phase, summed over the rounds."""

    players: int
    rounds: int
    entries: int
    seconds: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def play(players: int, folder: Path, system_key: str = SYSTEM) -> Run:
    """Everybody enrols in one action; each round is paired, published, reported in one action, and closed."""
    system = registry.find(system_key)
    lots = Lots("bench", f"results of {players}")
    taken: dict[str, float] = defaultdict(float)
    requests = (f"request {n}" for n in range(1, sys.maxsize))

    def timed(phase: str, act: Callable[[], Opened]) -> Opened:
        start = perf_counter()
        opened = act()
        taken[phase] += perf_counter() - start
        return opened

    with closing(SqliteJournals(folder)) as journals:
        desk = Desk(journals, SystemClock(), lambda: next(requests))
        opened = events.create(desk, f"Bench {players}", system.key, STAFF, seed="bench")
        name = opened.id
        people: list[tuple[str, dict[str, str]]] = [(f"Player {n}", {}) for n in range(1, players + 1)]
        opened = timed("enrol", lambda: roster.enrol(desk, name, people, STAFF))
        for _ in range(planned(opened.event, system).rounds):
            timed("pair", lambda: rounds.pair(desk, name, STAFF))
            opened = timed("publish", lambda: rounds.publish(desk, name, STAFF))
            found = list(invented(opened, lots))
            timed("report", partial(results.report, desk, name, found, STAFF))
            opened = timed("close", lambda: rounds.close(desk, name, STAFF))
        opened = timed("finish", lambda: events.finish(desk, name, STAFF))
        return Run(players, len(opened.event.rounds), len(opened.entries), dict(taken))


def invented(opened: Opened, lots: Lots) -> Iterator[Report]:
    """A legal result for every table of the round."""
    event, system = opened.event, opened.system
    settings = system.settings(event)
    for match in event.rounds[-1].matches:
        values = system.invent(event.players[match.a], event.players[match.b], settings, lots)
        yield Report(str(match.table), raw=values)


def run_all(sizes: Sequence[int]) -> list[Run]:
    with TemporaryDirectory() as name:
        return [play(players, Path(name) / str(players)) for players in sizes]


def table(runs: Sequence[Run]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [
        f"| players | rounds | journal entries | {' | '.join(PHASES)} | total |",
        f"|{'---:|' * (len(PHASES) + 4)}",
    ]
    for run in runs:
        phases = " | ".join(f"{run.seconds[phase]:.3f}" for phase in PHASES)
        lines.append(f"| {run.players:,} | {run.rounds} | {run.entries:,} | {phases} | {run.total:.3f} |")
    return lines


def main() -> None:
    print(f"{registry.find(SYSTEM).name}; wall-clock seconds per phase, summed over the rounds")
    print("\n".join(table(run_all(SIZES))))


if __name__ == "__main__":
    main()
