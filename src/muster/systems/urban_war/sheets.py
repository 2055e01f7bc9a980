"""The score card, the slip, the blank force list and the kit list of the guide."""

from __future__ import annotations

from muster.game import BlankList, Cell, CheckList, Part, Player, RecordSheet, Sheets, Slip, mark
from muster.systems.urban_war.casualties import thresholds


def _thresholds(player: Player) -> dict[str, str]:
    """UW-21: how many lost models each level begins at."""
    models = player.values.get("models")
    return {"thresholds": ", ".join(map(str, thresholds(models)))} if isinstance(models, int) and models else {}


# UW-14 to UW-18: the organiser fills in the top, the middle is filled in at pairing, and the opponent enters the
# scores.
SCORE_CARD = RecordSheet(
    title=mark("Score card"),
    clause="UW-15",
    head=(
        Cell(mark("Name"), "name"),
        Cell(mark("Player number"), "number"),
        Cell(mark("Faction"), "field:faction"),
        Cell(mark("Points"), "field:points"),
        Cell(mark("Models"), "field:models"),
        Cell(mark("Thresholds: moderate, heavy, severe"), "thresholds"),
    ),
    columns=(
        Cell(mark("Round"), "round"),
        Cell(mark("Opponent"), "opponent", wide=True),
        Cell(mark("Opponent’s number"), "opponent_number"),
        Cell(mark("Table"), "table"),
        Cell(mark("Models lost"), "value:lost"),
        Cell(mark("Score"), "points"),
        Cell(mark("Subtotal"), "subtotal"),
        Cell(mark("Opponent’s score"), "opponent_points"),
        Cell(mark("Opponent’s initials")),
    ),
    note=mark("Your opponent enters your scores (UW-19). Hand the card back after each game (UW-20)."),
    worked_out=_thresholds,
)

# UW-68, UW-70.
FORCE_LIST = BlankList(
    title=mark("Force list"),
    clause="UW-70",
    head=(
        Cell(mark("Name"), "name"),
        Cell(mark("Faction"), "field:faction"),
        Cell(mark("Number of models"), "field:models"),
        Cell(mark("Total points"), "field:points"),
    ),
    parts=(Part("", (Cell(mark("Model or unit"), wide=True), Cell(mark("Models")), Cell(mark("Points"))), 24),),
)

KIT = CheckList(
    mark("To bring"),
    (
        (mark("Two copies of the force list"), "UW-64"),
        (mark("The rulebooks that the force uses"), "UW-64"),
        (mark("Stat cards"), "UW-64"),
        (mark("Counters, dice and templates"), "UW-64"),
        (mark("A tape measure"), "UW-64"),
        (mark("Pen, notepad and a repair kit"), "UW-66"),
    ),
)

SHEETS = Sheets(SCORE_CARD, FORCE_LIST, (KIT,), Slip(written=("lost",), marked=("lost", "withdrew")))
