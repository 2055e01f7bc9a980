"""The benchmark's command: measure everything, print the tables, write docs/benchmarks.md and the README's block."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import actions, counts, events, lists, paper, phones, programs, seasons, tables
from bench.pairing import peers, report, workloads
from bench.pairing.field import Field
from bench.pairing.judge import lower_bound
from bench.pairing.report import Measured
from bench.pairing.trial import Outcome, try_all

SEED = "bench"
ROUNDS = 4
SIZES = (513, 1_024, 9_999, 100_000, 1_000_000)
GROWTH = (31_623, 316_228)
"""Further sizes for Muster alone, so that its growth is fitted to more than a few points."""

QUICK_SIZES = (33, 128)
REPEATS = 25
LIMIT = 60


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def run(
    engines: Sequence[peers.Engine],
    sizes: Sequence[int],
    growth: Sequence[int],
    cases: int,
    events_of: Sequence[int],
    limit: int,
    repeats: int,
) -> Measured:
    """Every engine on every field; `cases` hard small fields and a third as many dead ends."""
    measured = Measured(engines, ROUNDS, limit)
    measured.sized = {engine.key: {} for engine in engines}
    given_up: dict[str, str] = {}
    with TemporaryDirectory() as name:
        work = Path(name)
        for n in sorted({*sizes, *growth}):
            field = workloads.swiss(n, ROUNDS, SEED)
            if n in sizes:
                measured.bounds[n] = lower_bound(field)
            for engine in engines:
                if engine.is_muster or (n in sizes and engine.key not in given_up):
                    outcome = _sized(engine, field, work, limit, repeats)
                    measured.sized[engine.key][n] = outcome
                    if outcome.failure:
                        given_up[engine.key] = outcome.failure
        for kind, fields in (
            ("hard small fields", list(workloads.hard(cases))),
            ("dead ends", list(workloads.dead_ends(max(1, cases // 3)))),
        ):
            say(f"{kind}: {len(fields)} cases")
            measured.small[kind] = {e.key: try_all(e, fields, work, limit, repeats) for e in engines}
    say("full events")
    measured.events = events.run_all(events_of)
    return measured


def _sized(engine: peers.Engine, field: Field, work: Path, limit: int, repeats: int) -> Outcome:
    if engine.most and len(field) > engine.most:
        return Outcome(f"not tried over {engine.most:,}")
    [outcome] = try_all(engine, [field], work, limit, repeats)
    say(
        f"{field.name}: {engine.label} {engine.way}: {outcome.failure or f'{outcome.seconds:.6f} s, {outcome.quality}'}"
    )
    return outcome


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Muster and its peers on the same fields.")
    parser.add_argument(
        "--quick", action="store_true", help="small fields, Muster and a plain walk only; writes nothing"
    )
    parser.add_argument(
        "--limit", type=int, default=LIMIT, help="CPU seconds an engine may take for one field (%(default)s)"
    )
    parser.add_argument("--most", type=int, default=max(SIZES), help="leave out larger fields (%(default)s)")
    chosen = parser.parse_args(words)
    if chosen.quick:
        measured = run(peers.BUILT_IN, QUICK_SIZES, (), 6, (8,), chosen.limit, 3)
        print("\n".join(report.short(measured)))
        return
    say(f"installing the peers in {peers.CACHE.relative_to(peers.ROOT)} ...")
    versions, missing = peers.install()
    engines = [*peers.BUILT_IN, *(p for p in peers.PEERS if p.package in versions)]
    sizes, growth = ([n for n in group if n <= chosen.most] for group in (SIZES, GROWTH))
    measured = run(engines, sizes, growth, 60, events.SIZES, chosen.limit, REPEATS)
    measured.versions, measured.missing = versions, missing
    say("single actions")
    measured.actions = actions.run_all(actions.SIZES)
    say("phones")
    measured.phones = phones.run_all(phones.SIZES)
    say("programs")
    measured.programs = programs.run_all()
    say("games at tables")
    measured.tables = tables.run_all([tables.TABLES], tables.SECONDS)
    say("seasons and statistics")
    measured.seasons, measured.counts = seasons.lines(), counts.lines()
    say("lists and paper")
    measured.lists, measured.paper = lists.lines(), paper.lines()
    page = report.page(measured)
    print(page)
    (peers.ROOT / "docs" / "benchmarks.md").write_text(page, encoding="utf-8")
    report.rewrite(peers.ROOT / "README.md", ["", *report.block(measured), ""])


if __name__ == "__main__":
    main(sys.argv[1:])
