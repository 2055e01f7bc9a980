"""The kit: our own games keep to it, and it catches each kind of fault."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from muster import game_kit
from muster.app.codes import code_of_refusal
from muster.core.kit.errors import Refusal
from muster.game_kit import codes
from muster.game_kit.__main__ import main
from muster.game_kit.kept import unmarked, without_code
from muster.systems import registry
from tests.plugins import TINY, Packages, install

DOJO = Path(__file__).parent / "dojo-day.json"


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_our_games_keep_to_the_kit(key: str) -> None:
    game_kit.check(key)


FAULTS = {
    "options=SYSTEM.options[2:]": "the option “format” is missing",
    "options=(*SYSTEM.options, SYSTEM.options[1])": "two options have the key “format”",
    "circle_field='clan'": "circle_field is “clan”, which is not a player field",
    "clauses={}": "option two_sided_confirm cites X-03, which is not in its clauses",
    "clauses={**SYSTEM.clauses, 'T-1': ' '}": "the clause T-1 has no heading",
    "circuits={'cup': {'name': 'Cup', 'game': 'tiny', 'points': {'chart': [1], 'clause': 'T-9'}}}": (
        "the circuit cup cites T-9, which is not in its clauses"
    ),
    "circuits={'cup': {'name': 'Cup', 'game': 'chess', 'points': {'chart': [1]}}}": (
        "the circuit cup is for the game “chess”"
    ),
    "circuits={'cup': {'name': 'Cup'}}": "its code fails: BadInput: [points] has no “chart”",
    "conduct=game.Conduct(infractions=(game.Infraction('late', 'Late', 'T-9'),))": (
        "the infraction late cites T-9, which is not in its clauses"
    ),
    "conduct=game.Conduct(infractions=(game.Infraction('late', 'Late', '', only='tea'),))": (
        "the infraction late has only the penalty “tea”, which is not one of its penalties"
    ),
    "conduct=game.Conduct(expects=lambda _: (game.Expectation(game.Topic.FAIR, 'Smile.', 'T-9'),))": (
        "“Smile.” cites T-9, which is not in its clauses"
    ),
    "sheets=game.Sheets(slip=game.Slip(('flags',)))": "the result slip asks for “flags”, which is not a result field",
    "clock=lambda *_: game.ClockPlan((game.Mark(5, 'tea'),))": "the reason “tea” of the clock has no sentence",
    "bye=lambda s: replace(SYSTEM.bye(s), why=game.Reason('rematch_forced'))": (
        "the sentence of “rematch_forced” cannot be filled from the data of a bye"
    ),
    "score=lambda g: (SYSTEM.score(g)[0],) * 2": "which do not go together",
    "score=lambda g: SYSTEM.score(g)[::-1]": "is not lost by the player named in result.by and won by the other",
    "score=lambda g: 1 / 0": "its code fails: ZeroDivisionError",
    "draw=lambda *_: 1 / 0": "(seed “one”) fails: ZeroDivisionError: division by zero (",
    "draw=lambda *a: replace(SYSTEM.draw(*a), pairs=SYSTEM.draw(*a).pairs[1:])": "Round 1 has neither an opponent nor",
    "invent=lambda *_: {'score': [2, 2]}": "which check refuses",
    "arrange=lambda p, *_: replace(p, entrants=tuple(CHANCE.sample(p.entrants, len(p.entrants))))": (
        "comes out differently the second time"
    ),
    "lists=game.ListRules(noun='list', slots=lambda _: (), read=lambda text: game.Parsed({'n': int(text)}))": (
        "lists.read fails on the text ''"
    ),
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), play=lambda state, tap: 1 / 0)": (
        "and may only refuse: ZeroDivisionError"
    ),
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), board=lambda *_: 1 / 0)": (
        "its tracker fails before any tap, and may only refuse: ZeroDivisionError"
    ),
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), "
    "play=lambda state, tap: replace(state, started=CHANCE.randrange(9**9)))": (
        "the same taps in another order give another game"
    ),
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), begin=lambda _: 0, play=lambda state, tap: state, "
    "later=lambda state, now: state + 1, board=lambda *_: game.Board(), handover=lambda _: None)": (
        "later does more when it is asked a second time"
    ),
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), handover=lambda _: game.Handover({'goals': 1}))": (
        "its tracker hands over {'goals': 1}, which is refused"
    ),
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), "
    "board=lambda *_: game.Board((game.Notice('Tea.', clause='T-9'),)))": "a board cites T-9",
    "tracker=replace(game.plain_tracker(SYSTEM.result_fields), "
    "board=lambda *_: game.Board(presses=(game.Press('Go', 'go', emphasis=game.Emphasis.MAIN),) * 2))": (
        "a board has more than one main thing to press"
    ),
}
FAULTY = """
from random import Random

