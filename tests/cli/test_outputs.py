"""No command writes over what it reads: every output against every input, through links too."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import click
import pytest

from pitchpipe.cli import cli
from pitchpipe.cli.options.outputs import NAMED, READ, OutputOption
from tests.commands import Run

F = TypeVar("F", bound=Callable[..., object])

#: Words in the metavars of options that name no file, or a folder of which only some files are taken (DIR).
UNREAD = frozenset(
    {
        "NAME",
        "PAIR",
        "CODE",
        "TEXT",
        "FEATURE",
        "STATISTIC",
        "SYSTEM",
        "LOW",
        "HIGH",
        "N",
        "DIR",
        "URL",
        "NUMBER",
        "COLUMNS",
    }
)
#: Options whose text is no file.
WORDS = frozenset({"tokenize", "source_tokenize"})


def commands(command: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All commands, by the words that call them."""
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from commands(below, (*path, name))


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        below = command.get_command(click.Context(command), name)
        assert below is not None
        command = below
    return command


def words(parameter: click.Parameter) -> set[str]:
    return set(re.findall("[A-Z]+", parameter.metavar or ""))


def named_by_text(parameter: click.Parameter) -> bool:
    """Whether a parameter takes any text, rather than a number, a choice or a switch."""
    numbers = click.types.IntParamType | click.types.FloatParamType | click.types.BoolParamType
    return not isinstance(parameter.type, numbers | click.Choice) and parameter.expose_value


def is_read(parameter: click.Parameter) -> bool:
    if isinstance(parameter, OutputOption) or not named_by_text(parameter):
        return False
    return isinstance(parameter, click.Argument) or parameter.name in NAMED or bool(words(parameter) & READ)


COMMANDS = list(commands())
PAIRS = [
    pytest.param(path, output, read, id=f"{' '.join(path)} {output.opts[0]} {read.opts[0]}")
    for path in COMMANDS
    for output in found(path).params
    if isinstance(output, OutputOption)
    for read in found(path).params
    if is_read(read)
]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_whether_an_option_is_read_is_known(path: tuple[str, ...]) -> None:
    for option in found(path).params:
        if not isinstance(option, click.Option) or option.is_flag or not named_by_text(option):
            continue
        assert words(option) <= READ | UNREAD or isinstance(option, OutputOption), option.opts
        if option.metavar is None:
            hidden = option.hidden or option.name in WORDS
            assert hidden, f"{option.opts} wants a metavar that says whether it names a file"
        writes = re.search(r"\b[Ww]rite", option.help or "")
        assert not writes or isinstance(option, OutputOption), f"{option.opts} should be an output_option"


def test_there_are_outputs() -> None:
    verbs = {" ".join(pair.values[0]) for pair in PAIRS}  # type: ignore[arg-type]
    assert verbs == {
        *("align", "fit", "tune", "rerank", "mbr", "oracle"),
        *("score", "compare", "audit", "meta", "report"),
        "judge export",
        *("lang annotate", "lang train-tagger", "lang phrase-table", "lang lm"),
    }


def value_of(parameter: click.Parameter, file: str) -> list[str]:
    """A parameter that names a file."""
    if "METRIC" in words(parameter):
        value = f"0.5*external:{file},scale=1+0.5*bleu"
    elif "COMMAND" in words(parameter):
        value = f"decode -i {file} -f {{weights}} > {{nbest}}"
    elif "SYSTEM" in words(parameter):
        value = f"A={file}"
    elif parameter.name in WORDS:
        value = f"spm:{file}"
    else:
        value = file
    return [value] * parameter.nargs if parameter.nargs > 0 else [value]


def written(parameter: click.Parameter, values: list[str]) -> list[str]:
    return [parameter.opts[-1], *values] if isinstance(parameter, click.Option) else values


def call(
    path: tuple[str, ...], output: click.Parameter, read: click.Parameter, file: str, to: str
) -> list[str]:
    """The command with all that it requires; the file is read, and the output goes ``to`` somewhere."""
    arguments = [*path]
    for parameter in found(path).params:
        if parameter is read:
            arguments += written(parameter, value_of(parameter, file))
        elif parameter is output:
            arguments += written(parameter, [to])
        elif parameter.required:
            other = "en" if words(parameter) == {"CODE"} else f"{file}.other"
            arguments += written(parameter, value_of(parameter, other))
    return arguments


