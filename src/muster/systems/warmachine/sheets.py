"""The player record sheet, the slip, the blank army list and what to bring."""

from __future__ import annotations

from muster.game import BlankList, Cell, CheckList, Part, RecordSheet, Sheets, Slip, mark

# WMH-070, WMH-081: one line per round.
RECORD = RecordSheet(
    title=mark("Player record sheet"),
    clause="WMH-081",
    head=(Cell(mark("Name"), "name"), Cell(mark("Faction"), "field:faction"), Cell(mark("Player number"), "number")),
    columns=(
        Cell(mark("Round"), "round"),
        Cell(mark("Opponent"), "opponent", wide=True),
        Cell(mark("Table"), "table"),
        Cell(mark("List played"), "value:list"),
        Cell(mark("Win, loss, tie"), "outcome"),
        Cell(mark("Control points"), "value:cp"),
        Cell(mark("Army points destroyed"), "value:apd"),
    ),
)

LIST = BlankList(
    title=mark("Army list"),
    clause="WMH-026",
    head=(
        Cell(mark("Name"), "name"),
        Cell(mark("Faction"), "field:faction"),
        Cell(mark("Theme force")),
        Cell(mark("Leader")),
        Cell(mark("Total points")),
    ),
    parts=(
        Part(
            "", (Cell(mark("Model or unit"), wide=True), Cell(mark("Attached to"), wide=True), Cell(mark("Points"))), 22
        ),
    ),
)

KIT = CheckList(
    mark("To bring"),
    (
        (mark("Models and their stat cards"), "WMH-013"),
        (mark("Dice and measuring tools"), "WMH-013"),
        (mark("Markers, tokens and templates"), "WMH-013"),
        (mark("Proxy bases"), "WMH-013"),
    ),
)

SHEETS = Sheets(RECORD, LIST, (KIT,), Slip(written=("list", "cp", "apd"), marked=("winner", "how")))
