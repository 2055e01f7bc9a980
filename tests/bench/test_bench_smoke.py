"""The benchmark runs and its judge is right; nothing here is about time, and no peer is installed."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import (
    actions,
    clubs,
    counts,
    events,
    guests,
    lists,
    pages,
    paper,
    phones,
    programs,
    seasons,
    tables,
    venue,
    waits,
)
from bench.pairing import trial
from bench.pairing.__main__ import main
from bench.pairing.field import BYE, Field, Pairs, load, numbers, save
from bench.pairing.judge import Quality, is_best, judge, least, lower_bound
from bench.pairing.peers import BUILT_IN, ROOT, Engine
from bench.pairing.report import END, START, Measured, rewrite, short, slope
from bench.pairing.trial import try_all
from bench.pairing.workloads import dead_ends, hard, swiss
from bench.server import EVENT, Processes
from bench.stores import Place
from muster.main import desk_at
from tests.browser import figures
from tests.postgres import Cluster

LONG = bool(os.environ.get("MUSTER_LONG_TESTS"))
STORES = ["sqlite", "postgres"]


def all_pairings(left: tuple[int, ...]) -> Iterator[Pairs]:
    """Every pairing of an even field; BYE is one of the players of an odd one."""
    if not left:
        yield []
        return
    top, rest = left[0], left[1:]
    for k, other in enumerate(rest):
        for more in all_pairings((*rest[:k], *rest[k + 1 :])):
            yield [(top, other), *more]


def by_enumeration(field: Field) -> tuple[int, int, int, int]:
    everybody = (*range(len(field)), *([BYE] if len(field) % 2 else []))
    return min(judge(field, pairs).price for pairs in all_pairings(everybody))


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_the_exact_solution_is_the_best_of_all_pairings(players: int, draws: float) -> None:
    for rounds in range(1, players):
        field = swiss(players, rounds, "judge", draws)
        best = by_enumeration(field)
        assert least(field).price == best
        assert lower_bound(field).price <= best


def test_the_judge_counts_what_is_wrong_with_an_answer() -> None:
    # after one round: 0 beat 2, 1 beat 3, 4 had the bye
    field = Field("five", 1, numbers([2, 2, 0, 0, 2]), numbers([2, 3, 0, 1, BYE]), numbers([2, 2, 0, 0, 2]))
    good: Pairs = [(0, 1), (4, 3), (2, BYE)]
    assert judge(field, good) == Quality(cross=1, distance=2, widest=2)
    assert is_best(field, judge(field, good)) is True
    assert judge(field, [(0, 2), (1, 3), (4, BYE)]) == Quality(0, 2, 1, 2, 6, 2)
    assert is_best(field, judge(field, [(0, 2), (1, 3), (4, BYE)])) is False
    assert judge(field, [(0, 1), (2, BYE)]).left_out == 2
    assert judge(field, [(0, 1), (2, BYE), (3, BYE), (4, BYE)]).left_out == 2
    assert judge(field, [(0, 1), (0, 4), (2, 3)]).left_out == 1


def test_fields_are_the_same_each_time_and_keep_their_promise(tmp_path: Path) -> None:
    for field in hard(6):
        best = least(field)
        assert best.broken == 0 and best.distance > lower_bound(field).distance
    assert all(least(field).broken > 0 for field in dead_ends(4))
    field = swiss(101, 4, "again")
    save(field, tmp_path / "101.field")
    assert load(tmp_path / "101.field") == field == swiss(101, 4, "again")
    assert sum(field.points) == sum(field.scored) == 4 * (50 + 1) * 2
    assert [p for p in range(101) if any(p not in field.faced(other) for other in field.met(p))] == []


def test_the_built_in_engines_pair_everybody(tmp_path: Path) -> None:
    fields = [swiss(n, 3, "pair") for n in (16, 33)]
    for engine in BUILT_IN:
        for outcome in try_all(engine, fields, tmp_path, limit=60, repeats=1):
            assert outcome.failure == "" and outcome.quality is not None
            assert (outcome.quality.left_out, outcome.quality.second_byes) == (0, 0)


def test_an_engine_that_does_not_start_is_reported_and_not_hidden(tmp_path: Path) -> None:
    nobody = Engine("nobody", "nobody")
    [outcome] = try_all(nobody, [swiss(8, 2, "x")], tmp_path, limit=60, repeats=1)
    assert "No module named 'bench.pairing.engines.nobody'" in outcome.failure
    measured = Measured(BUILT_IN, 2, 60, {e.key: {8: outcome} for e in BUILT_IN}, {8: Quality()})
    assert "| ended with 1 |" in short(measured)[-1]


CRASH = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
SPIN = "while True: pass"


@pytest.mark.parametrize(
    ("program", "failures"),
    [(CRASH, ["crashed (SIGSEGV)", "crashed (SIGSEGV)"]), (SPIN, ["over 1 s", "not tried"])],
)
def test_an_engine_that_crashes_or_hangs_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, failures: list[str]
) -> None:
    monkeypatch.setattr(trial, "command", lambda engine: [sys.executable, "-c", program])
    monkeypatch.setattr(trial, "START", 0)
    outcomes = try_all(BUILT_IN[0], [swiss(n, 2, "x") for n in (8, 10)], tmp_path, limit=1, repeats=1)
    assert [outcome.failure for outcome in outcomes] == failures


def test_an_engine_that_needs_a_larger_stack_gets_it_and_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    soft, hard_limit = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == hard_limit:
        pytest.skip("the stack is as large as it can be already")
    needs = f"import resource; assert resource.getrlimit(resource.RLIMIT_STACK)[0] == {hard_limit}"
    once = f"try:\n    {needs}\nexcept AssertionError:\n    {CRASH}\n"
    goes_on = f"{once}import sys; from bench.pairing.worker import main; main('walk', *sys.argv[1:])"
    monkeypatch.setattr(trial, "command", lambda engine: [sys.executable, "-c", goes_on])
    [outcome] = try_all(BUILT_IN[0], [swiss(8, 2, "x")], tmp_path, limit=60, repeats=1)
    assert (outcome.failure, outcome.deep) == ("", True)


def test_the_quick_form_prints_a_line_for_each_engine(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs" / "benchmarks.md"
    before = page.read_bytes() if page.exists() else b""
    main(["--quick"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + len(BUILT_IN)
    assert all("of 6 |" in line for line in lines[2:])
    assert (page.read_bytes() if page.exists() else b"") == before


def test_the_readme_changes_only_between_its_marks(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    assert not rewrite(readme, ["new"])
    readme.write_text("above\n", encoding="utf-8")
    assert not rewrite(readme, ["new"])
    readme.write_text(f"above\n{START}\nold\n{END}\nbelow\n", encoding="utf-8")
    assert rewrite(readme, ["new"])
    assert readme.read_text(encoding="utf-8") == f"above\n{START}\nnew\n{END}\nbelow\n"


def test_the_slope_of_a_power_is_its_exponent() -> None:
    assert slope([(n, 0.5 * n**1.5) for n in (10, 100, 1_000)]) == pytest.approx(1.5)


def test_a_full_event_runs_through_the_store(tmp_path: Path) -> None:
    run = events.play(8, tmp_path)
    assert run.rounds == 3
    assert set(run.seconds) == set(events.PHASES)
    assert "| 8 | 3 |" in events.table([run])[-1]


def test_every_single_action_is_done_and_timed(tmp_path: Path) -> None:
    runs = [actions.measure(players, tmp_path / str(players), samples=2) for players in (32, 34)]
    assert all(len(run.seconds[action]) == 2 for run in runs for action in actions.ACTIONS)
    lines = actions.lines_of(runs)
    assert [line.split("|")[1].strip() for line in lines if line.startswith("| 3")] == ["32", "34"]
    assert "Drawing a round there" in lines[-1]


def test_decks_are_made_legal_but_for_every_tenth() -> None:
    cards = lists.pool()
    texts = [lists.deck(cards, seed) for seed in range(20)]
    assert lists.check_all(texts, cards) == 18
    assert 1_050 <= len(cards.cards) <= 1_150
    assert lists.look_up(texts, cards) == 20 * (1 + 5 + 14 + 14) - 2


def test_sheets_are_printed_and_their_pages_counted(tmp_path: Path) -> None:
    lines = paper.press(desk_at(tmp_path), (("records", 9), ("slips", 9), ("names", 12)), repeats=1)
    assert [line.split()[:5] for line in lines] == [
        ["records", "9", "players", "5", "pages"],
        ["slips", "9", "players", "1", "pages"],
        ["names", "12", "players", "1", "pages"],
    ]


def test_sheets_in_two_scripts_are_printed(tmp_path: Path) -> None:
    head, *lines = paper.scripts(desk_at(tmp_path), ("pairings", "slips"), 9, repeats=1)
    assert head.startswith("9 names in Chinese letters (")
    assert [line.split()[0] for line in lines] == ["pairings", "slips"]


def test_every_phone_is_told_its_table_when_a_round_is_published(tmp_path: Path) -> None:
    """The benchmark in brief: 50 phones and its own server; what each was told is compared with the draw.

    Programs ask at the same time.
    """
    boards = programs.Boards(5)
    run = phones.play(50, tmp_path / "data", played=1, beside=boards)
    assert run.errors == boards.errors == [] and boards.asked
    assert (len(run.told), len(run.loads)) == (50, 50)
    assert "| 50 |" in phones.table([run])[-1]


def test_pages_and_json_are_asked_for_beside_each_other(tmp_path: Path) -> None:
    """The benchmark in brief; its section of the page comes after the phones, and replaces an older one."""
    rates = programs.rates_in(tmp_path / "data", 32, 0.1)
    assert all(rate.answers for rate in rates) and [r.size for r in rates if r.what.endswith("unchanged")] == [0]
    crowd = phones.Run(2, 1)
    lines = programs.lines_of(programs.Programs(rates, crowd, crowd, programs.Boards(5)))
    page = "## Phones\n\n1\n\n## Games at tables\n\n2\n"
    once = programs.put(page, lines)
    assert once.index("## Phones") < once.index("## Programs") < once.index("## Games at tables")
    assert (
        programs.put(once, lines) == once and once.replace("\n".join(["## Programs", "", *lines, "", ""]), "") == page
    )


def test_games_at_tables_lose_no_tap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark in brief: four tables with two phones each, and its own server."""
    monkeypatch.setattr(tables, "EVERY", 0.5)
    run = tables.play(4, 3, tmp_path / "data")
    assert (run.errors, run.lost) == ([], 0)
    assert run.sent == len(run.heard) > 4
    assert "| 4 |" in tables.table([run])[-1]