from muster import game

CHANCE = Random(1)
SOUND = SYSTEM
SYSTEM = replace(SOUND, FAULT)
"""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(tmp_path: Path, packages: Packages, fault: str) -> None:
    install(tmp_path, TINY + FAULTY.replace("FAULT", fault.replace("SYSTEM", "SOUND")))
    packages.use(tmp_path)
    with pytest.raises(AssertionError, match=re.escape(FAULTS[fault])):
        game_kit.check("tiny", sizes=(6, 8), seeds=("one",))


def test_a_worked_example_is_played_from_a_file() -> None:
    game_kit.check_golden("bushido", DOJO)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("rounds", 0, "games", 0, "points"), [7, 2], "round 1: Eve 8, Ben 1, not Eve 7, Ben 2"),
        (("standings", 2, "rank"), 4, "Chiyo: rank is 3, not 4"),
        (("standings", 1, "sos"), "5/2", "Ann: sos is 2, not 5/2"),
    ],
)
def test_a_wrong_worked_example_is_named(
    tmp_path: Path, path: tuple[str | int, ...], value: object, sentence: str
) -> None:
    golden = json.loads(DOJO.read_text("utf-8"))
    place = golden
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(golden), "utf-8")
    with pytest.raises(AssertionError, match=re.escape(sentence)):
        game_kit.check_golden("bushido", file)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal, match="No system is called “chess”"):
        game_kit.check("chess")


def test_the_command_says_how_it_is_used() -> None:
    run = subprocess.run([sys.executable, "-m", "muster.game_kit"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "Usage: python -m muster.game_kit KEY\n")


def test_the_command_names_the_games_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bushidu"]) == 1
    assert capsys.readouterr().err == "No system is called “bushidu”; did you mean “bushido”?\n"


REFUSING = """
from muster.game import BadInput, tr

def check(game):
    raise BadInput("The moon is {state}.", state=STATE)
"""


def test_plain_text_in_a_sentence_is_named(tmp_path: Path, packages: Packages) -> None:
    """It would stay English in every translation; a message is translated with its sentence."""
    for folder, state in (("plain", '"full"'), ("message", 'tr("full")')):
        install(tmp_path / folder, TINY + REFUSING.replace("STATE", state))
    packages.use(tmp_path / "plain")
    assert [*unmarked("tiny")] == [
        "tiny_game.py line 11: state='full' is plain text in a sentence and stays English: make it a message with tr"
    ]
    packages.use(tmp_path / "message")
    assert [*unmarked("tiny")] == []


def test_a_game_keeps_codes_of_its_refusals_in_its_folder(tmp_path: Path, packages: Packages) -> None:
    """An edited sentence keeps its code, and one without a code is named."""
    install(tmp_path, TINY + REFUSING.replace("STATE", 'tr("full")'))
    module = tmp_path / "tiny_game" / "__init__.py"
    module.parent.mkdir()
    (tmp_path / "tiny_game.py").rename(module)
    sys.modules.pop("tiny_game", None)
    packages.use(tmp_path)
    refusal = Refusal("The moon is {state}.", state="full")
    assert code_of_refusal(refusal) == "refusal"
    assert codes.write("tiny") == 1
    packages.use(tmp_path)
    assert code_of_refusal(refusal) == "moon"
    module.write_text(module.read_text("utf-8").replace("The moon is {state}.", "The moon is still {state}."), "utf-8")
    packages.use(tmp_path)
    assert [*without_code("tiny")] == [
        "“The moon is still {state}.” has no code in codes.toml; the kit's command adds it there"
    ]
    codes.write("tiny")
    packages.use(tmp_path)
    assert code_of_refusal(Refusal("The moon is still {state}.", state="full")) == "moon"
