"""What a run of kills came to: how many, what was acknowledged, and what was found wrong afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Count:
    """One kind of kill. `again`: actions sent again because nobody had said whether they were saved."""

    what: str
    kills: int = 0
    acknowledged: int = 0
    again: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    half: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return [
            f"{self.what}: {found}: {one}"
            for found, several in (("lost", self.lost), ("twice", self.twice), ("half", self.half))
            for one in several
        ]

    def compare(self, acknowledged: Iterable[str], found: Counter[str], where: str) -> None:
        """Every acknowledged action is found, and every action found is there once."""
        lost = [f"{where} {one}" for one in acknowledged if not found[one]]
        twice = [f"{where} {one}" for one, times in found.items() if times > 1]
        self.lost += [one for one in lost if one not in self.lost]
        self.twice += [one for one in twice if one not in self.twice]


def table(counts: Iterable[Count]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [
        "| what is killed | kills | acknowledged actions | sent again | lost | done twice | half written |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for one in counts:
        wrong = " | ".join(str(len(found)) for found in (one.lost, one.twice, one.half))
        lines.append(f"| {one.what} | {one.kills:,} | {one.acknowledged:,} | {one.again:,} | {wrong} |")
    return lines


def total(counts: Iterable[Count]) -> Count:
    whole = Count("all together")
    for one in counts:
        whole.kills += one.kills
        whole.acknowledged += one.acknowledged
        whole.again += one.again
        whole.lost += one.lost
        whole.twice += one.twice
        whole.half += one.half
    return whole
