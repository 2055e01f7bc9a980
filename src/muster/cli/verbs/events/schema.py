"""The JSON Schema of what a command answers with `--json`."""

from __future__ import annotations

import json
from difflib import get_close_matches

import click

from muster.cli.call import Call, command
from muster.cli.commands import ALIASES
from muster.cli.output.answers import Answer


@command("schema")
@click.argument("words", metavar="COMMAND", nargs=-1, required=True)
def schema_command(call: Call, words: tuple[str, ...]) -> Answer:
    """Print the JSON Schema of a command's --json answer. COMMAND may be two words, such as systems show."""
    from muster.cli.schemas import REPLIES, schema

    name = " ".join((ALIASES.get(words[0], words[0]), *words[1:]))
    if name not in REPLIES:
        near = get_close_matches(name, REPLIES, n=1)
        way_out = f"did you mean “{near[0]}”?" if near else "“muster --help” lists the commands."
        raise click.UsageError(f"There is no command “{name}”; {way_out}")
    made = schema(name)
    return Answer({"schema": made}, text="" if call.json else json.dumps(made, ensure_ascii=False, indent=2) + "\n")
