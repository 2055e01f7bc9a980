"""Where players' lists come from on the command line: a file, standard input, or a folder with a file for each."""

from __future__ import annotations

import os

from muster.app.lists.actions import Brought
from muster.app.lists.intake import from_file, from_files, list_text
from muster.cli.input.files import read_bytes
from muster.core.kit.errors import BadInput, Refusal

MOST_FILES = 5_000


def read_list(name: str) -> str:
    """The one list in a file; “-” is standard input."""
    return list_text(name, read_bytes(name))


def read_many(name: str) -> list[Brought]:
    """The lists in a folder or a file; every fault says where it is."""
    if not os.path.isdir(name):
        return from_file(name, read_bytes(name))
    names = sorted(n for n in os.listdir(name) if not n.startswith(".") and os.path.isfile(os.path.join(name, n)))
    if len(names) > MOST_FILES:
        raise Refusal("“{name}” has {files} files, too many for a folder of lists.", name=name, files=len(names))
    if not names:
        raise BadInput("“{name}” has no lists.", name=name)
    return from_files([(one, read_bytes(os.path.join(name, one))) for one in names])
