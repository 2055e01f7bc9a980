"""`muster new-system`: a new game as a package that works, with tests and translations."""

from __future__ import annotations

import re
from pathlib import Path

import click

from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Line
from muster.cli.scaffold import new_game
from muster.core.kit.errors import BadInput, Refusal


@command("new-system")
@click.argument("key")
@click.option("--name", default="", metavar="NAME", help="What people call the game; by default the key.")
@click.option("--into", default="", metavar="DIR", help="The new folder; by default muster-KEY in this one.")
def new_system_command(call: Call, key: str, name: str, into: str) -> Answer:
    """Start a game of your own as a package.

    It is a small game, with its tests and translations; change its rules to those of yours.
    """
    from muster.systems import registry

    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", key):
        raise BadInput(
            "“{key}” is not a key. Use 2 to 40 small letters, digits and underscores, with a letter first.", key=key
        )
    if key in registry.names():
        raise Refusal("There is already a game with the key “{key}”. Choose another.", key=key)
    folder = Path(into or f"muster-{key}")
    if folder.exists():
        raise Refusal("“{folder}” already exists. Choose another folder with --into.", folder=folder)
    title = " ".join(name.split()) or key.replace("_", " ").title()
    if re.search(r"[\"\\]", title):
        raise BadInput("“{name}” is not a name for a game: leave out quotes and backslashes.", name=title)
    made = new_game(key, title)
    for path, text in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    done = f"“{title}” started in {folder}. Its README.md says how to install, play and test it."
    return Answer({"done": done, "folder": str(folder), "files": sorted(made)}, (Line(done, "good"),))
