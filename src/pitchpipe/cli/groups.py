"""Groups of commands that load only when they are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from pitchpipe.wording import meant, quoted


@contextmanager
def _quietly_interrupted() -> Iterator[None]:
    """Ctrl-C as click's own exception: of Python's it makes a blank line."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used.

    ``modules`` gives for each verb the module that defines it as ``command``, and its help in a line: so that
    listing the verbs loads none of them.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, tuple[str, str]], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.modules = modules

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _quietly_interrupted():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with _quietly_interrupted():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.modules and not args[0].startswith("-"):
            close = meant(args[0].lower(), self.modules)
            raise click.UsageError(f"there is no command {quoted(args[0])}: {close}", ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return None
        command = import_module(self.modules[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.modules.items()])
