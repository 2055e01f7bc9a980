"""What a file gave: the codes on it, and what the circles of a slip say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from muster.paper.way_back import Code


class Why(StrEnum):
    """Why an input of the form is left empty although something is marked."""

    TWICE = "twice"
    UNCLEAR = "unclear"
    HALF = "half"
    """The tens of a number without its ones."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Both by the names of the form's inputs."""

    values: dict[str, str]
    doubts: dict[str, Why]


@dataclass(frozen=True, slots=True)
class Found:
    """A code on a picture. `code` is None where it is not one of ours; `picture` is a JPEG: the slip cut out where its
    corners are in sight, else all of it; `marks` is None where no circles could be looked at. `page` of a PDF, from 1;
    0 for a picture."""

    code: Code | None
    picture: bytes
    marks: Marks | None = None
    page: int = 0


@dataclass(frozen=True, slots=True)
class Read:
    """All that was found in a file of so many `pages`; `faults` are sentences about pages that gave nothing."""

    found: list[Found]
    faults: list[str]
    pages: int = 1
