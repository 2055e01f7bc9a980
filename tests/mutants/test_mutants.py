"""The short form of scripts/mutants: changes that once went unnoticed are noticed, and a planted hole is reported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from tests.mutants.__main__ import EVERY, NOT_TRIED, Verdict, chosen, complaints, explained, narrowed
from tests.mutants.changes import Module
from tests.mutants.reach import HERE, ROOT
from tests.mutants.trial import Warm, loaded, prepare

GAMES = ("bushido", "custom", "l5r", "urban_war", "warmachine")
DECIDING = (
    "core/book/circuit", "core/forms/sections.py", "core/forms/toml.py", "core/pairing", "core/reading",
    "core/record/awards.py", "core/record/fold", "core/record/hidden.py", "core/record/people",
    "core/record/presence.py", "core/record/season", "core/rules", "core/standings",
)  # fmt: skip
"""Rooms of the core, and some modules, that results depend on."""

NO_SHOW = "tests/app/people/test_roster.py::test_a_no_show_was_not_met_whatever_the_absent_player_had_scored"
LAST_WORD = "tests/app/staff/test_last_word.py::test_a_marshal_does_not_answer_an_appeal_in_their_own_game"
REPORTED = "tests/app/results/test_corrections.py::test_a_concession_that_the_players_report_retires"
ONE_PHONE = "tests/core/rules/test_results.py::test_one_phone_does_not_speak_for_both"
STEPS_IN = "tests/core/rules/test_stages.py::test_nobody_steps_in_where_all_had_qualified"
FUTURE = "tests/core/rules/test_future.py::test_a_draw_with_a_future_is_taken_as_it_is"
FACTIONS = "tests/systems/urban_war/test_pairing.py::test_later_rounds_ignore_factions"

KNOWN = [
    # a no-show counts as met, and as an opponent.
    (
        "core/reading/games.py",
        "_opponents.find: if match.result is None or match.result.ending is not Ending.NO_SHOW → if True",
        NO_SHOW,
    ),
    ("core/reading/tally.py", "_line: if result.ending is not Ending.NO_SHOW → if True", NO_SHOW),
    # UW-53: a concession that both phones report does not retire.
    ("core/rules/results.py", "report: if other == result → if False", REPORTED),
    ("core/rules/results.py", "consequences: retired=True: True → False", REPORTED),
    # L-32: a marshal keeps the last word in their own game.
    (
        "core/rules/staff.py",
        "last_word: … for s … if s.player is None or s.player not in players → without if",
        LAST_WORD,
    ),
    # one phone confirms for both players.
    ("core/rules/results.py", "confirm: must_be_another_phone(event, match, confirmer, device) → dropped", ONE_PHONE),
    # L5R-102: a seat that nobody can take stays in the bracket.
    ("core/rules/stages.py", "refill: if promoted is None → if False", STEPS_IN),
    # a draw that leaves later rounds drawable is thrown away.
    ("core/rules/rounds.py", "_with_a_future: lost or fits([(p.a, p.b) for p in draw.pairs]) → lost", FUTURE),
    # U-05: factions are kept apart after round 1.
    ("systems/urban_war/pairing.py", "draw: if pool.round > 1 → if False", FACTIONS),
    # One of every other game.
    ("systems/bushido/scoring.py", "_score: own < theirs → own <= theirs", "tests/systems/bushido/test_scoring.py"),
    ("systems/l5r/scoring.py", "score: if game.elimination → if False", "tests/systems/l5r/test_scoring.py"),
    ("systems/warmachine/scoring.py", "half: army + 1 → army - 1", "tests/systems/warmachine/test_scoring.py"),
    ("systems/custom/scoring.py", "_stats: own - other → own + other", "tests/systems/custom/test_scoring.py"),
]


NOBODYS = (*KNOWN[0][:2], FACTIONS)
"""The first of them, and a test that does not look at it."""


def try_known(out: Path) -> None:
    """Writes which of KNOWN and NOBODYS survive their tests, which pass unchanged.

    In its own process, which collects the tests once.
    """
    prepare()
    trials = [*KNOWN, NOBODYS]

    def work(warm: Warm) -> None:
        survived = []
        for path, name, tests in trials:
            module = loaded(HERE.source / path)
            (mutant,) = [mutant for mutant in module.mutants if mutant.name == name]
            looking = sorted(test for test in warm.tests if test.startswith(tests))
            assert looking and not mutant.at_import
            survived += [] if warm.noticed_by(module, mutant, looking) else [(path, name, tests)]
        assert warm.noticed_by(module, None, sorted(warm.tests)) is None
        out.write_text(json.dumps(survived), "utf-8")

    Warm(dict.fromkeys(tests for _, _, tests in trials), work, seconds={}).run()


def test_changes_that_once_went_unnoticed_are_noticed(tmp_path: Path) -> None:
    """X-22 UW-53 L-32 X-03 L5R-102 X-26 U-05: by the test for the rule.

    One that no test looks at survives, so the verdicts are not just a run that fails anyway.
    """
    program = "import sys; from pathlib import Path; from tests.mutants.test_mutants import try_known; "
    run = subprocess.run(
        [sys.executable, "-c", f"{program} try_known(Path(sys.argv[1]))", tmp_path / "survived"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (tmp_path / "survived").exists(), run.stdout + run.stderr
    assert json.loads((tmp_path / "survived").read_text("utf-8")) == [list(NOBODYS)]


def test_every_module_that_decides_is_on_the_list() -> None:
    """Those of the games and of the core: each is tried, or the list says why it is not."""
    rooms = [HERE.source / room for room in (*(f"systems/{game}" for game in GAMES), *DECIDING)]
    files = [file for room in rooms for file in (room.rglob("*.py") if room.is_dir() else [room])]
    wanted = {str(file.relative_to(HERE.source)) for file in files}
    assert sorted(wanted - set(explained(HERE.listed))) == []


def test_the_list_names_only_what_there_is() -> None:
    """No change is listed that can no longer be made, and each has a reason."""
    known = explained(HERE.listed)
    assert list(complaints(known, {path: loaded(HERE.source / path) for path in known}, [])) == []
    assert [name for reasons in known.values() for name, why in reasons.items() if len(why) < 10] == []


# The tool itself


def test_some_tests_alone_have_a_say() -> None:
    """--by, as often as wanted, before the modules; the map of all tests stays as it is."""
    modules, project = narrowed(["--by", "tests/core", "--by", "tests/cli", "core/rules"], HERE)
    assert modules == ["core/rules"]
    assert project.tests_of("core/rules/staff.py") == ("tests/core", "tests/cli")
    assert project.map != HERE.map
    assert narrowed(["core/rules"], HERE) == (["core/rules"], HERE)
    with pytest.raises(SystemExit, match="“tests/cor” is not a file or folder of tests"):
        narrowed(["--by", "tests/cor", "core/rules"], HERE)


def test_several_functions_of_a_module_can_be_asked_for() -> None:
    """The second one does not take the first one's place; the module itself is all of them."""
    staff = "core/rules/staff.py"
    assert chosen([f"{staff}:last_word", f"{staff}:join"], {}, HERE.source) == {staff: {"last_word", "join"}}
    assert EVERY in chosen([staff, f"{staff}:join"], {}, HERE.source)[staff]
    assert chosen([], {staff: {}}, HERE.source) == {staff: {EVERY}}
    with pytest.raises(SystemExit, match=r"“core/rules/stuff\.py” is not a module"):
        chosen(["core/rules/stuff.py"], {}, HERE.source)


