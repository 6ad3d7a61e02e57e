"""What all commands have in common: defaults that help tells, and threads."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from functools import partial
from inspect import isfunction, signature
from pathlib import Path
from typing import Any

import click
import pytest

import pitchpipe as pp
from pitchpipe.aligning.model import Decoding, Training
from pitchpipe.cli import COMMANDS, cli
from pitchpipe.judging.agreeing import agreement
from pitchpipe.judging.assigning import Shares
from pitchpipe.judging.protocols import DirectAssessment, Rank
from pitchpipe.judging.server.demo import make_demo
from pitchpipe.judging.server.serving import Hosting
from pitchpipe.judging.settings import Settings
from pitchpipe.lang.lm.model import LanguageModel
from pitchpipe.lang.phrases import Extraction
from pitchpipe.tuning.mert import optimise
from tests.commands import Run
from tests.fuzz.commands.plain import PLAIN, files


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} ")
        else:
            yield f"{before}{name}", command


ALL = dict(commands(cli))


def options(command: click.Command) -> list[click.Option]:
    return [option for option in command.params if isinstance(option, click.Option)]


@pytest.mark.parametrize("name", ALL)
def test_help_tells_every_default(name: str) -> None:
    """But not that a flag is off, none of something, or the screen, which the help says in words."""
    context = click.Context(ALL[name])
    for option in options(ALL[name]):
        default = option.to_info_dict()["default"]
        told = option.get_help_extra(context).get("default")
        if option.is_flag or default in (None, 0, "-"):
            assert told is None, option.name
        else:
            assert told == (", ".join(default) if option.multiple else str(default)), option.name


#: What commands call beside the function of their name.
CALLED: dict[str, tuple[Callable[..., object], ...]] = {
    "align": (Decoding, Training),
    "tune": (optimise,),
    # Of no prunings, people write a zero.
    "lang lm": (partial(LanguageModel.estimate, prune="0"),),  # type: ignore[arg-type]
    "lang phrase-table": (Extraction,),
    "judge new": (Shares, Settings, partial(Rank), partial(DirectAssessment)),
    "judge agreement": (agreement,),
    "judge serve": (Hosting,),
    "judge demo": (Hosting, make_demo),
}
#: How exactly numbers are shown: correlations and weights are small.
DECIMALS = {"fit": 4, "meta": 3, "tune": 4, "lang lm": 4, "judge status": 1, "judge agreement": 3}


@pytest.mark.parametrize("name", ALL)
def test_defaults_are_those_of_the_library(name: str) -> None:
    verb: Any = getattr(pp, name, None)
    functions: list[Callable[..., object]] = [*CALLED.get(name, ()), *([verb] if isfunction(verb) else [])]
    known = {k: p.default for one in functions for k, p in signature(one).parameters.items()}
    for option in options(ALL[name]):
        default = option.to_info_dict()["default"]
        if option.name == "decimals":
            assert default == DECIMALS.get(name, 2)
        elif option.name in known and not isinstance(default, tuple | list | None):
            assert default == known[option.name], option.name


@pytest.mark.parametrize("name", ALL)
def test_help_says_what_an_option_takes(name: str) -> None:
    """A flag takes nothing, whatever else is a text is described, and what can be repeated says so."""
    for option in options(ALL[name]):
        if option.hidden:
            continue
        assert option.help, option.name
        told = option.show_default or "default" in option.help
        if option.type is click.STRING and not option.is_flag and not told:
            assert option.metavar, option.name
        if "repeat" in option.help:
            assert option.multiple, option.name


@pytest.mark.parametrize(
    "name", [name for name, one in ALL.items() if "threads" in {p.name for p in one.params}]
)
def test_threads_are_refused_where_there_cannot_be_so_many(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file, content in files().items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    done = run(*name.split(), *shlex.split(PLAIN[name][0]), "--threads", "-3")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("error: the number of threads must be between 0 (the default) and 4096, not -3\n")


def test_verbs_are_listed_in_the_order_of_work(run: Run) -> None:
    done = run("--help")
    assert (done.code, done.err) == (0, "")
    listed = done.out.partition("Commands:\n")[2].splitlines()
    names = [line.split()[0] for line in listed if line[2:3].strip()]
    assert names == list(COMMANDS)
    assert COMMANDS["score"][1] in done.out


@pytest.mark.parametrize("name", ["", "lang", "judge"])
def test_a_group_without_a_verb_explains_itself(name: str, run: Run) -> None:
    done = run(*name.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: ")
    assert "Commands:" in done.err
