"""What was found in a file: its codes, and what the circles on a slip say."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from muster.paper.way_back import Code


class Why(StrEnum):
    """Why an input of the form is left empty although something is marked."""

    TWICE = "twice"
    UNCLEAR = "unclear"
    HALF = "half"
    """A row of digits without a mark, beside one that has one: it may be too weak to be seen."""
    MOVED = "moved"
    """A printed circle is not where it should be: the paper is bent, or something lies on it."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Both by the names of the form's inputs. `unsure`: the middles of the circles in doubt, in millimetres."""

    values: dict[str, str]
    doubts: dict[str, Why]
    unsure: tuple[tuple[float, float], ...] = field(default=(), compare=False)


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