SOURCE = '''
LIMIT = 3

def legal(points, flag):
    """Text 7 stays."""
    if points > LIMIT and flag:
        raise ValueError(f"{points + 1} is over")
    record(points)
    return not flag

class Rule:
    strict: bool = True

    def among(self, kind):
        return [each for each in kind if each in ("a", "b")]
'''


def test_the_changes_found() -> None:
    """Numbers, conditions, limits, parts of an “and”, statements; nothing in a message."""
    mutants = Module("rules.py", SOURCE).mutants
    assert [(mutant.name, mutant.at_import) for mutant in mutants] == [
        ("<module>: LIMIT = 3: 3 → 4", True),
        ("legal: if points > LIMIT and flag → if False", False),
        ("legal: points > LIMIT and flag → flag", False),
        ("legal: points > LIMIT → points >= LIMIT", False),
        ("legal: points > LIMIT and flag → points > LIMIT", False),
        ("legal: record(points) → dropped", False),
        ("legal: not flag → flag", False),
        ("Rule: strict: bool = True: True → False", True),
        ("Rule.among: … for each … if each in ('a', 'b') → without if", False),
        ("Rule.among: … in ('a', 'b') → without 'a'", False),
        ("Rule.among: … in ('a', 'b') → without 'b'", False),
    ]


