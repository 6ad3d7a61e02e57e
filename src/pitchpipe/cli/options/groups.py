"""Options in groups: what belongs together reaches a command as one typed object."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

#: Where an option has the title of its group; click's own have no such attribute.
_TITLE = "group_title"


class GroupedCommand(click.Command):
    """A command whose ``--help`` shows the options that belong together under titles."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            # Arguments stand in the line of usage.
            if isinstance(parameter, click.Option) and record is not None:
                groups.setdefault(getattr(parameter, _TITLE, "Options"), []).append(record)
        for title, records in groups.items():
            with formatter.section(title):
                formatter.write_dl(records)


def _declared(function: Any) -> list[click.Parameter]:
    """The options that decorators have declared so far."""
    return getattr(function, "__click_params__", [])


def every(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order given."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def collected(
    cls: type[Any], name: str, *options: Callable[[Any], Any], title: str | None = None
) -> Callable[[F], F]:
    """Options whose values reach the command as one argument: an instance of ``cls``, a dataclass.

    The options must have the names of its fields. ``--help`` shows them under a ``title``.
    """

    def decorate(function: F) -> Any:
        @wraps(function)
        def called(**values: Any) -> Any:
            own = {field.name: values.pop(field.name) for field in fields(cls)}
            return function(**{name: cls(**own)}, **values)

        before = len(_declared(function))
        decorated = every(*options)(called)
        for option in _declared(decorated)[before:] if title else ():
            setattr(option, _TITLE, title)
        return decorated

    return decorate


def given(*names: str) -> bool:
    """Whether any of these options of the running command was given, rather than left at its default."""
    from click.core import ParameterSource

    context = click.get_current_context()
    return any(context.get_parameter_source(name) is not ParameterSource.DEFAULT for name in names)


def refuse_given(names: Iterable[str], why: str) -> None:
    """Refuses options of the running command that were given although they cannot apply."""
    for option in click.get_current_context().command.params:
        if option.name in names and given(option.name):
            raise click.UsageError(f"{option.opts[-1]} {why}")


def once(_: click.Context, option: click.Parameter, values: tuple[Any, ...]) -> Any:
    """A callback of options that are read as if they could be repeated, so that a second one is not lost."""
    if len(values) > 1:
        raise click.UsageError(f"{option.opts[-1]} is given {len(values)} times: give one")
    return values[0] if values else None