@pytest.mark.parametrize("link", ["itself", "symbolic", "hard"])
@pytest.mark.parametrize(("path", "output", "read"), PAIRS)
def test_no_output_replaces_an_input(
    run: Run, tmp_path: Path, path: tuple[str, ...], output: click.Parameter, read: click.Parameter, link: str
) -> None:
    file, to = tmp_path / "file", tmp_path / "sub" / "link"
    file.write_text("1\n")
    to.parent.mkdir()
    if link == "itself":
        to = tmp_path / "sub" / ".." / "file"
    elif link == "symbolic":
        to.symlink_to(file)
    else:
        os.link(file, to)
    done = run(*call(path, output, read, str(file), str(to)))
    assert (done.code, done.out) == (2, "")
    whose = read.opts[0] if isinstance(read, click.Option) else read.human_readable_name
    assert f"{output.opts[0]} {to} would replace what is read ({whose})" in done.err
    assert file.read_text() == "1\n"


TWO = [path for path in COMMANDS if sum(isinstance(one, OutputOption) for one in found(path).params) > 1]


@pytest.mark.parametrize("path", TWO, ids=" ".join)
@pytest.mark.parametrize("to", ["new", "old", "-"])
def test_two_outputs_are_two_files(run: Run, tmp_path: Path, path: tuple[str, ...], to: str) -> None:
    (tmp_path / "old").write_text("old\n")
    first, second = (one for one in found(path).params if isinstance(one, OutputOption))
    where = to if to == "-" else str(tmp_path / to)
    other = str(tmp_path / "other")
    done = run(*call(path, first, second, other, where), *written(second, [where]))
    assert done.code == 2
    assert f"{first.opts[0]} and {second.opts[0]} would both be written to {where}: name two" in done.err


def test_annotations_beside_the_texts(run: Run, tmp_path: Path) -> None:
    text, beside = tmp_path / "a", tmp_path / "a.conllu"
    text.write_text("one\n")
    beside.write_text("two\n")
    done = run("lang", "annotate", str(text), str(beside), "-l", "en")
    assert (done.code, beside.read_text()) == (2, "two\n")
    assert f"{beside} would replace what is read" in done.err
    (tmp_path / "a.gz").write_bytes(b"")
    twice = run("lang", "annotate", str(text), str(tmp_path / "a.gz"), "-l", "en")
    assert "would both be written to" in twice.err


def test_gold_links_and_standard_input(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("s", "t", "gold.sure", "gold.possible.gz"):
        (tmp_path / name).write_text("a\n")
    texts = (str(tmp_path / "s"), str(tmp_path / "t"))
    for name in ("gold.sure", "gold.possible.gz"):
        done = run("align", *texts, "--eval", str(tmp_path / "gold"), "-o", str(tmp_path / name))
        assert (done.code, "would replace what is read (--eval)" in done.err) == (2, True)
    with (tmp_path / "s").open() as stream:
        saved = os.dup(0)
        try:
            os.dup2(stream.fileno(), 0)
            done = run("align", "-", texts[1], "-o", texts[0])
        finally:
            os.dup2(saved, 0)
            os.close(saved)
    assert (done.code, (tmp_path / "s").read_text()) == (2, "a\n")
    assert "would replace what is read" in done.err


def test_files_of_test_sets_and_runs(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "set" / "sources" / "de-en.txt"
    source.parent.mkdir(parents=True)
    source.write_text("a\n")
    done = run("fit", str(tmp_path / "set"), "-m", "bleu", "-o", str(source))
    assert (done.code, source.read_text()) == (2, "a\n")
    assert "would replace what is read" in done.err
    work = tmp_path / "work"
    work.mkdir()
    for name in ("state.json", "run3.weights.json", "run12.nbest.gz", "lock"):
        given = ("--decoder", "x {weights}", "--work", str(work), "--weights", "w", "-r", "r")
        done = run("tune", *given, "-o", str(work / name))
        assert (done.code, "is a file of the run in --work" in done.err) == (2, True)


def test_devices_and_what_is_not_there_may_be_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "s").write_text("a b\n")
    (tmp_path / "t").write_text("c d\n")
    texts = (str(tmp_path / "s"), str(tmp_path / "t"))
    assert run("align", *texts, "-o", os.devnull, "--save", os.devnull).code == 0
    assert run("align", *texts, "-o", str(tmp_path / "links"), "--save", str(tmp_path / "model")).code == 0
    # A second time: an output of before is no input.
    assert run("align", *texts, "-o", str(tmp_path / "links"), "--save", str(tmp_path / "model")).code == 0
    gone = run("align", *texts, "-o", str(tmp_path / "none" / "links"))
    assert (gone.code, "there is no folder" in gone.err) == (2, True)
