"""Options in groups: what belongs together reaches a command as one typed object."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def every(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order given."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def collected(cls: type[Any], name: str, *options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Options whose values reach the command as one argument: an instance of ``cls``, a dataclass.

    The options must have the names of its fields.
    """

    def decorate(function: F) -> Any:
        @wraps(function)
        def called(**values: Any) -> Any:
            own = {field.name: values.pop(field.name) for field in fields(cls)}
            return function(**{name: cls(**own)}, **values)

        return every(*options)(called)

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
