"""The warband record sheet that each player hands in for a game."""

from __future__ import annotations

from muster.core.language import mark
from muster.core.sheets import BlankList, Box, Cell, Part, RecordSheet, Sheets

# BUS-33
RECORD = RecordSheet(
    title=mark("Warband record sheet"),
    clause="BUS-33",
    head=(Cell(mark("Name"), "name"), Cell(mark("Faction"), "field:faction"), Cell(mark("Rice of the warband"), "field:rice")),
    columns=(
        Cell(mark("Round"), "round"),
        Cell(mark("Opponent"), "opponent", wide=True),
        Cell(mark("Table"), "table"),
        Cell(mark("Victory points"), "value:vp"),
        Cell(mark("Scenario points"), "value:sp"),
        Cell(mark("VIM turn"), "value:vim"),
        Cell(mark("Tournament points"), "points"),
    ),
    boxes=(Box(mark("Warband: profiles, theme and upgrades"), 8),),
)

WARBAND = BlankList(
    title=mark("Warband"),
    clause="BUS-33",
    head=(Cell(mark("Name"), "name"), Cell(mark("Faction"), "field:faction"), Cell(mark("Rice of the warband"), "field:rice")),
    parts=(Part("", (Cell(mark("Profile"), wide=True), Cell(mark("Enhancements"), wide=True), Cell(mark("Rice"))), 16),),
)

SHEETS = Sheets(RECORD, WARBAND)