def test_the_season_that_is_measured_adds_up(tmp_path: Path) -> None:
    first, second = seasons.measure(tmp_path, (1, 2), players=4)
    assert (first.events, first.rows, first.waits) == (1, 3, [])
    assert second.events == 2 and 3 <= second.rows <= 6


def test_the_statistics_that_are_measured_add_up(tmp_path: Path) -> None:
    first, second = counts.measure(tmp_path, (1, 3), players=6)
    assert (first.events, second.events) == (1, 3) and second.games == 3 * first.games > 0


@pytest.fixture
def where(request: pytest.FixtureRequest) -> Place:
    """Each of the stores; the database is one of the tests' own cluster."""
    if request.param == "sqlite":
        return Place("SQLite, 1 process")
    cluster: Cluster = request.getfixturevalue("cluster")
    address: str = request.getfixturevalue("database")
    return Place("PostgreSQL, 2 processes", address, 2, Processes(cluster.pid))


@pytest.mark.parametrize("where", STORES if LONG else ["postgres"], indirect=True)
def test_a_venue_loses_nothing(where: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark in brief: 20 phones follow, load, report and tap; everything acknowledged is there."""
    monkeypatch.setattr(tables, "EVERY", 0.4)
    run = venue.play(20, where, tmp_path / "data", venue.Length(reports=0.5, tapping=1, played=1))
    assert (run.errors, run.lost) == ([], 0)
    assert len(run.times.told) == len(run.times.seen) == len(run.times.loads) == 20
    assert run.reported == len(run.times.reports) == 10
    assert run.taps.tables == 5 and run.taps.sent == len(run.taps.loaded) >= 5
    assert bool(run.database_megabytes) is bool(where.database)


@pytest.mark.parametrize("where", STORES if LONG else ["sqlite"], indirect=True)
def test_one_more_event_is_measured_with_its_phones(where: Place, tmp_path: Path) -> None:
    cost = clubs.measure(where, tmp_path / "data", events=2, players=4, quiet=0.1, within=0.1)
    assert (cost.times.errors, cost.lost) == ([], 0)
    assert len(cost.times.reports) == 3 * 4 and cost.round > 0 and cost.base > 0
    lines = clubs.lines_of([cost])
    assert lines[0].startswith("Measured with 2 events of 4 players") and "| 4,000 |" in lines[-4]


def test_a_report_that_is_not_in_the_journal_counts_as_lost(tmp_path: Path) -> None:
    desk = desk_at(tmp_path)
    phones.build(desk, 8, 0, system=guests.SYSTEM, values=guests.VALUES)
    round_ = desk.open(EVENT).event.rounds[-1]
    reporting, tapping = venue.shares(round_)
    assert [m.table for m in (*reporting, *tapping)] == [m.table for m in round_.matches]
    assert venue.reports_in(desk.open(EVENT).event, reporting) == 0


def test_lines_of_a_venue_come_beside_those_of_others() -> None:
    """Each command rewrites its own lines and leaves the rest of the page alone; so do the browser's numbers."""
    small, large = venue.Run("SQLite, 1 process", 100), venue.Run("SQLite, 1 process", 10_000)
    other = venue.Run("PostgreSQL, 2 processes", 2_000)
    page = "# Figures\n\n| a | b | c |\n\n## A venue\n\n<!-- venue -->\n<!-- /venue -->\n\n## Crashes\n"
    for run in (other, large, small, large):
        page = pages.put(page, venue.MARK, venue.table({**venue.known(page), **venue.rows_of([run])}))
    assert list(venue.known(page)) == [(r.place, r.phones) for r in (small, large, other)]
    assert page.startswith("# Figures") and page.endswith("<!-- /venue -->\n\n## Crashes\n")
    written = figures.page({figure.key: 1 for figure in figures.FIGURES}, page)
    assert written.endswith(page.partition("\n## ")[2]) and written.count("## A venue") == 1
    with pytest.raises(ValueError, match="no marks"):
        pages.put("# Figures", venue.MARK, [])


def test_the_pages_that_are_timed_are_those_that_people_open(tmp_path: Path) -> None:
    """From a server in its own process, each twice: leaderboard and profile, and all three statistics."""
    (season,) = seasons.measure(tmp_path / "season", (1,), players=4, over_http=True)
    (count,) = counts.measure(tmp_path / "counts", (2,), players=6, over_http=True)
    found = [*season.waits, *count.waits]
    assert [one.path.split("/")[1] for one in found] == ["s", "people", "e", "s", "statistics"]
    assert all(one.first > 0 < one.again and one.size > 2 for one in found)
    assert [line.split()[0] for line in waits.lines(1, season.waits)] == ["1", "1"]
