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
    """A row of digits without a mark, beside one that has one: the mark may be too faint to see."""
    MOVED = "moved"
    """A printed circle is not where it should be: the paper is bent, or something lies on it."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Both by the names of the form's inputs. `unsure`: the centres of the doubtful circles, in millimetres."""

    values: dict[str, str]
    doubts: dict[str, Why]
    unsure: tuple[tuple[float, float], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Found:
    """A code in a picture.

    `code` is None if it is not one of ours; `picture` is a JPEG: the slip cut out if its corners are visible, otherwise
    all of it; `marks` is None if no circles could be examined. `page` of a PDF, from 1; 0 for a picture.
    """

    code: Code | None
    picture: bytes
    marks: Marks | None = None
    page: int = 0


@dataclass(frozen=True, slots=True)
class Read:
    """Everything found in a file with this many `pages`; `faults` are sentences about pages without results."""

    found: list[Found]
    faults: list[str]
    pages: int = 1
