"""The test kit for games: what every game must do. Our own games and packages call it from their tests.

    from muster import game_kit

    def test_the_game_keeps_to_the_rules():
        game_kit.check("skirmish")

    def test_the_worked_example_of_the_book():
        game_kit.check_golden("skirmish", Path("tests/worked-example.json"))

`python -m muster.game_kit skirmish` writes the game's catalogues and codes, and makes the same checks.
"""

from __future__ import annotations

from muster.game_kit.golden import check_golden
from muster.game_kit.kept import check, problems

__all__ = ["check", "check_golden", "problems"]