def test_a_change_is_made_and_taken_back() -> None:
    module = Module("rules.py", SOURCE)
    before = module.code(module.mutants[0])
    for mutant in module.mutants:
        assert module.code(mutant) != compile(SOURCE, "rules.py", "exec")
    assert module.code(module.mutants[0]) == before


def test_equal_changes_are_numbered_and_edits_elsewhere_do_not_matter() -> None:
    twice = "def f(a):\n    g(a == 1)\n    h(a == 1)\n"
    names = [mutant.name for mutant in Module("m.py", twice).mutants]
    assert names.count("f: a == 1: 1 → 2") == names.count("f: a == 1: 1 → 2 [2]") == 1
    assert [mutant.name for mutant in Module("m.py", "import os\n\n\n" + twice).mutants] == names


@pytest.mark.parametrize(
    ("listed", "survived", "said"),
    [
        ([], False, []),
        ([], True, ["no test notices: rules.py legal: not flag → flag"]),
        (["legal: not flag → flag"], True, []),
        (["legal: not flag → flag"], False, ["listed, but a test notices it: rules.py legal: not flag → flag"]),
        (["legal: flag → dropped"], False, ["listed, but it is gone: rules.py legal: flag → dropped"]),
        ([f"legal: {NOT_TRIED}", NOT_TRIED], False, []),
        ([f"illegal: {NOT_TRIED}"], False, [f"listed, but it is gone: rules.py illegal: {NOT_TRIED}"]),
    ],
)
def test_the_list_and_the_verdicts_must_agree(listed: Sequence[str], survived: bool, said: list[str]) -> None:
    known = {"rules.py": dict.fromkeys(listed, "because")}
    verdicts = [Verdict("rules.py", "legal: not flag → flag", survived)]
    assert list(complaints(known, {"rules.py": Module("rules.py", SOURCE)}, verdicts)) == said


@pytest.mark.parametrize(("share", "files"), [(100, 20), (3, 2)])
def test_a_planted_hole_is_reported(tmp_path: Path, share: int, files: int) -> None:
    """A whole run over a small project: covered changes are noticed, in functions and tables; others are named.

    In one process, and shared out to several. A test that fails without any change has no say.
    """
    sources = {
        "pytest.ini": "[pytest]\npythonpath = src\n",
        "src/toy/rules/__init__.py": "",
        "src/toy/rules/worth.py": "WIN = 3\n\ndef worth(own, other):\n    return WIN if own > other else 0\n"
        "\ndef nobody_asks(own):\n    return own == 1\n",
        "tests/test_worth.py": "from toy.rules.worth import worth\n\ndef test_a_win():\n    assert worth(2, 1) == 3\n",
        "tests/test_once.py": "from pathlib import Path\nfrom toy.rules.worth import worth\n\n"
        "def test_nothing():\n    worth(1, 2)\n\n"
        "def test_only_once():\n    worth(2, 1)\n    (Path(__file__).parent / 'been').mkdir()\n",
        "tests/mutants/survivors.toml": '["rules/worth.py"]\n"worth: other > own → gone" = "no longer there"\n',
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    program = f"""
        import sys
        from pathlib import Path
        from tests.mutants import __main__ as mutants, reach
        mutants.SHARE, reach.FILES = {share}, {files}
        root, tests = Path({str(tmp_path)!r}), ("tests/test_worth.py", "tests/test_once.py")
        sys.exit(mutants.main([], reach.Project(root, root / "src" / "toy", {{"rules": tests}})))
    """
    run = subprocess.run(
        [sys.executable, "-c", dedent(program)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert [line for line in run.stdout.splitlines() if ": rules/worth.py" in line] == [
        "no test notices: rules/worth.py worth: if own > other → if True",
        "no test notices: rules/worth.py worth: own > other → own >= other",
        "no test notices: rules/worth.py worth: WIN if own > other else 0: 0 → 1",
        "no test notices: rules/worth.py nobody_asks: own == 1 → own != 1",
        "no test notices: rules/worth.py nobody_asks: own == 1: 1 → 2",
        "listed, but it is gone: rules/worth.py worth: other > own → gone",
    ]
    assert "noticed  rules/worth.py:1 <module>: WIN = 3: 3 → 4" in run.stderr
    assert "7 changes in 1 modules: 2 noticed, 5 not." in run.stdout
    assert "Fails without any change, so it has no say: tests/test_once.py::test_only_once" in run.stderr
