"""Options that name files to be written, and what must not be written over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from glob import escape
from pathlib import Path
from typing import Any, TypeVar

import click

from pitchpipe.text.outputs import File, require_apart, require_writable

F = TypeVar("F", bound=Callable[..., Any])

#: Words in the metavar of an option that say that it names something to read, or may.
READ = frozenset({"FILE", "MODEL", "PATH", "SRC", "TGT", "GOLD", "METRIC", "COMMAND"})
#: Options whose names may be files, too: a trained tagger, a SentencePiece model.
NAMED = frozenset({"analyser", "tokenize", "source_tokenize"})


class OutputOption(click.Option):
    """An option that names a file to be written, or a folder."""

    def __init__(self, *declared: Any, folder: bool | str = False, **settings: Any) -> None:
        super().__init__(*declared, **settings)
        self._folder = folder

    def names_folder(self, context: click.Context) -> bool:
        """Whether it names a folder, always or with another option."""
        if isinstance(self._folder, str):
            return context.params.get(self._folder) is not None
        return self._folder


def output_option(*names: str, folder: bool | str = False, **settings: Any) -> Callable[[F], F]:
    """An option for a file that a command writes; all are looked at before the command does anything.

    A file that cannot be written, that another option or argument names to be read, or that two options name
    to be written, is refused. ``folder`` says that it may name a folder, or with which other option it
    does.
    """

    def decorate(function: F) -> Any:
        @wraps(function)
        def called(*arguments: Any, **values: Any) -> Any:
            _look_at_all()
            return function(*arguments, **values)

        return click.option(*names, cls=OutputOption, folder=folder, **settings)(called)

    return decorate


def require_outputs(outputs: Sequence[File]) -> None:
    """Refuses files that the running command could not write, or that it reads; links are followed."""
    require_apart(outputs, files_read(click.get_current_context()))
    for output in outputs:
        require_writable(output.path)


def _look_at_all() -> None:
    context = click.get_current_context()
    asked = [
        (option, File(option.opts[0], context.params[str(option.name)]))
        for option in context.command.params
        if isinstance(option, OutputOption) and context.params[str(option.name)] is not None
    ]
    require_apart([output for _, output in asked], files_read(context))
    for option, output in asked:
        if not option.names_folder(context):
            require_writable(output.path)


def files_read(context: click.Context) -> Iterator[File]:
    """The files that the arguments and options of a command name to be read; some may not exist."""
    for parameter in context.command.params:
        if not _reads(parameter):
            continue
        whose = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name
        for value in _flat(context.params.get(str(parameter.name))):
            for path in _paths(value, parameter.metavar):
                yield File(whose, path)


def _reads(parameter: click.Parameter) -> bool:
    if isinstance(parameter, OutputOption):
        return False
    words = re.findall("[A-Z]+", parameter.metavar or "")
    return isinstance(parameter, click.Argument) or parameter.name in NAMED or not READ.isdisjoint(words)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for one in value:
            yield from _flat(one)
    elif value is not None:
        yield value


def _paths(value: Any, metavar: str | None) -> Iterator[str]:
    """The files that a value may name: itself, as in SYSTEM=FILE or spm:FILE, or its parts."""
    if not isinstance(value, str):
        yield from _of_metric(f"{value.asked or ''}:{value.spec}")
        return
    yield value
    if metavar == "[METRIC]":
        yield from _of_metric(value)
    yield from (value.partition(separator)[2] for separator in "=:" if separator in value)
    if metavar == "GOLD":
        yield from (f"{value}.{kind}{suffix}" for kind in ("sure", "possible") for suffix in ("", ".gz"))
    if metavar == "COMMAND":
        import shlex

        with suppress(ValueError):
            # Where quotes do not close, the shell will say so.
            yield from shlex.split(value)


def _of_metric(written: str) -> Iterator[str]:
    from pitchpipe.text.named_files import is_file, split_names

    for text in re.split(r'[:,=+*"]', written):
        named, rest = split_names(text, lambda name: is_file(Path(name)))
        yield from (one.name for one in named)
        if "{system}" in text:
            pattern = Path("*".join(map(escape, text.split("{system}"))))
            yield from map(str, Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))))
        if rest:
            yield rest
