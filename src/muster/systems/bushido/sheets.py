"""The warband record sheet that each player hands in for a game, the slip, and how terrain counts."""

from __future__ import annotations

from muster.game import BlankList, Cell, Part, RecordSheet, Sheets, Slip, WritingBox, mark

# BUS-33
RECORD = RecordSheet(
    title=mark("Warband record sheet"),
    clause="BUS-33",
    head=(
        Cell(mark("Name"), "name"),
        Cell(mark("Faction"), "field:faction"),
        Cell(mark("Rice of the warband"), "field:rice"),
    ),
    columns=(
        Cell(mark("Round"), "round"),
        Cell(mark("Opponent"), "opponent", wide=True),
        Cell(mark("Table"), "table"),
        Cell(mark("Victory points"), "value:vp"),
        Cell(mark("Scenario points"), "value:sp"),
        Cell(mark("VIM turn"), "value:vim"),
        Cell(mark("Tournament points"), "points"),
    ),
    boxes=(WritingBox(mark("Warband: profiles, theme and upgrades"), 8),),
)

WARBAND = BlankList(
    title=mark("Warband"),
    clause="BUS-33",
    head=(
        Cell(mark("Name"), "name"),
        Cell(mark("Faction"), "field:faction"),
        Cell(mark("Rice of the warband"), "field:rice"),
    ),
    parts=(
        Part("", (Cell(mark("Profile"), wide=True), Cell(mark("Enhancements"), wide=True), Cell(mark("Rice"))), 16),
    ),
)

# BUS-25, BUS-26: the organiser decides every table's terrain and says how each piece counts.
TERRAIN = BlankList(
    title=mark("Terrain of this table"),
    clause="BUS-26",
    head=(),
    parts=(
        Part(
            "",
            (
                Cell(mark("Piece"), wide=True),
                Cell(mark("Kind")),
                Cell(mark("Height")),
                Cell(mark("Cover and sight"), wide=True),
                Cell(mark("Moving through it"), wide=True),
            ),
            12,
        ),
        Part(mark("Layout"), (), 13),
    ),
    note=mark("Nobody moves terrain, in a game or between rounds (BUS-27)."),
)

SHEETS = Sheets(RECORD, WARBAND, slip=Slip(written=("sp", "vim"), marked=("vp",)), terrain=TERRAIN)
