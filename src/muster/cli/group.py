"""The group of all commands. It knows their names and short helps from a table and imports only the one called."""

from __future__ import annotations

from difflib import get_close_matches

import click
from click.shell_completion import CompletionItem

from muster.cli.commands import ALIASES, COMMANDS, SECTIONS


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from importlib import import_module

        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        module = import_module(f"muster.cli.verbs.{COMMANDS[name][0]}")
        found: click.Command = getattr(module, f"{name.replace('-', '_')}_command")
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word in COMMANDS or word in ALIASES or word.startswith("-"):
            return super().resolve_command(ctx, args)
        near = get_close_matches(word, COMMANDS, n=1)
        way_out = f"did you mean “{near[0]}”?" if near else "“muster --help” lists the commands."
        raise click.UsageError(f"There is no command “{word}”; {way_out}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, COMMANDS))
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name.ljust(widest), short) for name, (_, short) in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [
            CompletionItem(name, help=short) for name, (_, short) in COMMANDS.items() if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]
