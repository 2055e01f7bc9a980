"""Blocks on a terminal: colour, tables that wrap, and below a certain width one record under the other."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from muster.cli.output.answers import Block, Grid, Look
from muster.cli.output.plain import GAP, visible, width

STYLES: dict[Look, str] = {"plain": "", "title": "bold", "good": "green", "warn": "yellow", "dim": "dim"}
LEAST_FLEX = 10
"""How narrow a text column may get before records replace the table."""


class Screen:
    def __init__(self, *, colour: bool, width: int | None = None) -> None:
        self.console = Console(no_color=not colour, highlight=False, emoji=False, markup=False, width=width)

    def show(self, block: Block) -> None:
        if not isinstance(block, Grid):
            self.console.print(Text(visible(block.text), STYLES[block.look]))
        elif self._fits(block):
            self.console.print(self._table(block))
        else:
            for number, row in enumerate(block.rows):
                self.console.print(_record(block, row, "dim" if number in block.dim else ""))

    def _fits(self, grid: Grid) -> bool:
        need = len(GAP) * (len(grid.columns) - 1)
        for i, column in enumerate(grid.columns):
            cells = max((width(visible(row[i])) for row in grid.rows), default=0)
            need += max(min(cells, LEAST_FLEX) if column.flex else cells, *map(width, _words(column.title)))
        return need <= self.console.width

    def _table(self, grid: Grid) -> Table:
        crowded = sum(width(c.title) + len(GAP) for c in grid.columns) > self.console.width // 2
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_edge=False)
        for column in grid.columns:
            table.add_column(
                Text("\n".join(_words(column.title)) if crowded else " ".join(_words(column.title))),
                justify="right" if column.right else "left",
                no_wrap=not column.flex,
                overflow="fold",
            )
        for number, row in enumerate(grid.rows):
            table.add_row(*(Text(visible(cell)) for cell in row), style="dim" if number in grid.dim else "")
        return table


def _words(text: str) -> list[str]:
    """A column's title in words: a tie-break's key may break at an underscore."""
    return text.replace("_", " ").split() or [""]


def _record(grid: Grid, row: Sequence[str], style: str) -> Group:
    """The first two cells as the heading of a record, the rest below with their titles."""
    head = Text(GAP.join(visible(cell) for cell in row[:2] if cell), f"bold {style}".strip())
    rest = Text(style=style)
    for column, cell in zip(grid.columns[2:], row[2:], strict=True):
        if cell:
            rest.append(GAP if rest else "")
            rest.append(f"{' '.join(_words(column.title))}: ", "dim")
            rest.append(visible(cell))
    return Group(head, Padding(rest, (0, 0, 0, len(GAP)))) if rest else Group(head)
